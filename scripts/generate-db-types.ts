import { writeFile } from "node:fs/promises";
import { Client } from "pg";

const typesFile = new URL("../src/server/db.types.ts", import.meta.url);

/** How the driver hands each PostgreSQL type over: dates, instants and decimals stay text. */
const typescriptTypes: Record<string, string> = {
  int2: "number",
  int4: "number",
  int8: "number",
  bool: "boolean",
  text: "string",
  varchar: "string",
  numeric: "string",
  date: "string",
  timestamptz: "string",
  uuid: "string",
  bytea: "Buffer",
  jsonb: "Json",
  _text: "string[]",
  _int8: "string[]",
  _bytea: "Buffer[]",
};

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string) => camelCase(`_${name}`);

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
};

/** The Kysely interface of the migrated schema, as the text of db.types.ts. */
export async function databaseTypes(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
            column_default is not null as has_default, is_generated = 'ALWAYS' as generated
     from information_schema.columns where table_schema = 'public' order by table_name collate "C", ordinal_position`,
  );
  await client.end();
  const tables = Map.groupBy(rows, (row) => row.table);
  const lines = [
    "// Drawn from the migrated schema by `npm run db:types`; a test fails when it is stale.",
    'import type { ColumnType, GeneratedAlways } from "kysely";',
    "",
    "type Json = ColumnType<unknown, string, string>;",
    "type NullableJson = ColumnType<unknown, string | null, string | null>;",
    "type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;",
  ];
  for (const [table, columns] of tables) {
    lines.push("", `export interface ${pascalCase(table)}Table {`);
    for (const column of columns) lines.push(`  ${camelCase(column.column)}: ${columnType(column)};`);
    lines.push("}");
  }
  lines.push("", "export interface Database {");
  for (const table of tables.keys()) lines.push(`  ${camelCase(table)}: ${pascalCase(table)}Table;`);
  return `${lines.join("\n")}\n}\n`;
}

function columnType(column: Column): string {
  const base = typescriptTypes[column.type];
  if (!base) throw new Error(`No TypeScript type for ${column.type} of ${column.table}.${column.column}`);
  if (base === "Json" && column.nullable) return "NullableJson";
  const type = column.nullable ? `${base} | null` : base;
  if (column.generated) return `GeneratedAlways<${type}>`;
  return column.has_default ? `Generated<${type}>` : type;
}

if (import.meta.main) {
  const databaseUrl = process.argv[2];
  if (!databaseUrl)
    throw new Error("Give the address of a migrated database: npm run db:types -- postgres://…");
  await writeFile(typesFile, await databaseTypes(databaseUrl));
}
