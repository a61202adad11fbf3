import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import { filesOn } from "#features/files/server/testing-files.ts";
import { mergePatients } from "#features/merges/contract.ts";
import { deletePatient, editPatient } from "#features/patients/contract.ts";
import { destroyedRecords } from "#features/record-copy/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { destroyRecords } from "./destroy-records.ts";
import { HistoryHeads } from "./history-heads.ts";
import { sealHistory } from "./seal-history.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let patient: number;
beforeAll(async () => {
  test = await startOwnApp();
  // Long ago, so that the retention is over by the database's clock too.
  test.setNow(new Date("2012-11-20T02:00:00Z"));
  other = await aClinic(test);
});
beforeEach(async () => {
  clinic = await aClinic(test);
  patient = await aPatient(test, clinic, { patient_name: "Uy, Lourdes" });
});
afterAll(() => test.close());

const { attached, row } = filesOn(() => ({ test, clinic, patient }));

/** A record of 20 November 2012 is kept through 20 November 2019 in Manila. */
const lastDay = new Date("2019-11-20T15:59:00Z");
const dayAfter = new Date("2019-11-20T16:01:00Z");

async function deleted(): Promise<string> {
  const path = await attached();
  const key = String((await row(path))?.stored_as);
  await test.call(addConsultation, clinic.owner.token, {
    body: { patientId: patient, chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" },
  });
  await test.call(deletePatient, clinic.owner.token, { params: { id: patient } });
  return key;
}
const sealed = () => test.sql("select 1 from sealed_records where clinic_id = $1", [clinic.id]);
const queued = () => test.sql("select stored_as from files_to_remove where clinic_id = $1", [clinic.id]);
const lines = async (as: string | null = clinic.owner.token) => test.call(destroyedRecords, as);
const stored = (key: string) =>
  test.app.kit.storage.get(key).then(
    (bytes) => {
      bytes.destroy();
      return true;
    },
    () => false,
  );
const historyOf = async () =>
  JSON.stringify(await test.sql("select * from record_history where patient_id = $1", [patient]));

it("also destroys the records merged into it", async () => {
  const other = await aPatient(test, clinic, { patient_name: "Uy, Lourdes Mercado" });
  const { token } = clinic.owner;
  await test.call(editPatient, token, { params: { id: other }, body: { remarks: "Came by bus" } });
  await test.call(mergePatients, token, { params: { id: patient }, body: { otherId: other } });
  await deleted();
  const left = async () =>
    JSON.stringify([
      await test.sql("select * from merges where clinic_id = $1", [clinic.id]),
      await test.sql("select * from record_history where patient_id = $1", [other]),
    ]);
  expect(await left()).toMatch(/Mercado.*Came by bus/);
  await destroyRecords(test.app, dayAfter);
  expect(await left()).not.toMatch(/Mercado|Came by bus/);
});

it("destroys a deleted record, its files and the values in its history after the retention, not before", async () => {
  const key = await deleted();
  await destroyRecords(test.app, lastDay);
  expect(await sealed()).toHaveLength(1);
  expect(await stored(key)).toBe(true);
  expect((await lines()).json()).toEqual([]);
  expect(await historyOf()).toMatch(/Dengue/);

  await destroyRecords(test.app, dayAfter);
  expect(await sealed()).toEqual([]);
  expect(await stored(key)).toBe(false);
  expect(await queued()).toEqual([]);
  expect(await historyOf()).not.toMatch(/Dengue|Lourdes|Fever|CBC/);
  expect(await historyOf()).toMatch(/consultation\.create/);
  expect((await lines()).json()).toMatchObject([
    { records: 2, files: 1, keptUntil: "2019-11-20", destroyedAt: "2019-11-20T16:01:00Z" },
  ]);
  await destroyRecords(test.app, dayAfter);
  expect((await lines()).json()).toHaveLength(1);
});

it("survives a crash: before the commit everything stays, after it the files are removed later", async () => {
  const key = await deleted();
  await test.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  );
  await test.sql(
    "create trigger killed before insert on record_history for each row when (new.event = 'patient.destroy') execute function refuse()",
  );
  await expect(destroyRecords(test.app, dayAfter)).rejects.toThrow("killed");
  await test.sql("drop trigger killed on record_history");
  expect([await sealed(), await queued(), (await lines()).json()]).toEqual([[expect.anything()], [], []]);
  expect(await historyOf()).toMatch(/Dengue/);

  // As if the process ended after the transaction and before the files were removed.
  await test.app.kit.databases.functions.rows("destroyOneRecord", { now: dayAfter });
  expect([await sealed(), await queued()]).toEqual([[], [{ stored_as: key }]]);
  expect((await lines()).json()).toHaveLength(1);
  const { storage } = test.app.kit;
  test.app.kit.storage = { ...storage, remove: () => Promise.reject(new Error("down")) } as typeof storage;
  await expect(destroyRecords(test.app, dayAfter)).rejects.toThrow("down");
  test.app.kit.storage = storage;
  expect([await stored(key), (await queued()).length]).toEqual([true, 1]);
  await destroyRecords(test.app, dayAfter);
  expect([await stored(key), (await queued()).length]).toEqual([false, 0]);
  expect((await lines()).json()).toHaveLength(1);
});

it("keeps a file that another clinic's patient shares until that record is destroyed too", async () => {
  const key = await deleted();
  const copied = await aPatient(test, other);
  await test.sql(
    `insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
     values ($1, $2, $2, 'CBC.pdf', 'application/pdf', 10, decode(repeat('00', 32), 'hex'), 'laboratory', $3, now(), now())`,
    [other.id, key, copied],
  );
  await destroyRecords(test.app, dayAfter);
  expect([await stored(key), (await queued()).length]).toEqual([true, 0]);
  await test.call(deletePatient, other.owner.token, { params: { id: copied } });
  await test.sql("update sealed_records set retain_until = '2021-01-01' where clinic_id = $1", [other.id]);
  await destroyRecords(test.app, dayAfter);
  expect(await stored(key)).toBe(true);
  await destroyRecords(test.app, new Date("2021-01-02T00:00:00Z"));
  expect(await stored(key)).toBe(false);
});

it("shows destroyed records only to the clinic's owner and the operator", async () => {
  await deleted();
  await destroyRecords(test.app, dayAfter);
  const clerk = await aStaffMember(test, clinic, ["view_patients", "delete_patients"]);
  expect((await lines(null)).statusCode).toBe(401);
  expect((await lines(clerk.token)).statusCode).toBe(403);
  expect((await lines(other.owner.token)).json()).not.toContainEqual(
    expect.objectContaining({ id: (await lines()).json()[0].id }),
  );
  const [{ subdomain } = { subdomain: "" }] = await test.sql<{ subdomain: string }>(
    "select subdomain from clinics where id = $1",
    [clinic.id],
  );
  const said = await runOperation(
    ["destroyed-records", subdomain],
    { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir },
    () => undefined,
  );
  expect(said).toEqual([
    "destroyed 2019-11-21  deleted 2012-11-20, retained until 2019-11-20  2 records, 1 files",
  ]);
});

it("check-history accepts values cleared with a destroyed record, but no other change", async () => {
  await deleted();
  // Changes are dated by the database's clock.
  const at = new Date("2100-01-01T00:00:00Z");
  const heads = new HistoryHeads(test.dataDir);
  const seal = () => sealHistory(test.app.kit.databases.functions, at, undefined, heads);
  await seal();
  await destroyRecords(test.app, dayAfter);
  await seal();
  const check = () =>
    runOperation(
      ["check-history"],
      { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir },
      () => undefined,
    );
  expect((await check()).join("\n")).toMatch(/\d+ of them belong to records destroyed after their retention/);
  await test.sql(
    "update record_history set changes = '{\"diagnosis\": [null, \"Flu\"]}' where patient_id = $1 and event = 'consultation.create'",
    [patient],
  );
  await expect(check()).rejects.toThrow(/changed after it was sealed/);
});

it("destroys nothing before its time for a caller whose clock is ahead", async () => {
  await deleted();
  await test.sql("update sealed_records set retain_until = current_date + 30 where clinic_id = $1", [
    clinic.id,
  ]);
  await destroyRecords(test.app, new Date("9999-01-01T00:00:00Z"));
  expect(await sealed()).toHaveLength(1);
});
