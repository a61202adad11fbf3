import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { withStoredShares } from "#features/billing/server/stored-shares.ts";
import { exportedTables } from "#features/exports/server/tables/exported-tables.ts";
import { isOfClinic, type TableShape, tableShapes } from "#features/exports/server/tables/table-shapes.ts";
import { OperationError } from "#operations/operation.ts";
import type { ClinicArchive } from "./open-archive.ts";

/** New values for the ids of an archive. */
export type NewIds = {
  clinic: number;
  /** The id of the exported clinic. */
  former: number;
  /** Stands for every other clinic in referrals; null if there are none. */
  outside: number | null;
  accounts: ReadonlyMap<number, number>;
  /** Key in the file store, by the id of the file. */
  storedAs: ReadonlyMap<number, string>;
};

/** Not loaded: seals contain the clinic's id, so the record history is sealed again. */
const regeneratedTables = ["record_history_seals"];

/** Set by the platform, so that an archive cannot declare itself paid or verified. */
const platformColumns = [
  "verified_at",
  "is_active",
  "subscription_status",
  "trial_ends_at",
  "setup_fee",
  "monthly_fee",
  "subdomain",
];

/** Columns that no archive has, and whose values are found here. */
const foundHere: Record<string, readonly string[]> = {
  files: ["stored_as"],
  bills: ["patient_share", "patient_balance"],
};

/** JSON fields within a row that refer to an account. */
const namesInJson = ["userId", "doctorId"];

/**
 * Replaces the ids of accounts in a row's JSON, also in old values of the record history. It works on the text without
 * parsing it, so that numbers keep their notation.
 */
function accountRenamer(columns: readonly string[], accounts: ReadonlyMap<number, number>) {
  const named = [...new Set([...columns, ...namesInJson])].join("|");
  const key = new RegExp(`("(?:${named})"\\s*:\\s*)(\\d+|\\[[^\\]"]*\\])`, "g");
  const renamed = (ids: string) => ids.replace(/\d+/g, (id) => String(accounts.get(Number(id)) ?? "null"));
  return (line: string) => line.replace(key, (_, before: string, ids: string) => before + renamed(ids));
}

/** Loads every table of an archive. In a transaction without triggers, whose rows the archive contains already. */
export async function importTables(
  client: Client,
  archive: ClinicArchive,
  ids: NewIds,
  subdomain: string,
): Promise<void> {
  const shapes = await shapesOf(client);
  const users = [
    ...new Set(
      shapes.flatMap(({ columns }) => columns.filter(({ isUser }) => isUser).map(({ name }) => name)),
    ),
  ];
  const rename = accountRenamer(users, ids.accounts);
  await client.query("insert into stored_as select * from unnest($1::bigint[], $2::text[])", [
    [...ids.storedAs.keys()],
    [...ids.storedAs.values()],
  ]);
  // Clinic, accounts and practitioners first: other rows refer to them.
  const first = ["clinics", "users", "practitioners"];
  const ordered = [
    ...first.flatMap((name) => shapes.filter((shape) => shape.name === name)),
    ...shapes.filter(({ name }) => !first.includes(name) && !regeneratedTables.includes(name)),
  ];
  for (const shape of ordered) {
    // Of a version that had no such table.
    if (archive.manifest.tables[shape.name] === undefined) {
      if (shape.name === "practitioners") await addPractitioners(client, ids);
      continue;
    }
    await load(client, archive, shape.name, rename);
    await insert(client, shape, ids, subdomain);
    await compareCount(client, archive, shape.name, ids.clinic);
  }
  await checkForeignKeys(client, ids.clinic);
}

const shapesOf = (client: Client): Promise<TableShape[]> =>
  tableShapes({
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
  });

/** Copies the lines of a table into the temporary table `incoming`. */
async function load(
  client: Client,
  archive: ClinicArchive,
  name: string,
  rename: (line: string) => string,
): Promise<void> {
  await client.query("truncate incoming");
  const chunks = async function* () {
    let text = "";
    for await (const line of archive.lines(`data/${name}.ndjson`)) {
      const row = name === "bills" ? JSON.stringify(withStoredShares(JSON.parse(line))) : line;
      text += `${rename(row)}\n`;
      if (text.length < 65_536) continue;
      yield text;
      text = "";
    }
    yield text;
  };
  // JSON cannot contain these two characters, so that each line is one value.
  const into = client.query(
    copyFrom("copy incoming (line) from stdin with (format csv, quote e'\\x01', delimiter e'\\x02')"),
  );
  await pipeline(Readable.from(chunks()), into);
}

/** SQL for the new value of a column; `r` is the exported row. */
function newValue(table: string, column: string): string {
  const was = `r."${column}"`;
  if (column === "clinic_id" || (table === "clinics" && column === "id")) return "ids.clinic";
  if (table === "users" && column === "id") return `(i.line ->> 'new_id')::bigint`;
  if (table === "users" && column === "password_changed") return "false";
  if (table === "users" && column === "email")
    return `case when exists (select from users u where u.email = ${was}) then 'account-' || (i.line ->> 'new_id') || '@' || ids.subdomain || '.invalid' else ${was} end`;
  if (table === "files" && column === "stored_as")
    return "coalesce((select s.key from stored_as s where s.id = r.id), 'lost/' || r.id)";
  // The other clinic is not here to answer.
  if (table === "referrals" && column === "status")
    return `case when ${was} = 'pending' then 'cancelled' else ${was} end`;
  if (table === "referrals" && /^(from|to)_clinic_id$/.test(column))
    return `case when ${was} = ids.former then ids.clinic when ${was} is not null then ids.outside end`;
  return was;
}

async function insert(
  client: Client,
  { name, columns }: TableShape,
  ids: NewIds,
  subdomain: string,
): Promise<void> {
  const { rows } = await client.query<{ keys: string[] | null }>(
    "select (select array_agg(k) from jsonb_object_keys(line) k) as keys from incoming limit 1",
  );
  // A table without rows names no columns.
  if (!rows[0]) return;
  // Columns that were added since the export get their defaults.
  const found = foundHere[name] ?? [];
  const there = new Set([...(rows[0].keys ?? []), ...found]);
  const all = [...columns.filter(({ isGenerated }) => !isGenerated).map((column) => column.name), ...found];
  const taken = all.filter(
    (column) => there.has(column) && !(name === "clinics" && platformColumns.includes(column)),
  );
  const values = taken.map((column) => newValue(name, column));
  if (name === "clinics") {
    taken.push("subdomain");
    values.push("ids.subdomain");
  }
  if (name === "users")
    await client.query(
      `update incoming set line = line || jsonb_build_object('new_id', m.new_id)
       from unnest($1::bigint[], $2::bigint[]) m (id, new_id) where (line ->> 'id')::bigint = m.id`,
      [[...ids.accounts.keys()], [...ids.accounts.values()]],
    );
  await client.query(
    `with ids as (select $1::bigint as clinic, $2::text as subdomain, $3::bigint as former, $4::bigint as outside)
     insert into ${name} (${taken.map((column) => `"${column}"`).join(", ")})
     select ${values.join(", ")} from ids, incoming i, jsonb_populate_record(null::${name}, i.line) r`,
    [ids.clinic, subdomain, ids.former, ids.outside],
  );
}

/** For an archive of a version without practitioners, from the accounts in `incoming`: the owner is the practitioner. */
async function addPractitioners(client: Client, { clinic }: NewIds): Promise<void> {
  await client.query(
    `insert into practitioners (clinic_id, user_id, license_number, ptr_number, ptr_year, s2_number, specialization,
                                credentials, created_at, updated_at)
     select $1, (i.line ->> 'new_id')::bigint, u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization,
            u.credentials, u.created_at, u.updated_at
     from incoming i, jsonb_populate_record(null::users, i.line) u where u.role = 'owner'`,
    [clinic],
  );
}

async function compareCount(
  client: Client,
  archive: ClinicArchive,
  name: string,
  clinicId: number,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from ${name} t where ${isOfClinic(name)}`,
    [clinicId],
  );
  const expected = archive.manifest.tables[name];
  if (exportedTables[name] && rows[0]?.count !== (expected ?? 0))
    throw new OperationError(
      `${name} has ${rows[0]?.count} rows here and ${expected} in the archive. Nothing was changed.`,
    );
}

/** Checks every foreign key of the clinic's rows, because without triggers PostgreSQL did not. */
async function checkForeignKeys(client: Client, clinicId: number): Promise<void> {
  const { rows: keys } = await client.query<{
    name: string;
    child: string;
    parent: string;
    columns: string[];
    referred: string[];
  }>(
    `select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
            array(select a.attname::text from unnest(k.conkey) with ordinality c (num, at)
                  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num order by at) as columns,
            array(select a.attname::text from unnest(k.confkey) with ordinality c (num, at)
                  join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.num order by at) as referred
     from pg_constraint k where k.contype = 'f' and k.conrelid::regclass::text = any ($1)`,
    [Object.keys(exportedTables)],
  );
  for (const { name, child, parent, columns, referred } of keys) {
    const isSet = columns.map((column) => `t."${column}" is not null`).join(" and ");
    const same = columns.map((column, index) => `p."${referred[index]}" = t."${column}"`).join(" and ");
    const { rowCount } = await client.query(
      `select from ${child} t where ${isOfClinic(child)} and ${isSet}
         and not exists (select from ${parent} p where ${same}) limit 1`,
      [clinicId],
    );
    if (rowCount)
      throw new OperationError(
        `A row of ${child} refers to one of ${parent} that is not in the archive (${name}). Nothing was changed.`,
      );
  }
}
