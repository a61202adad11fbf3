import { Client, type ClientConfig } from "pg";

/** Runs the work on a connection of its own, and closes it afterwards. */
export async function withClient<T>(
  config: string | ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(config);
  // Without a listener a lost connection would crash the process; the query that runs then rejects anyway.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
