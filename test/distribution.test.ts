import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyCall } from "#server/database/cluster/distribute-tables.ts";
import { tableKinds } from "#server/database/cluster/table-kinds.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { clinicCondition } from "./clinic-condition.ts";
import { acceptedBodies } from "./data/accepted-bodies.ts";
import { actsAcrossClinics, actsTable, placesTable } from "./distribution.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "./safety/seeded-records.ts";

type Sent = { text: string; values: readonly unknown[] };

/** Every statement the server sends, once for each form. */
const sent = new Map<string, Sent>();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  // The server's own statements are sent in round trips of one or several statements.
  const [what] = args as [{ parts?: Sent[] } | string];
  if (typeof what === "object") for (const part of what.parts ?? []) sent.set(part.text, part);
  return (query as (...all: unknown[]) => unknown).apply(this, args);
} as typeof query;

let app: TestApp;
let clinic: SeededClinic;
beforeAll(async () => {
  app = await startOwnApp();
  clinic = await seededClinic(app);
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await app.close();
});

const splitTables = Object.keys(tableKinds).filter((name) => tableKinds[name] === "distributed");

describe("the catalog", () => {
  test("every table has a kind, and no other table is listed", async () => {
    const tables = await app.sql<{ name: string }>(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableKinds).sort());
  });

  test("each distributed table has clinic_id, never null, in every key and unique index", async () => {
    const keyless = await app.sql(
      `select i.indexrelid::regclass::text as index from pg_index i
       join pg_class c on c.oid = i.indrelid
       left join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and a.attnotnull
       where c.relname = any($1) and i.indisunique and (a.attnum is null or not a.attnum = any(i.indkey::int2[]))`,
      [splitTables],
    );
    expect(keyless).toEqual([]);
    const primary = await app.sql<{ name: string }>(
      `select c.relname as name from pg_class c where c.relname = any($1)
         and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [splitTables],
    );
    expect(primary).toEqual([]);
  });

  test("each table with row security has a policy for its owner, since FORCE is not used on a cluster", async () => {
    const missing = await app.sql(
      `select c.relname as name from pg_class c where c.relname = any($1) and c.relrowsecurity
         and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
                         and c.relowner = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')`,
      [Object.keys(tableKinds).filter((name) => tableKinds[name] !== "local")],
    );
    expect(missing).toEqual([]);
  });

  test("no exclusion constraints and no rules, which a cluster cannot enforce", async () => {
    expect(
      await app.sql(
        `select conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
         where c.relname = any($1) and k.contype = 'x'
         union all select rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relname = any($1)`,
        [splitTables],
      ),
    ).toEqual([]);
  });

  test("a foreign key refers to the same clinic's rows or to a reference table, and never from a reference table to a distributed one", async () => {
    const keys = await app.sql<{ name: string; from: string; to: string; same_clinic: boolean }>(
      `select k.conname as name, f.relname as from, t.relname as to,
              exists (select 1 from generate_subscripts(k.conkey, 1) i
                      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey [i] and a.attname = 'clinic_id'
                      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey [i] and b.attname = 'clinic_id') as same_clinic
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(40);
    const allowed = {
      distributed: ["distributed", "reference"],
      reference: ["reference"],
      local: ["local", "reference"],
    } as const;
    const crossing = keys.filter(({ from, to, same_clinic }) => {
      const [of, into] = [tableKinds[from] ?? "local", tableKinds[to] ?? "local"];
      return !allowed[of].some((place) => place === into) || (into === "distributed" && !same_clinic);
    });
    expect(crossing).toEqual([]);
  });

  test("nothing that Citus rejects: foreign keys that set columns null, policies with subqueries other than a call", async () => {
    expect(
      await app.sql(
        "select conname as name from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')",
      ),
    ).toEqual([]);
    const policies = await app.sql<{ name: string; text: string }>(
      `select polname as name, concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as text
       from pg_policy`,
    );
    expect(policies.filter(({ text }) => /\bselect\b/i.test(text.replaceAll(policyCall, "")))).toEqual([]);
  });

  test("a trigger that writes the name of its table gets it as an argument", async () => {
    const named = await app.sql<{ of: string; argument: string }>(
      `select c.relname as of, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as argument
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgfoid in ('record_change'::regproc, 'queue_webhooks'::regproc)`,
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ of, argument }) => of !== argument)).toEqual([]);
  });

  test("every security definer function is listed with its reason, and no other function is listed", async () => {
    const doors = await app.sql<{ name: string }>(
      `select distinct proname as name from pg_proc
       where prosecdef and pronamespace = 'public'::regnamespace and has_function_privilege('klinika_app', oid, 'execute')`,
    );
    expect(actsAcrossClinics.flatMap(({ functions }) => functions).sort()).toEqual(
      doors.map(({ name }) => name).sort(),
    );
  });

  test("no security definer function is written in SQL, whose parameters Citus does not route", async () => {
    expect(
      await app.sql(
        `select p.oid::regprocedure::text as function from pg_proc p join pg_language l on l.oid = p.prolang
         where p.prosecdef and p.pronamespace = 'public'::regnamespace and l.lanname = 'sql'`,
      ),
    ).toEqual([]);
  });

  test("no function compares clinic_id with a call, which Citus would send to every shard", async () => {
    const named = await app.sql<{ name: string; body: string }>(
      `select proname as name, regexp_replace(prosrc, '--[^\\n]*', '', 'g') as body from pg_proc
       where pronamespace = 'public'::regnamespace and prosrc ~ '\\mclinic_id = (public\\.)?current_clinic\\(\\)'`,
    );
    const ofSplit = new RegExp(`\\b(?:from|join|update|into) (?:public\\.)?(?:${splitTables.join("|")})\\b`);
    expect(named.filter(({ body }) => ofSplit.test(body)).map(({ name }) => name)).toEqual([]);
  });

  test("docs/cluster.md says the same", () => {
    const text = readFileSync("docs/cluster.md", "utf8");
    expect(text).toContain(placesTable());
    expect(text).toContain(actsTable());
  });
});

describe("statements of the server", () => {
  const name = `"?(${splitTables.join("|")})"?`;
  const mention = new RegExp(`\\b(?:from|join|update|into)\\s+${name}(?![\\w.])`, "gi");
  const ownColumn = /insert into "?\w+"?(?: as \w+)?\s*\([^)]*\bclinic_id\b/gi;
  const joined = /"?(\w+)"?\."?clinic_id"?\s*=\s*"?(\w+)"?\."?clinic_id"?/g;

  test("compare clinic_id for each table they read or write, and with one clinic only", async () => {
    sent.clear();
    const reads = endpoints.filter(({ method }) => method === "GET");
    for (const endpoint of [...endpoints.filter((one) => !reads.includes(one)), ...reads]) {
      if (endpoint.access === "admin" || endpoint.access === "public") continue;
      if (endpoint.path === "/api/auth/logout") continue;
      await app.call(endpoint, tokenOfClinic(endpoint, clinic), {
        params: paramsFor(endpoint, clinic.records),
        body: acceptedBodies[nameOf(endpoint)],
      });
    }
    const about = [...sent.values()].filter(({ text }) => text.match(mention));
    expect(about.length).toBeGreaterThan(60);
    const crossing = about.filter(({ text, values }) => {
      const mentions = text.match(mention)?.length ?? 0;
      const conditions = [...text.matchAll(clinicCondition)];
      const named =
        conditions.length + (text.match(ownColumn)?.length ?? 0) + [...text.matchAll(joined)].length;
      const foreign = conditions.some(
        ([, place]) => Number(values[Number(place?.slice(1)) - 1]) !== clinic.id,
      );
      return named < mentions || foreign;
    });
    expect(crossing.map(({ text }) => text)).toEqual([]);
  });
});
