import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { addPatient, editPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { addTask, listTasks } from "#features/tasks/contract.ts";
import { every, type Figure, none } from "#measure/report/figure.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Answer, Stage } from "#test/app.ts";
import { comparedWithClinic } from "#test/clinic-condition.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import { aClinic, aPatient, type TestClinic } from "#test/factories.ts";
import type { Call } from "#test/request-for.ts";
import { askOwn, inBodies, inPaths, nobodysRecords, somebody } from "./id-inputs.ts";
import { clinicTables, idsIn, idsOf, stateOf, stateStatement, strayRows } from "#test/rows-of-clinics.ts";
import { nobodysPath, paramsFor, seededClinic } from "#test/seeded-records.ts";
import { type EmptyEnvironment, type EnvironmentSource, inEnvironment } from "#measure/harness/environment.ts";

/** Another clinic's record is answered like one that nobody has, and nothing comes of it. */
async function proveInputs(stage: Stage): Promise<Figure[]> {
  const own = await seededClinic(stage);
  const other = await seededClinic(stage);
  const tables = await clinicTables(stage);
  const foreign = await idsOf(stage, other.id, tables);
  const before = await stateOf(stage, other.id, tables);
  const reads: string[] = [];
  const told: string[] = [];
  const writes: string[] = [];
  const inputs = [...inPaths, ...inBodies];
  for (const { name, endpoint, call } of inputs) {
    const { token } = own.owner;
    const named = await stage.call(endpoint, token, call(own.records, other.records));
    const absent = await stage.call(endpoint, token, call(own.records, nobodysRecords(own.records)));
    if (named.statusCode < 400) reads.push(`${name}: ${named.statusCode}`);
    // The path of a file is in the words about it.
    const words = ({ statusCode, body }: Answer) => `${statusCode} ${body}`;
    const same = words(named).replaceAll(String(other.records.path), nobodysPath) === words(absent);
    if (!same) told.push(`${name}: ${words(named).slice(0, 100)} and ${words(absent).slice(0, 100)}`);
    if ((await stateOf(stage, other.id, tables)) !== before) writes.push(name);
  }
  const strays = await strayRows(stage, own.id, foreign, tables);
  return [
    none(`foreign records answered (${inputs.length} inputs)`, inputs.length, reads),
    none("foreign records told apart from absent ones", inputs.length, told),
    none("foreign rows written or pointed at, looked up in the database", inputs.length, [
      ...writes,
      ...strays,
    ]),
  ];
}

/** That the questions above would be answered, were the records one's own. */
async function proveOwn(stage: Stage): Promise<Figure[]> {
  const missed: string[] = [];
  const inputs = [...inPaths, ...inBodies];
  const reader = await seededClinic(stage);
  for (const input of inputs) {
    const own = input.endpoint.method === "GET" ? reader : await seededClinic(stage);
    const answer = await askOwn(stage, input, own);
    if (answer.statusCode >= 400)
      missed.push(`${input.name}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
  }
  return [every("the same inputs with own records are answered", inputs.length, missed)];
}

type Noted = { text: string; values: unknown[]; clinicId: number };

/** In the table of the clinics themselves the key is the clinic. */
const condition = comparedWithClinic(
  String.raw`(?:(?:"?\w+"?\.)?"?clinic_id"?|(?<=from "clinics" where )"id")`,
);
const isFunction = (text: string) => /^\s*select (\* from )?"?\w+"?\(/.test(text);
/** Rows that are made with their clinic, of nothing but what was sent: no table of clinics is read for them. */
function makesOwnRows(text: string, tables: readonly string[]): boolean {
  const made = [...text.matchAll(/insert into "?\w+"?(?: as \w+)? \(([^)]*)\)/g)].map(
    ([, columns = ""]) => columns,
  );
  const read = [...text.matchAll(/\b(?:from|join|update) "?(\w+)"?/g)].map(([, table = ""]) => table);
  return (
    made.length > 0 &&
    made.every((columns) => /\bclinic_id\b/.test(columns)) &&
    !read.some((table) => tables.includes(table))
  );
}

/** Row-level security alone: each statement the server sent, without its clinic condition, run for another clinic. */
async function proveSecondWall(stage: Stage, noted: readonly Noted[]): Promise<Figure[]> {
  const tables = await clinicTables(stage);
  const other = await seededClinic(stage);
  const client = new Client({ connectionString: stage.databaseUrl });
  await client.connect();
  const unnamed: string[] = [];
  const leaks: string[] = [];
  let asked = 0;
  let biting = 0;
  const owners = new Map<number, Set<number>>();
  try {
    for (const { text, values, clinicId } of noted) {
      if (!text.match(condition)) {
        if (!isFunction(text) && !makesOwnRows(text, tables)) unnamed.push(text.slice(0, 160));
        continue;
      }
      const ids = owners.get(clinicId) ?? (await idsOf(stage, clinicId, tables));
      owners.set(clinicId, ids);
      asked += 1;
      const open = text.replaceAll(condition, "$1::bigint is not null");
      const seen = await tryOut(client, { open, values, clinicId, as: other, tables });
      if (idsIn(seen.rows, ids).length > 0 || seen.isChanged) leaks.push(text.slice(0, 160));
      const bare = await tryOut(client, { open, values, clinicId, as: null, tables });
      if (idsIn(bare.rows, ids).length > 0 || bare.isChanged) biting += 1;
    }
  } finally {
    await client.end();
  }
  return [
    none("forms of statement that name no clinic", noted.length, unnamed),
    none("foreign rows read or changed without the clinic condition, statement by statement", asked, leaks),
    {
      what: "of those, statements that do reach foreign rows where row-level security is lifted",
      figure: `${biting} of ${asked}`,
      goal: "a third, so that the question above means something",
      passes: biting * 3 > asked,
    },
  ];
}

/** In a transaction that is given up. As another clinic; or as the database's superuser, whom no policy holds. */
async function tryOut(
  client: Client,
  {
    open,
    values,
    clinicId,
    as,
    tables,
  }: { open: string; values: unknown[]; clinicId: number; as: TestClinic | null; tables: readonly string[] },
): Promise<{ rows: unknown[]; isChanged: boolean }> {
  const state = async () =>
    (await client.query<{ state: string }>(stateStatement(tables), [clinicId])).rows[0]?.state;
  const isRead = /^\s*(select|with)/.test(open) && !/\b(update|insert|delete)\b/.test(open);
  await client.query("begin");
  try {
    const before = isRead ? "" : await state();
    if (as) await client.query("set local role klinika_app");
    await client.query(
      "select set_config('app.clinic_id', $1, true), set_config('app.user_id', $2, true), set_config('app.owner_user_id', '', true), set_config('app.event', 'patient.update', true)",
      [as ? String(as.id) : "", as ? String(as.owner.id) : ""],
    );
    const { rows } = await client.query(open, values);
    await client.query("reset role");
    return { rows, isChanged: !isRead && (await state()) !== before };
  } catch {
    // Refused by a constraint or by a policy: nothing was read or changed.
    return { rows: [], isChanged: false };
  } finally {
    await client.query("rollback");
  }
}

/** Twenty clinics on four connections, every twentieth request broken in the database or on the way. */
async function provePool(environment: EmptyEnvironment): Promise<Figure[]> {
  const { stage, random } = environment;
  const clinics: (TestClinic & { patients: number[] })[] = [];
  const ownerOf = new Map<number, number>();
  for (let made = 0; made < 20; made += 1) {
    const clinic = await aClinic(stage);
    const patients = [await aPatient(stage, clinic), await aPatient(stage, clinic)];
    for (const id of [...patients, clinic.id, clinic.owner.id]) ownerOf.set(id, clinic.id);
    clinics.push({ ...clinic, patients });
  }
  const total = environment.many(10_000);
  const foreign: string[] = [];
  const wrong: string[] = [];
  let broken = 0;
  let felt = 0;
  const ask = async (n: number) => {
    const clinic = random.one(clinics);
    const id = random.one(clinic.patients);
    const { token } = clinic.owner;
    const isBroken = n % 20 === 0;
    if (isBroken) {
      broken += 1;
      await breakOne(stage, n);
    }
    const [endpoint, sent] = random.one<[Endpoint, Call]>([
      [listPatients, { query: { limit: "50" } }],
      [onePatient, { params: { id } }],
      [listTasks, {}],
      [dashboardFigures, {}],
      [addTask, { body: { title: `Task ${n}` }, headers: { "idempotency-key": `k${n}` } }],
      [addPatient, { body: { ...somebody, admissionNo: "TAKEN" } }],
      [editPatient, { params: { id }, body: { remarks: `changed ${n}` } }],
    ]);
    const answer = await stage.call(endpoint, token, sent).catch(() => null);
    const text = answer?.body ?? "";
    if (!answer || answer.statusCode >= 500) felt += 1;
    const others = [...text.matchAll(/"(?:id|clinicId|patientId|createdById)":(\d+)/g)]
      .map(([, found]) => ownerOf.get(Number(found)))
      .filter((owner) => owner !== undefined && owner !== clinic.id);
    if (others.length > 0) foreign.push(`${nameOf(endpoint)}: ${text.slice(0, 120)}`);
    if (answer && ![200, 201, 304, 409, 412, 500, 503].includes(answer.statusCode))
      wrong.push(`${nameOf(endpoint)}: ${answer.statusCode} ${text.slice(0, 120)}`);
    if (endpoint === listPatients && answer?.statusCode === 200 && answer.json().length < 2)
      wrong.push(`${nameOf(endpoint)} holds ${answer.json().length} patients`);
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (next < total) await ask(next++);
    }),
  );
  const tables = await clinicTables(stage);
  const strays: string[] = [];
  for (const clinic of clinics) {
    const ids = new Set([...ownerOf].filter(([, owner]) => owner !== clinic.id).map(([id]) => id));
    strays.push(...(await strayRows(stage, clinic.id, ids, tables)));
  }
  const asked = `${total.toLocaleString("en")} requests of 20 clinics over 4 connections, ${broken} breaks`;
  return [
    none(`foreign rows answered (${asked})`, total, foreign),
    {
      what: "of those, requests that failed of a cancelled statement or a lost connection",
      figure: String(felt),
      goal: "some",
      passes: felt > 0,
    },
    none("foreign ids stored by them", total, strays),
    none("answers among them that are not what the clinic has", total, wrong),
  ];
}

/** A statement of the server's is cancelled, or its connection ended, under whoever uses it. */
async function breakOne({ sql }: Stage, n: number): Promise<void> {
  const how = n % 40 === 0 ? "pg_cancel_backend" : "pg_terminate_backend";
  await sql(
    `select ${how}(pid) from pg_stat_activity where datname = current_database() and application_name = 'klinika'
       and state = 'active' and pid <> pg_backend_pid() limit 1`,
  );
}

export async function isolation(source: EnvironmentSource): Promise<Figure[]> {
  const statements = join(tmpdir(), `klinika-statements-${process.pid}.jsonl`);
  const noting = {
    env: { PROVE_STATEMENTS: statements },
    preloaded: ["./prove/preloaded/note-statements.ts"],
  };
  const figures = await inEnvironment(
    source,
    async ({ stage }) => {
      const asked = [...(await proveInputs(stage)), ...(await proveOwn(stage))];
      const own = await seededClinic(stage);
      for (const endpoint of endpoints.filter(({ method, access }) => method === "GET" && access !== "admin"))
        await stage.call(endpoint, own.owner.token, { params: paramsFor(endpoint, own.records) });
      const noted = readFileSync(statements, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Noted);
      return [...asked, ...(await proveSecondWall(stage, noted))];
    },
    noting,
  );
  rmSync(statements, { force: true });
  const pooled = await inEnvironment(source, provePool, {
    preloaded: ["./prove/preloaded/four-connections.ts"],
  });
  return [...figures, ...pooled];
}
