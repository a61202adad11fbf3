import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Clinic } from "#server/db.ts";
import type { Database } from "#server/db.types.ts";

/** The statements a query function sends for a clinic, without sending them: each is answered with no rows. */
export async function recordQueries(
  clinicId: number,
  work: (clinic: Clinic) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const recorded: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        async init() {},
        async acquireConnection() {
          return {
            async executeQuery(query: CompiledQuery) {
              recorded.push(query);
              return { rows: [] };
            },
            streamQuery() {
              throw new Error("Nothing streams.");
            },
          };
        },
        async beginTransaction() {},
        async commitTransaction() {},
        async rollbackTransaction() {},
        async releaseConnection() {},
        async destroy() {},
      }),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  const clinic: Clinic = { id: clinicId, userId: 1, db, transaction: (inner) => inner(clinic) };
  // With no rows a record is "not found"; what was asked stands recorded all the same.
  await work(clinic).catch(() => undefined);
  return recorded;
}
