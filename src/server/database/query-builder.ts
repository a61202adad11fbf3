import {
  CamelCasePlugin,
  type Driver,
  Kysely,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Database } from "./db.types.ts";

/** Columns are renamed once per statement (see `Statement`), not once per row. */
class ColumnNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result);
  }
}

// The names of a clinic's custom fields are nested keys and stay as typed.
const columnNames = new ColumnNames({ maintainNestedObjectKeys: true });

export const queryBuilder = (driver: Driver): Kysely<Database> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [columnNames],
  });
