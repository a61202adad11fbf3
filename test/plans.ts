import { Client } from "pg";
import type { ClinicScope } from "#server/database/db.ts";
import { recordQueries } from "./recorded-queries.ts";

/** Both kinds of plans: custom for the given values, and generic, which a prepared statement may get in the end. */
const modes = { custom: "force_custom_plan", generic: "force_generic_plan" } as const;

/** Explains statements with the rights of one role, under row-level security. */
export class Planner {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async open(databaseUrl: string, role: "klinika_app" | "klinika_admin"): Promise<Planner> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`set role ${role}`);
    return new Planner(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** `types`: of the parameters, if the statement does not determine them. */
  async explain(
    statement: string,
    values: readonly unknown[],
    mode: keyof typeof modes,
    types = "",
  ): Promise<string> {
    await this.client.query(`set plan_cache_mode = ${modes[mode]}`);
    await this.client.query(`prepare shown${types && `(${types})`} as ${statement}`);
    const given = values.length > 0 ? `(${values.map(literal).join(", ")})` : "";
    const { rows } = await this.client.query(`explain execute shown${given}`);
    await this.client.query("deallocate shown");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }

  /** Both plans of the first statement of a query function for this clinic. */
  async plansOf(clinicId: number, work: (clinic: ClinicScope) => Promise<unknown>): Promise<string[]> {
    await this.client.query("select set_config('app.clinic_id', $1, false)", [String(clinicId)]);
    const [query] = await recordQueries(clinicId, work);
    if (!query) throw new Error("Nothing was asked.");
    return [
      await this.explain(query.sql, query.parameters, "custom"),
      await this.explain(query.sql, query.parameters, "generic"),
    ];
  }
}

const literal = (value: unknown) => (value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`);
