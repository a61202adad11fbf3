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

/** Columns get their names in the rows once for each statement (see `Statement`), not once for each row. */
class ColumnNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result);
  }

  readonly inRows = (column: string) => this.camelCase(column);
}

// A clinic's own custom field names are nested keys and stay as they were typed.
const columnNames = new ColumnNames({ maintainNestedObjectKeys: true });

/** What a column is called in a row: `patient_name` is patientName. */
export const nameInRows = columnNames.inRows;

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
