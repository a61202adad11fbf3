import type { Client } from "pg";
import { asApplication, serverLogin } from "#server/database/application-role.ts";
import { withClient } from "#server/database/with-client.ts";
import { databaseAt } from "./postgres.ts";

/** Of a suite that needs one. */
export const onCluster = (machines: readonly string[]): string =>
  machines.length > 1 ? "on a cluster" : "on a cluster (DATABASE_URL names no coordinator of Citus)";

/** As the server connects, before any clinic is set. */
export const asServer = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(asApplication(url, serverLogin(url)), work);

/** Where the workers keep their part of a database. */
export const workersOf = (machines: readonly string[], databaseUrl: string): string[] =>
  machines.slice(1).map((url) => databaseAt(url, new URL(databaseUrl).pathname.slice(1)));

export const countOf = async (client: Client, table: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
