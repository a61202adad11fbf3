import type { CompiledQuery } from "kysely";
import { Pool } from "pg";
import { DatabaseFunctions } from "#server/database/database-functions.ts";
import type { ClinicScope, Databases } from "#server/database/db.ts";
import { rowTypes } from "#server/database/row-types.ts";
import { recordQueries } from "#test/recorded-queries.ts";
import type { SignedIn } from "./environment.ts";
import type { Statement } from "./floor.ts";

type Work = (clinic: ClinicScope) => Promise<unknown>;
type Answer = (query: CompiledQuery) => Promise<object[]>;

/** The statements that the product sends to the database for a piece of work. */
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

  /** Records the statements of a read, with the clinic's real rows, since later statements may depend on them. */
  read = (who: SignedIn, work: Work) =>
    this.record(who, work, async ({ sql, parameters }) => this.rows(sql, parameters));

  /** Records the statements when every result is empty. */
  unsent = (who: SignedIn, work: Work) => this.record(who, work, async () => []);

  /** Records the statements of a change without running it: an insert returns this patient's row. */
  async pretending(who: SignedIn, id: number, work: Work): Promise<Statement[]> {
    const rows = await this.rows("select * from patients where clinic_id = $1 and id = $2", [
      who.clinicId,
      id,
    ]);
    return this.record(who, work, async ({ sql }) => (/^insert|^with .* insert/s.test(sql) ? rows : []));
  }

  /** Calls of database functions. */
  async functions(work: (databases: Databases) => Promise<unknown>): Promise<Statement[]> {
    const recorded: Statement[] = [];
    const functions = new DatabaseFunctions(async ({ text, values, nameOf = String }) => {
      recorded.push({ text, values: [...values] });
      return (await this.rows(text, values)).map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value])),
      );
    });
    await work({ functions } as Databases);
    return recorded;
  }

  close = (): Promise<void> => this.pool.end();

  private rows = async (text: string, values: readonly unknown[]) =>
    (await this.pool.query<object>(text, [...values])).rows;

  private async record({ clinicId, userId }: SignedIn, work: Work, answer: Answer): Promise<Statement[]> {
    const recorded = await recordQueries(clinicId, work, { userId, answer });
    return recorded.map(({ sql, parameters }) => ({ text: sql, values: [...parameters] }));
  }
}
