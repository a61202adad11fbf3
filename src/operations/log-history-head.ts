import { Client } from "pg";
import type { App } from "#server/kit.ts";
import { historyHead } from "./history-head.ts";
import { inTransaction } from "./operation.ts";

const hour = 3_600_000;

/**
 * Writes into the log, which leaves the computer where logs are collected, what the record history's newest seals are:
 * at the start and each hour.
 */
export function startLoggingHead(app: App, databaseUrl: string): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const tell = () => {
    running = logHistoryHead(app, databaseUrl).catch((err: unknown) =>
      app.log.error({ err }, "the record history's head was not noted"),
    );
  };
  const timer = setInterval(tell, hour);
  tell();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function logHistoryHead(app: Pick<App, "log">, databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: "klinika-admin" });
  // Reported by the query that runs then.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const head = await inTransaction(
      client,
      "klinika_backup",
      () => historyHead(client),
      "repeatable read, read only",
    );
    app.log.info({ historyHead: head }, "record history sealed so far");
  } finally {
    await client.end();
  }
}
