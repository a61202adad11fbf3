import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import { decideImport, runImport, takeBackImport } from "#features/imports/contract.ts";
import { mergePatients } from "#features/merges/contract.ts";
import { deletePatient, editPatient } from "#features/patients/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { entriesOfPatients, madeByRegistration } from "./take-back.ts";
import { importDesk, patientList } from "./testing-desk.ts";
import { importJobs, importQueue, MAX_ATTEMPTS } from "./work-imports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe("taking an import back", () => {
  const three =
    'Name,Birthday,Sex,Allergies\n"Cruz, Ana",1980-12-31,F,penicillin\n"Lim, Bo",1981-12-31,M,\n"Tan, Cy",1982-12-31,M,\n';

  it("deletes what was not changed, and says what stays and why", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    const { id } = await own.check(three);
    await own.run(id);
    const [, lim, tan] = await own.patients();
    await test.call(editPatient, own.token, { params: { id: Number(lim?.id) }, body: { address: "Cebu" } });
    await own.call(addConsultation, {
      body: {
        patientId: Number(tan?.id),
        chiefComplaint: "Fever",
        diagnosis: "Flu",
        treatment: "Rest",
        vitalSigns: { pulse: 80 },
      },
    });
    const back = await own.takeBack(id);
    expect(back).toMatchObject({ state: "taken-back", figures: { takenBack: 1, stayed: 2 } });
    expect((await own.rows(id, "stayed")).map(({ patientName, reason }) => [patientName, reason])).toEqual([
      ["Lim, Bo", "Changed since it was imported"],
      ["Tan, Cy", expect.stringMatching(/Changed|Has visits/)],
    ]);
    expect((await own.patients()).map(({ patient_name }) => patient_name)).toEqual(["Lim, Bo", "Tan, Cy"]);
    const noted = await test.sql(
      "select 1 from record_history where clinic_id = $1 and event = 'import.takeBack'",
      [clinic.id],
    );
    expect(noted.length).toBeGreaterThan(0);
  });

  it("keeps what it filled in a record that was merged into another", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    const filled = await aPatient(test, clinic, {
      patient_name: "Cruz, Ana",
      birthday: "1980-12-31",
      sex: "F",
    });
    const survivor = await aPatient(test, clinic, {
      patient_name: "Cruz, Anna",
      birthday: "1980-12-31",
      sex: "F",
    });
    const list = 'Name,Birthday,Sex,Address\n"Cruz, Ana",1980-12-31,F,Cebu City\n';
    const { id } = await own.check(list, { doubles: "update" });
    await own.run(id);
    await own.call(mergePatients, { params: { id: survivor }, body: { otherId: filled } });
    expect((await own.takeBack(id)).figures).toMatchObject({ takenBack: 0, stayed: 1 });
    expect(await own.patients()).toMatchObject([{ id: String(survivor), address: "Cebu City" }]);
  });

  it("within 30 days, once, and with the password", async () => {
    const own = importDesk(test, await aClinic(test));
    const { id } = await own.check(three);
    await own.run(id);
    atInstant(test, new Date(testNow.getTime() + 31 * 24 * 3_600_000));
    const late = await test.call(takeBackImport, own.token, { params: { id } });
    expect([401, 403, 422]).toContain(late.statusCode);
    test.setNow(testNow);
    await own.takeBack(id);
    expect((await test.call(takeBackImport, own.token, { params: { id } })).statusCode).toBe(409);
  });

  it("covers every table that refers to patients", async () => {
    const tables = await test.sql<{ name: string }>(
      "select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'patients'::regclass order by 1",
    );
    expect(tables.map(({ name }) => name)).toEqual([...entriesOfPatients, ...madeByRegistration].toSorted());
  });
});

it("continues after a crash without losing or repeating a row", async () => {
  const own = importDesk(test, await aClinic(test));
  const rows = Array.from({ length: 620 }, (_, n) => `Patient${n} Test,F,${n % 90}`);
  const { id } = await own.check(`Name,Sex,Age\n${rows.join("\n")}\n`);
  await own.call(decideImport, { params: { id }, body: { choice: "keep" } });
  await own.call(runImport, { params: { id } });
  // A server that is stopped after the first batch.
  let looks = 0;
  const closing = {
    get aborted() {
      looks += 1;
      return looks > 3;
    },
  } as AbortSignal;
  await workQueue(test.app, importQueue, closing);
  expect(await own.find(id)).toMatchObject({ state: "running", progress: 250 });
  expect(await own.patients()).toHaveLength(250);
  atInstant(test, new Date(testNow.getTime() + 120_000));
  await workQueue(test.app, importQueue);
  expect(await own.find(id)).toMatchObject({ state: "done", figures: { added: 620 } });
  const numbers = new Set((await own.patients()).map(({ admission_no }) => admission_no));
  expect(numbers.size).toBe(620);
});

it("stops retrying work that makes no progress, and what was imported can be taken back", async () => {
  const own = importDesk(test, await aClinic(test));
  const rows = Array.from({ length: 300 }, (_, n) => `Patient${n} Test,F,${n % 90}`);
  const { id } = await own.check(`Name,Sex,Age\n${rows.join("\n")}\n`);
  await own.call(decideImport, { params: { id }, body: { choice: "keep" } });
  await own.call(runImport, { params: { id } });
  // A row of the second batch that the database refuses each time.
  await test.sql(
    "update import_rows set fields = jsonb_set(fields, '{age}', '99999999') where import_id = $1 and row_no = 300",
    [id],
  );
  let at = testNow.getTime();
  // The first attempt reaches the second batch.
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await expect(workQueue(test.app, importQueue)).rejects.toThrow();
    expect(await own.find(id)).toMatchObject({ state: "running", progress: 250 });
    at += 120_000;
    atInstant(test, new Date(at));
  }
  await workQueue(test.app, importQueue);
  expect(await own.find(id)).toMatchObject({
    state: "done",
    problem: expect.stringMatching(/stopped/),
    figures: { added: 250, look: 50 },
  });
  expect((await own.rows(id, "look"))[0]).toMatchObject({ reason: "The import stopped before this row" });
  expect((await own.takeBack(id)).figures).toMatchObject({ takenBack: 250 });
  expect(await own.patients()).toEqual([]);
});

it("deleting a patient deletes the row of the list", async () => {
  const own = importDesk(test, await aClinic(test));
  const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n');
  await own.run(id);
  const [ana] = await own.patients();
  expect((await test.call(deletePatient, own.token, { params: { id: Number(ana?.id) } })).statusCode).toBe(
    200,
  );
  expect(await test.sql("select 1 from import_rows where import_id = $1", [id])).toEqual([]);
});

it("sweeps lists that nobody imported, and rows that can no longer be taken back", async () => {
  const own = importDesk(test, await aClinic(test));
  const waiting = await own.read(patientList);
  const { id } = await own.check(patientList);
  await own.run(id);
  const sweep = importJobs.find(({ name }) => name === "sweep old imports");
  // By the database's clock, too.
  const olderBy = (days: number) =>
    test.sql(
      "update imports set created_at = created_at - make_interval(days => $1), ran_at = ran_at - make_interval(days => $1)",
      [days],
    );
  await olderBy(15);
  await sweep?.run(test.app, testNow);
  expect(await test.sql("select 1 from imports where id = $1", [waiting.id])).toEqual([]);
  expect(await test.sql("select 1 from import_rows where import_id = $1", [id])).toHaveLength(3);
  await olderBy(16);
  await sweep?.run(test.app, testNow);
  expect(await test.sql("select 1 from import_rows where import_id = $1", [id])).toEqual([]);
  expect(await test.sql("select 1 from imports where id = $1", [id])).toHaveLength(1);
});
