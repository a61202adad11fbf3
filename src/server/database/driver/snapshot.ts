import type pg from "pg";
import { type Scope, setScope, takePrepared } from "./scoped-query.ts";

/** One clinic's rows as of one instant, however long they are read. */
export type Snapshot = {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** A statement of it may read a large table, and who reads may wait for a slow store between two of them. */
const patience = [
  "set local statement_timeout = '5min'",
  "set local idle_in_transaction_session_timeout = '15min'",
];

/** Reads in one transaction that sees what was committed when it began, and writes nothing. It lends a connection until it ends. */
export async function readSnapshot<T>(
  pool: pg.Pool,
  { clinicId, userId }: Scope,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await takePrepared(pool);
  let isClean = false;
  try {
    await client.query("begin isolation level repeatable read, read only");
    for (const one of patience) await client.query(one);
    await setScope(client, { clinicId, userId, ownerUserId: null, event: "" });
    const result = await work({
      rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as Row[],
    });
    await client.query("commit");
    isClean = true;
    return result;
  } catch (error) {
    isClean = await client.query("rollback").then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isClean);
  }
}
