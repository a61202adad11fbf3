import type { FastifyError, FastifyServerOptions } from "fastify";

/** Lines hold ids, the route's pattern and figures: never a name, an address, a search term or a body. */
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
    // A database error quotes the row that failed in `detail`, so only its code and place are kept.
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

/** The first code of what an error was made of (a message may quote a path), else the words of its last. */
function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as { code?: unknown };
  return typeof code === "string" ? code : (reasonOf(cause.cause) ?? cause.message);
}
