import type { FastifyError, FastifyServerOptions } from "fastify";

/** Lines contain ids, the route's pattern and numbers: never a name, an address, a search term or a body. */
export const loggerOptions: NonNullable<FastifyServerOptions["logger"]> = {
  level: "info",
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    req: (request) => ({
      id: request.id,
      method: request.method,
      route: request.routeOptions?.url ?? "unknown",
    }),
    // A database error's `detail` quotes the row that failed, so only its code, constraint and table are logged.
    err: (error: FastifyError & { constraint?: string; table?: string }) => ({
      type: error.name,
      code: error.code,
      constraint: error.constraint,
      table: error.table,
      message: error.code ? "" : error.message,
      cause: reasonOf(error.cause),
      stack: error.stack?.split("\n").slice(1, 8).join("\n") ?? "",
    }),
  },
};

/** The first code in the chain of causes (a message may contain a path), else the last message. */
function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as { code?: unknown };
  return typeof code === "string" ? code : (reasonOf(cause.cause) ?? cause.message);
}
