import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";

/**
 * The statements that a query function sends for a clinic, as one of its users. Without `answer` they are not sent, and
 * each returns no rows.
 */
export async function recordQueries(
  clinicId: number,
  work: (clinic: ClinicScope) => Promise<unknown>,
  {
    userId = 1,
    answer = async () => [],
  }: { userId?: number; answer?: (query: CompiledQuery) => Promise<object[]> } = {},
): Promise<CompiledQuery[]> {
  const recorded: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        async init() {},
        async acquireConnection() {
          return {
            async executeQuery<Row>(query: CompiledQuery) {
              recorded.push(query);
              return { rows: (await answer(query)) as Row[] };
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
  const clinic: ClinicScope = { id: clinicId, userId, db, transaction: (inner) => inner(clinic) };
  // Without rows a record is "not found", but the statements are recorded.
  await work(clinic).catch(() => undefined);
  return recorded;
}
