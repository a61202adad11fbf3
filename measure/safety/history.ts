import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addPatient, findDuplicates } from "#features/patients/contract.ts";
import { addStaffAccount } from "#features/staff/contract.ts";
import { every, type Figure, none } from "#measure/report/figure.ts";
import { backupCommand } from "#operations/backup/backup-command.ts";
import { OperationProblem } from "#operations/operation.ts";
import { runOperation } from "#operations/run-operation.ts";
import { sealHistory } from "#server/audit/seal-history.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { recordEvents } from "#shared/record-events.ts";
import type { Stage } from "#test/app.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import { aClinic, type TestClinic } from "#test/factories.ts";
import { askOwn, type Input, inBodies, inPaths, somebody } from "./id-inputs.ts";
import { seededClinic } from "#test/seeded-records.ts";
import type { EmptyEnvironment } from "#measure/harness/environment.ts";

/** Bodies of the calls that name no record. */
const bodies = new Map<Endpoint, unknown>([
  [addPatient, { ...somebody, admissionNo: "H-1" }],
  [findDuplicates, { patientName: "Reyes, Ana", birthday: "1990-01-01" }],
  [addStaffAccount, { email: "new@clinic.test", firstName: "Marites", lastName: "Bañez", permissions: [] }],
]);

/** Each call that touches a patient's data, once, by somebody who did nothing else. */
const noted: Input[] = endpoints
  .filter(({ audit }) => audit !== null)
  .map((endpoint) => {
    const known = [...inPaths, ...inBodies].find((input) => input.endpoint === endpoint);
    const body = bodies.get(endpoint);
    return (
      known ?? { name: nameOf(endpoint), endpoint, call: () => ({ ...(body !== undefined && { body }) }) }
    );
  });

export async function proveEvents({ stage }: EmptyEnvironment): Promise<Figure> {
  const missed: string[] = [];
  for (const input of noted) {
    const own = await seededClinic(stage);
    const [{ last } = { last: "0" }] = await stage.sql<{ last: string }>(
      "select coalesce(max(id), 0) as last from record_history",
    );
    const { endpoint } = input;
    const answer = await askOwn(stage, input, own);
    const isAbout = endpoint.path.startsWith("/api/patients/:id") && endpoint.audit !== "patient.delete";
    const row = await eventually(async () => {
      const rows = await stage.sql<{ patient_id: string | null }>(
        "select patient_id from record_history where clinic_id = $1 and user_id = $2 and id > $3 and event = $4",
        [own.id, own.owner.id, last, endpoint.audit],
      );
      return rows.find(({ patient_id }) => !isAbout || patient_id !== null);
    });
    if (!row) missed.push(`${nameOf(endpoint)}: ${answer.statusCode}, no ${endpoint.audit}`);
  }
  const kinds = new Set(noted.map(({ endpoint }) => endpoint.audit && recordEvents[endpoint.audit].kind));
  return every(
    `reads, prints, exports, shares and changes that leave their event (${kinds.size} kinds)`,
    noted.length,
    missed,
  );
}

/** Views are written in batches within a second. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = Date.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found !== undefined || Date.now() > until) return found;
  }
}

type Tampering = {
  name: string;
  /** What `check-history` says of the row. */
  says: string;
  on: (stage: Stage, clinicId: number, row: { id: number; next: number; last: number }) => Promise<unknown>;
  /** Which row it must name, when it is another than the chosen one. */
  names?: (row: { id: number; last: number }) => number;
};

/** As the superuser, behind the application's back. */
const tamperings: Tampering[] = [
  {
    name: "changed",
    says: "changed after",
    on: ({ sql }, _, { id }) => sql("update record_history set event = 'patient.list' where id = $1", [id]),
  },
  {
    name: "deleted",
    says: "deleted after",
    on: ({ sql }, _, { id }) => sql("delete from record_history where id = $1", [id]),
  },
  {
    name: "put in another order",
    says: "put in another order",
    on: async ({ sql }, clinicId, { id, next }) => {
      for (const [from, to] of [
        [id, -1],
        [next, id],
        [-1, next],
      ])
        await sql("update record_history set id = $3 where clinic_id = $1 and id = $2", [clinicId, from, to]);
    },
  },
  {
    name: "slipped in",
    says: "slipped in",
    on: ({ sql }, clinicId, { id }) =>
      sql(
        "insert into record_history (clinic_id, id, event, happened_at) select $1, $2 - 1, 'patient.view', happened_at from record_history where id = $2",
        [clinicId, id],
      ),
    names: ({ id }) => id - 1,
  },
  {
    name: "cut off at the end",
    says: "deleted after",
    on: ({ sql }, _, { last }) => sql("delete from record_history where id = $1", [last]),
    names: ({ last }) => last,
  },
  {
    name: "cut off at the end together with its seal",
    says: "sealed when the backup of",
    on: ({ sql }, clinicId, { last }) =>
      sql(
        `with cut as (delete from record_history_seals where clinic_id = $1 and last_history_id = $2 returning row_ids)
         delete from record_history where clinic_id = $1 and id in (select unnest(row_ids) from cut)`,
        [clinicId, last],
      ),
    names: ({ last }) => last,
  },
];

/** Rows as a year of work leaves them, sealed minute by minute and backed up, then touched behind the application's back. */
export async function proveChain({ stage, many, random }: EmptyEnvironment): Promise<Figure[]> {
  const missed: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "klinika-chain-"));
  const env = { DATABASE_URL: stage.databaseUrl, BACKUP_FOLDER: folder };
  const check = () =>
    runOperation(["check-history"], env, () => undefined).then(
      () => "",
      (problem: unknown) => {
        if (problem instanceof OperationProblem) return problem.message;
        throw problem;
      },
    );
  const rows = many(10_000);
  const minutes = Math.min(10, Math.ceil(rows / 10));
  const clinics: TestClinic[] = [];
  for (const _ of tamperings) clinics.push(await aClinic(stage));
  for (const { id } of clinics) {
    // Two ids apart, so that a row can be slipped in between.
    for (let minute = 0; minute < minutes; minute += 1) {
      await stage.sql(
        `insert into record_history (clinic_id, id, event, happened_at)
         select $1, nextval('klinika_id') + 0 * nextval('klinika_id'), 'patient.view', $2::timestamptz + n * interval '1 ms'
         from generate_series(1, $3::integer) n`,
        [id, `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`, Math.ceil(rows / minutes)],
      );
      await sealHistory(stage.app.kit.databases.functions, new Date("2026-02-01"));
    }
  }
  // The end of a chain is known to what lies outside the database.
  await backupCommand(["--even-empty"], env, () => undefined);
  const whole = await check();
  const touched: { name: string; clinic: string; says: string; expected: string }[] = [];
  for (const [place, { name, says, on, names }] of tamperings.entries()) {
    const clinic = clinics[place];
    const ids = (
      await stage.sql<{ id: string }>("select id from record_history where clinic_id = $1 order by id", [
        clinic?.id,
      ])
    ).map((row) => Number(row.id));
    const at = 1 + random.below(ids.length - 3);
    const row = { id: ids[at] ?? 0, next: ids[at + 1] ?? 0, last: ids.at(-1) ?? 0 };
    await on(stage, clinic?.id ?? 0, row);
    const expected = ` row ${names?.(row) ?? row.id}: ${says}`;
    touched.push({ name, clinic: `${clinic?.name},`, says, expected });
  }
  const lines = (await check()).split("\n");
  await rm(folder, { recursive: true, force: true });
  for (const { name, clinic, says, expected } of touched) {
    const said = lines.filter((line) => line.startsWith(clinic));
    // Where two changed places, both are named.
    const isNamed =
      said.some((line) => line.includes(expected)) && said.every((line) => line.includes(`: ${says}`));
    if (!isNamed) missed.push(`${name},${expected}: ${said.join(" ") || "nothing was said"}`);
  }
  return [
    none("untouched chains that are called broken", clinics.length, whole ? [whole] : []),
    every(
      `kinds of touching one row in ${rows.toLocaleString("en")} that the chain finds, naming the row`,
      tamperings.length,
      missed,
    ),
  ];
}
