import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { fieldName } from "#shared/formats/column-name.ts";

const typesFile = new URL("../src/server/database/db.types.ts", import.meta.url);

/** How the driver returns each PostgreSQL type: dates, instants and decimals stay text. */
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
  _numeric: "string[]",
  _text: "string[]",
  _int8: "string[]",
  _bytea: "Buffer[]",
};

/** Types that the driver accepts as an argument, if different from those it returns. */
const argumentTypes: Record<string, string> = {
  timestamptz: "Date | string",
  interval: "string",
  jsonb: "string",
  _numeric: "readonly string[]",
  _text: "readonly string[]",
  _varchar: "readonly string[]",
  _bool: "readonly boolean[]",
  _bytea: "readonly Buffer[]",
  _int4: "readonly number[]",
  _int8: "readonly (number | null)[]",
  _timestamptz: "readonly string[]",
};

/** Text columns with a fixed set of values. */
const wordTypes: Record<string, string> = { role: "Role", subscription_status: "SubscriptionStatus" };

/** Columns of JSON that are only written in one shape. */
const jsonTypes: Record<string, string> = { vital_signs: "VitalSigns" };

const typeName = (name: string) => fieldName(`_${name}`);

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
};

/** One argument of a function, or one column of its result. */
type Parameter = {
  function: string;
  /** `i` an argument, `t` a column, `r` the result of a function that returns a single value. */
  mode: "i" | "t" | "r";
  name: string;
  type: string;
  comment: string | null;
};

/**
 * Functions that the application may call across clinics. PostgreSQL does not know which arguments and columns are
 * nullable, so the function's comment says it: "nullable: p_reason, closed_at", or "nullable: result".
 */
const functionParameters = `
  select p.proname as function, parameter.mode, coalesce(parameter.name, '') as name, t.typname as type,
         obj_description(p.oid, 'pg_proc') as comment
  from pg_proc p
  cross join lateral (
    select * from unnest(
      coalesce(p.proallargtypes, p.proargtypes::oid[]),
      coalesce(p.proargmodes::text[], array_fill('i'::text, array[p.pronargs::integer])),
      p.proargnames) with ordinality as all_of (type, mode, name, place)
    union all
    select p.prorettype, 'r', 'result', 1000 where not p.proretset
  ) as parameter
  join pg_type t on t.oid = parameter.type
  where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
    and has_function_privilege('klinika_app', p.oid, 'execute')
  order by p.proname collate "C", parameter.place`;

const described = "col_description(to_regclass(format('public.%I', table_name)), ordinal_position)";
/** A column that moved to another table stays for the release before, and nothing else reads it. */
const isHere = `coalesce(${described} not like 'moved to %', true)`;
/** A trigger fills it where a row is written without it. */
const isNamedByTrigger = `coalesce(${described} = 'named by a trigger', false)`;

/** The Kysely interface of the migrated schema and the functions' arguments and rows, as the text of db.types.ts. */
export async function databaseTypes(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
            column_default is not null or ${isNamedByTrigger} as has_default, is_generated = 'ALWAYS' as generated
     from information_schema.columns
     where table_schema = 'public' and ${isHere} order by table_name collate "C", ordinal_position`,
  );
  const { rows: parameters } = await client.query<Parameter>(functionParameters);
  await client.end();
  const tables = Map.groupBy(rows, (row) => row.table);
  const lines = [
    "// Drawn from the migrated schema by `npm run db:types`; a test fails when it is stale.",
    'import type { ColumnType, GeneratedAlways } from "kysely";',
    'import type { VitalSigns } from "#shared/clinical/vital-signs.ts";',
    'import type { Role } from "#shared/permissions.ts";',
    'import type { SubscriptionStatus } from "#shared/subscription.ts";',
    "",
    "type Json = ColumnType<unknown, string, string>;",
    "type NullableJson = ColumnType<unknown, string | null, string | null>;",
    "type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;",
  ];
  for (const [table, columns] of tables) {
    lines.push("", `export interface ${typeName(table)}Table {`);
    for (const column of columns) lines.push(`  ${fieldName(column.column)}: ${columnType(column)};`);
    lines.push("}");
  }
  lines.push("", "export interface Database {");
  for (const table of tables.keys()) lines.push(`  ${fieldName(table)}: ${typeName(table)}Table;`);
  lines.push("}", "", "export interface DatabaseFunctions {");
  for (const [name, its] of Map.groupBy(parameters, (parameter) => parameter.function))
    lines.push(`  ${fieldName(name)}: ${functionType(its)};`);
  return `${lines.join("\n")}\n}\n`;
}

function functionType(parameters: readonly Parameter[]): string {
  const nullable = /nullable: ([a-z0-9_, ]+)/.exec(parameters[0]?.comment ?? "")?.[1]?.split(", ") ?? [];
  const unknown = nullable.filter((name) => !parameters.some((one) => one.name === name));
  if (unknown.length > 0) throw new Error(`${parameters[0]?.function} has no ${unknown.join(", ")}.`);
  const typeOf = ({ function: name, mode, name: what, type }: Parameter) => {
    const base =
      mode === "i" ? (argumentTypes[type] ?? typescriptTypes[type]) : (wordTypes[what] ?? resultType(type));
    if (!base) throw new Error(`No TypeScript type for ${type} of ${what} of ${name}`);
    return nullable.includes(what) ? `${base} | null` : base;
  };
  const fields = (mode: Parameter["mode"]) =>
    parameters
      .filter((one) => one.mode === mode)
      .map((one) => `${fieldName(one.name.replace(/^p_/, ""))}: ${typeOf(one)}`)
      .join("; ");
  const [value] = parameters.filter(({ mode }) => mode === "r");
  const answer = value ? `value: ${typeOf(value)}` : `row: { ${fields("t")} }`;
  return `{ args: { ${fields("i")} }; ${answer} }`;
}

const resultType = (type: string) =>
  type === "void" ? "void" : type === "jsonb" ? "unknown" : typescriptTypes[type];

function columnType(column: Column): string {
  const base = typescriptTypes[column.type];
  if (!base) throw new Error(`No TypeScript type for ${column.type} of ${column.table}.${column.column}`);
  const shape = jsonTypes[column.column];
  if (shape && column.nullable) return `ColumnType<${shape} | null, string | null, string | null>`;
  if (base === "Json" && column.nullable) return "NullableJson";
  const type = column.nullable ? `${base} | null` : base;
  if (column.generated) return `GeneratedAlways<${type}>`;
  return column.has_default ? `Generated<${type}>` : type;
}

if (import.meta.main) {
  const dataDir = await mkdtemp(join(tmpdir(), "klinika-db-types-"));
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(database.url);
    await writeFile(typesFile, await databaseTypes(database.url));
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
