import { withClient } from "#server/database/with-client.ts";
import type { App } from "#server/kit.ts";
import { historyHead } from "./history-head.ts";
import { inTransaction } from "./operation.ts";

const hour = 3_600_000;

/**
 * Logs the head of the record history at the start and every hour. Where logs are collected elsewhere, it cannot be
 * changed together with the database.
 */
export function startLoggingHead(app: App, databaseUrl: string): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = logHistoryHead(app, databaseUrl).catch((err: unknown) =>
      app.log.error({ err }, "the record history's head was not logged"),
    );
  };
  const timer = setInterval(run, hour);
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function logHistoryHead(app: Pick<App, "log">, databaseUrl: string): Promise<void> {
  await withClient({ connectionString: databaseUrl, application_name: "klinika-admin" }, async (client) => {
    const head = await inTransaction(
      client,
      "klinika_backup",
      () => historyHead(client),
      "repeatable read, read only",
    );
    app.log.info({ historyHead: head }, "record history sealed so far");
  });
}
