import { afterAll, beforeAll, beforeEach, expect, test as it } from "vitest";
import { addBill } from "#features/billing/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { addPatient, editPatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { addResult, patientResults, type Result } from "#features/results/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp({ CHANGES_PER_MINUTE: "100000" });
});
afterAll(() => test.close());
const told = new Date("2026-11-20T01:00:00Z");
const later = new Date("2028-11-20T01:00:00Z");
beforeEach(async () => {
  test.setNow(told);
  clinic = await aClinic(test);
});

/** A clinic with a session of today, years later. */
const again = async (at: Date) => {
  test.setNow(at);
  await test.sql(
    "update clinics set trial_ends_at = '2100-01-01', subscription_status = 'active' where id = $1",
    [clinic.id],
  );
  await test.sql("update sessions set expires_at = $1, last_seen_at = $2 where user_id = $3", [
    new Date(at.getTime() + 3_600_000),
    at,
    clinic.owner.id,
  ]);
};
const owner = () => clinic.owner.token;
const register = async (more: object): Promise<number> =>
  (
    await test.call(addPatient, owner(), {
      body: {
        admissionNo: `T-${crypto.randomUUID().slice(0, 8)}`,
        hospital: "Clinic",
        patientName: "Cruz, Pedro",
        sex: "M",
        ...more,
      },
    })
  ).json().id;
const edit = (id: number, body: object) => test.call(editPatient, owner(), { params: { id }, body });
const record = async (id: number) => (await test.call(onePatient, owner(), { params: { id } })).json();
const results = async (id: number): Promise<Result[]> =>
  (await test.call(patientResults, owner(), { params: { id } })).json();
const creatinine = (id: number, more: object = {}) =>
  test.call(addResult, owner(), {
    params: { id },
    body: {
      panel: "kidney",
      collectedAt: "2026-11-20",
      values: [{ analyte: "creatinine", value: "1.2", unit: "mg/dL" }],
      ...more,
    },
  });
const valuesOf = async (id: number) =>
  Object.fromEntries((await results(id))[0]?.values.map((value) => [value.analyte, value]) ?? []);

it("a typed age grows, and is sent back as it was answered without becoming another", async () => {
  const id = await register({ age: 59 });
  expect(await record(id)).toMatchObject({ age: 59, ageTold: { years: 59, on: "2026-11-20" } });
  await again(later);
  expect(await record(id)).toMatchObject({ age: 61, ageTold: { years: 59, on: "2026-11-20" } });
  await edit(id, { age: 61, remarks: "Sent back by a form" });
  expect(await record(id)).toMatchObject({ age: 61, ageTold: { years: 59, on: "2026-11-20" } });
  await edit(id, { age: 64 });
  expect(await record(id)).toMatchObject({ age: 64, ageTold: { years: 64, on: "2028-11-20" } });
  await edit(id, { age: 0 });
  expect(await record(id)).toMatchObject({ age: 0, ageTold: null });
});

it("a senior discount follows the grown age", async () => {
  const id = await register({ age: 59 });
  const bill = () =>
    test.call(addBill, owner(), {
      body: {
        patientId: id,
        lines: [{ description: "Consultation", quantity: 1, amount: "500.00" }],
        discount: { kind: "senior", idNumber: "1234" },
      },
    });
  expect((await bill()).json().fields).toHaveProperty("discount.kind");
  await again(later);
  expect((await bill()).json().fields ?? {}).not.toHaveProperty("discount.kind");
});

it("a claimed patient's age was told when the sender's was", async () => {
  const receiver = await aClinic(test);
  const id = await register({ age: 59 });
  const sent = await test.call(sendReferral, owner(), {
    params: { id },
    body: { toClinicId: receiver.id, referralReason: "Echocardiography" },
  });
  const claimed = await test.call(claimReferral, receiver.owner.token, { params: { id: sent.json().id } });
  expect(claimed.json().newPatient).toMatchObject({ age: 59, ageTold: { years: 59, on: "2026-11-20" } });
});

// CKD-EPI 2021: 59 for a woman of 40 years, 65 for a man of 70.
it("results are judged by the person as known now, and the previous judgement stays in the history", async () => {
  const id = await register({ sex: "F", birthday: "1986-11-01" });
  await creatinine(id);
  expect(await valuesOf(id)).toMatchObject({
    creatinine: { flag: "H", high: "1.10" },
    egfr: { value: "59", flag: "L" },
  });
  await edit(id, { sex: "M", birthday: "1956-11-01" });
  expect(await valuesOf(id)).toMatchObject({
    creatinine: { flag: null, low: "0.70", high: "1.30" },
    egfr: { value: "65", flag: null },
  });
  const history = (await test.call(patientHistory, owner(), { params: { id } })).json();
  expect(history.find(({ event }: { event: string }) => event === "result.judge")?.changes).toMatchObject({
    resultValues: [
      [
        { analyte: "creatinine", flag: "H" },
        { analyte: "egfr", value: "59" },
      ],
      [
        { analyte: "creatinine", flag: null },
        { analyte: "egfr", value: "65" },
      ],
    ],
  });
  expect((await test.call(notifications, owner())).json()).toMatchObject([
    { title: "Results judged again", actionType: "patient", actionData: { patientId: id } },
  ]);
  await edit(id, { birthday: null, sex: "M" });
  expect((await valuesOf(id)).egfr).toBeUndefined();
});

it("a merge judges the other's results by the person who stays, and its undo takes that back", async () => {
  const id = await register({ birthday: "1956-11-01" });
  const otherId = await register({ sex: "F", birthday: "1986-11-01" });
  await creatinine(otherId);
  const merged = await test.call(mergePatients, owner(), { params: { id }, body: { otherId } });
  expect(await valuesOf(id)).toMatchObject({ creatinine: { flag: null }, egfr: { value: "65" } });
  await test.call(undoMerge, owner(), { params: { id: merged.json().id } });
  expect(await valuesOf(otherId)).toMatchObject({ creatinine: { flag: "H" }, egfr: { value: "59" } });
  const about = (await test.call(notifications, owner())).json() as { actionData: { patientId: number } }[];
  expect(about.map(({ actionData }) => actionData.patientId)).toEqual([otherId, id]);
});

it("a merge keeps a typed age together with its day", async () => {
  const id = await register({});
  const otherId = await register({ age: 59 });
  await again(later);
  await test.call(mergePatients, owner(), { params: { id }, body: { otherId } });
  expect(await record(id)).toMatchObject({ age: 61, ageTold: { years: 59, on: "2026-11-20" } });
});

it("a pregnancy that becomes known judges hemoglobin by its week", async () => {
  const id = await register({ sex: "F", birthday: "1996-11-01" });
  await creatinine(id, { panel: "cbc", values: [{ analyte: "hemoglobin", value: "10.7", unit: "g/dL" }] });
  expect(await valuesOf(id)).toMatchObject({ hemoglobin: { low: "12.0", flag: "L" } });
  await test.call(addPregnancy, owner(), { params: { id }, body: { lmp: "2026-07-01" } });
  expect(await valuesOf(id)).toMatchObject({ hemoglobin: { low: "10.5", flag: null } });
});

it("an age from before its day was stored is of the day of registration", async () => {
  const id = await aPatient(test, clinic, { age: 17, sex: "F" });
  await again(later);
  expect(await record(id)).toMatchObject({ age: 19 });
});
