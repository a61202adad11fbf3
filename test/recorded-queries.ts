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
 * The statements a query function sends for a clinic, in the hands of a user of it. Without `answer` they are not
 * sent: each is answered with no rows.
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
  // Without rows a record is "not found"; the statements are recorded anyway.
  await work(clinic).catch(() => undefined);
  return recorded;
}
