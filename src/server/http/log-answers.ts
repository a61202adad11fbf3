import type { App } from "../kit.ts";

/** One log line for each request: which route, who called it, and how long it took. */
export function logAnswers(app: App): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.session?.userId,
        clinicId: request.session?.clinicId ?? request.apiKey?.clinicId,
        apiKeyId: request.apiKey?.id,
      },
      "answered",
    );
    done();
  });
}
