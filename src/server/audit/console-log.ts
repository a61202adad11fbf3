import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { cleanUserAgent } from "../auth/device-in-words.ts";
import type { Kit } from "../kit.ts";

/** Calls of the admin console, and changes that administrators make to their own accounts. */
const isLogged = ({ access, method }: Endpoint, { session }: FastifyRequest): boolean =>
  access === "admin" || (access === "signed-in" && method !== "GET" && session?.role === "admin");

/** Written before the call is handled, so that nothing is read or changed without a log line. */
export async function noteConsoleCall(
  { databases }: Kit,
  endpoint: Endpoint,
  request: FastifyRequest,
  { params, query }: { params: unknown; query: unknown },
  now: Date,
): Promise<void> {
  const { session } = request;
  if (!session || !isLogged(endpoint, request)) return;
  await databases.functions.value("noteConsoleCall", {
    admin: session.userId,
    call: `${endpoint.method} ${endpoint.path}`,
    about: (params as { id?: number } | undefined)?.id ?? null,
    detail: (query as { search?: string } | undefined)?.search ?? null,
    address: request.ip,
    userAgent: cleanUserAgent(request.headers["user-agent"]),
    at: now,
  });
}
