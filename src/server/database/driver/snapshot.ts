import type pg from "pg";
import { rollBack } from "../roll-back.ts";
import { connectPrepared, type Scope, setScope } from "./scoped-query.ts";

/** One clinic's rows as of one instant, however long reading takes. */
export type Snapshot = {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** Milliseconds. Statements may scan large tables, and the reader may pause for a slow store between two of them. */
const statementTimeout = 5 * 60_000;
const timeouts = [
  `set local statement_timeout = ${statementTimeout}`,
  "set local idle_in_transaction_session_timeout = '15min'",
];

/** Reads in one read-only transaction that sees what was committed when it began. It occupies a connection until it ends. */
export async function readSnapshot<T>(
  pool: pg.Pool,
  { clinicId, userId }: Scope,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await connectPrepared(pool);
  let isClean = false;
  try {
    await client.query("begin isolation level repeatable read, read only");
    for (const setting of timeouts) await client.query(setting);
    await setScope(client, { clinicId, userId, ownerUserId: null, event: "" });
    const result = await work({
      rows: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
        const query = { text, values: [...values], query_timeout: statementTimeout + 1000 };
        return (await client.query(query)).rows as Row[];
      },
    });
    await client.query("commit");
    isClean = true;
    return result;
  } catch (error) {
    isClean = await rollBack(client);
    throw error;
  } finally {
    client.release(!isClean);
  }
}
