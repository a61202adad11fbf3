import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { withClient } from "#server/database/with-client.ts";
import type { Answer, Stage } from "#test/app.ts";
import { comparedWithClinic } from "#test/clinic-condition.ts";
import type { TestClinic } from "#test/data/factories.ts";
import {
  clinicTables,
  idsIn,
  idsOf,
  stateOf,
  stateStatement,
  strayRows,
} from "#test/data/rows-of-clinics.ts";
import { endpoints } from "#test/endpoints.ts";
import { type EnvironmentSource, inEnvironment } from "#test/harness/environment.ts";
import { every, type Figure, none, verdict } from "#test/harness/figure.ts";
import { askOwn } from "#test/safety/ask-own.ts";
import { inBodies, inPaths, nobodysRecords } from "#test/safety/id-inputs.ts";
import { nobodysPath, paramsFor, seededClinic, tokenOfClinic } from "#test/safety/seeded-records.ts";

/** Calls without a session name a secret, which identifies the clinic. */
const inputs = [...inPaths, ...inBodies].filter(({ endpoint }) => endpoint.access !== "public");

/** Another clinic's record is answered like a missing one, and nothing changes. */
async function proveInputs(stage: Stage): Promise<Figure[]> {
  const own = await seededClinic(stage);
  const other = await seededClinic(stage);
  const tables = (await clinicTables(stage)).filter((table) => !writtenByTheMinute.includes(table));
  const before = await stateAtRest(stage, other.id, tables);
  const foreign = await idsOf(stage, other.id, tables);
  const reads: string[] = [];
  const apart: string[] = [];
  const writes: string[] = [];
  for (const { name, endpoint, call } of inputs) {
    const { token } = own.owner;
    const named = await stage.call(endpoint, token, call(own.records, other.records));
    const absent = await stage.call(endpoint, token, call(own.records, nobodysRecords(own.records)));
    if (named.statusCode < 400) reads.push(`${name}: ${named.statusCode}`);
    const words = ({ statusCode, body }: Answer) => `${statusCode} ${body}`;
    // The error message contains the path of a file.
    const same = words(named).replaceAll(String(other.records.path), nobodysPath) === words(absent);
    if (!same) apart.push(`${name}: ${words(named).slice(0, 100)} and ${words(absent).slice(0, 100)}`);
    if ((await stateOf(stage, other.id, tables)) !== before) writes.push(name);
  }
  writes.push(...(await strayRows(stage, own.id, foreign, tables)));
  return [
    none(`foreign records answered (${inputs.length} inputs)`, inputs.length, reads),
    none("foreign records distinguishable from missing ones", inputs.length, apart),
    none("foreign rows written or referred to, by the database", inputs.length, writes),
  ];
}

/** Written by the server itself, whatever the request. */
const writtenByTheMinute = ["record_history_seals", "webhook_deliveries"];

/** Waits until the server has finished background work of a clinic, and recorded views. */
async function stateAtRest(stage: Stage, clinicId: number, tables: readonly string[]): Promise<string> {
  const until = Date.now() + 60_000;
  for (let last = ""; ; await wait(3_000)) {
    const atWork = await stage.sql(
      `select state from imports where clinic_id = $1 and state in ('checking', 'running', 'taking-back')
       union all select state from exports where clinic_id = $1 and state in ('waiting', 'running')
       union all select state from fhir_exports where clinic_id = $1 and state = 'waiting'`,
      [clinicId],
    );
    const state = await stateOf(stage, clinicId, tables);
    if ((atWork.length === 0 && state === last) || Date.now() > until) return state;
    last = state;
  }
}

/** Checks that the requests above would succeed for one's own records. */
async function proveOwn(stage: Stage): Promise<Figure> {
  const missed: string[] = [];
  const reader = await seededClinic(stage);
  for (const input of inputs) {
    const own = input.endpoint.method === "GET" ? reader : await seededClinic(stage);
    const { statusCode, body } = await askOwn(stage, input, own);
    if (statusCode >= 400) missed.push(`${input.name}: ${statusCode} ${body.slice(0, 100)}`);
  }
  return every("the same inputs with own records succeed", inputs.length, missed);
}

type Noted = { text: string; values: unknown[]; clinicId: number };

/** In the table of the clinics themselves the key is the clinic. */
const condition = comparedWithClinic(
  String.raw`(?:(?:"?\w+"?\.)?"?clinic_id"?|(?<=from "clinics" where )(?:"clinics"\.)?"id")`,
);
const isFunction = (text: string) => /^\s*select (\* from )?"?\w+"?\(/.test(text);
/** Rows that are created together with their clinic from the request only: no clinic's table is read for them. */
function makesOwnRows(text: string, tables: readonly string[]): boolean {
  const made = [...text.matchAll(/insert into "?\w+"?(?: as \w+)? \(([^)]*)\)/g)];
  const read = [...text.matchAll(/\b(?:from|join|update) "?(\w+)"?/g)];
  return (
    made.length > 0 &&
    made.every(([, columns = ""]) => /\bclinic_id\b/.test(columns)) &&
    !read.some(([, table = ""]) => tables.includes(table))
  );
}

/** Row-level security alone: runs each statement the server sent without its clinic condition, for another clinic. */
async function proveSecondWall(
  stage: Stage,
  noted: readonly Noted[],
  isOnCluster: boolean,
): Promise<Figure[]> {
  const tables = await clinicTables(stage);
  const other = await seededClinic(stage);
  const unnamed: string[] = [];
  const leaks: string[] = [];
  let asked = 0;
  let reaching = 0;
  const idsByClinic = new Map<number, Set<number>>();
  await withClient(stage.databaseUrl, async (client) => {
    if (isOnCluster) await client.query("set citus.propagate_set_commands = 'local'");
    for (const { text, values, clinicId } of noted) {
      if (!text.match(condition)) {
        if (!isFunction(text) && !makesOwnRows(text, tables)) unnamed.push(text.slice(0, 160));
        continue;
      }
      const ids = idsByClinic.get(clinicId) ?? (await idsOf(stage, clinicId, tables));
      idsByClinic.set(clinicId, ids);
      asked += 1;
      const open = { text: text.replaceAll(condition, "$1::bigint is not null"), values, clinicId };
      const reaches = async (as: TestClinic | null) => {
        const { rows, isChanged } = await tryOut(client, open, as, tables);
        return isChanged || idsIn(rows, ids).length > 0;
      };
      if (await reaches(other)) leaks.push(text.slice(0, 160));
      if (await reaches(null)) reaching += 1;
    }
  });
  return [
    none("forms of statement that name no clinic", noted.length, unnamed),
    none("foreign rows read or changed without the clinic condition, statement by statement", asked, leaks),
    verdict(
      "of those, statements that reach foreign rows without row-level security",
      `${reaching} of ${asked}`,
      "a third, so that the question above means something",
      reaching * 3 > asked,
    ),
  ];
}

/**
 * As another clinic; or as the database's superuser, to whom no policy applies, in a transaction that is rolled back. As a
 * clinic it is committed before the rows are compared: on a cluster no role sees what another has not committed.
 */
async function tryOut(
  client: Client,
  { text, values, clinicId }: Noted,
  as: TestClinic | null,
  tables: readonly string[],
): Promise<{ rows: unknown[]; isChanged: boolean }> {
  const state = async () =>
    (await client.query<{ state: string }>(stateStatement(tables), [clinicId])).rows[0]?.state;
  const isRead = /^\s*(select|with)/.test(text) && !/\b(update|insert|delete)\b/.test(text);
  const before = isRead ? "" : await state();
  const hasChanged = async () => !isRead && (await state()) !== before;
  await client.query("begin");
  try {
    if (as) await client.query("set local role klinika_app");
    await client.query("select set_scope($1, $2, '', 'patient.update')", [
      as ? String(as.id) : "",
      as ? String(as.owner.id) : "",
    ]);
    const { rows } = await client.query(text, values);
    if (!as) return { rows, isChanged: await hasChanged() };
    await client.query("commit");
    return { rows, isChanged: await hasChanged() };
  } catch {
    // Refused by a constraint or by a policy: nothing was read or changed.
    return { rows: [], isChanged: false };
  } finally {
    await client.query("rollback");
  }
}

/** test/pooled-connections.test.ts tests clinics that share connections. */
export async function isolation(source: EnvironmentSource): Promise<Figure[]> {
  const statements = join(tmpdir(), `klinika-statements-${process.pid}.jsonl`);
  const figures = await inEnvironment(
    source,
    async ({ stage }) => {
      const asked = [...(await proveInputs(stage)), await proveOwn(stage)];
      const own = await seededClinic(stage);
      for (const endpoint of endpoints.filter(({ method, access }) => method === "GET" && access !== "admin"))
        await stage.call(endpoint, tokenOfClinic(endpoint, own), {
          params: paramsFor(endpoint, own.records),
        });
      const lines = readFileSync(statements, "utf8").trim().split("\n");
      const noted = lines.map((line) => JSON.parse(line) as Noted);
      return [...asked, ...(await proveSecondWall(stage, noted, source.machines.length > 1))];
    },
    { env: { PROVE_STATEMENTS: statements }, preloaded: ["note-statements"] },
  );
  rmSync(statements, { force: true });
  return figures;
}
