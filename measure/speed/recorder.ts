import type { CompiledQuery } from "kysely";
import { Pool } from "pg";
import { DatabaseFunctions } from "#server/database/database-functions.ts";
import { type ClinicScope, type Databases, rowTypes } from "#server/database/db.ts";
import { recordQueries } from "#test/recorded-queries.ts";
import type { Statement } from "./floor/plan.ts";

/** What the product asks of the database, taken down while it is asked. */
export class Recorder {
  private readonly pool: Pool;

  constructor(databaseUrl: string) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      max: 2,
      options: "-c timezone=UTC",
      types: rowTypes,
    });
  }

  /** The statements of a read, answered with the clinic's rows, since what comes next may hang on them. */
  async read(who: Actor, work: (clinic: ClinicScope) => Promise<unknown>): Promise<Statement[]> {
    const answer = async ({ sql, parameters }: CompiledQuery) =>
      (await this.pool.query<object>(sql, [...parameters])).rows;
    const asked = await recordQueries(who.clinicId, work, { userId: who.userId, answer });
    return asked.map(statementOf);
  }

  /** What is asked while every answer is empty. */
  async unsent(who: Actor, work: (clinic: ClinicScope) => Promise<unknown>): Promise<Statement[]> {
    return (await recordQueries(who.clinicId, work, { userId: who.userId })).map(statementOf);
  }

  /** What is asked when all goes well, without doing it: a row that is put in is answered as one that is there. */
  async pretending(
    who: Actor,
    id: number,
    work: (clinic: ClinicScope) => Promise<unknown>,
  ): Promise<Statement[]> {
    const { rows } = await this.pool.query<object>(
      "select * from patients where clinic_id = $1 and id = $2",
      [who.clinicId, id],
    );
    const answer = async ({ sql }: CompiledQuery) => (/^insert|^with .* insert/s.test(sql) ? rows : []);
    const asked = await recordQueries(who.clinicId, work, { userId: who.userId, answer });
    return asked.map(statementOf);
  }

  /** The calls of the database's functions. */
  async functions(work: (databases: Databases) => Promise<unknown>): Promise<Statement[]> {
    const asked: Statement[] = [];
    const functions = new DatabaseFunctions(async ({ text, values, nameOf = String }) => {
      asked.push({ text, values: [...values] });
      const { rows } = await this.pool.query<object>(text, [...values]);
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value])),
      );
    });
    await work({ functions } as Databases);
    return asked;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

export type Actor = { clinicId: number; userId: number };

const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: [...parameters],
});
