import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addBill, oneBill, voidBill } from "#features/billing/contract.ts";
import { summary, type TodaysVitals, todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { growthChartPdf, patientGrowth } from "#features/growth/contract.ts";
import { addImmunization, immunizationCardPdf } from "#features/immunizations/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import {
  addPatient,
  editPatient,
  listPatients,
  onePatient,
  patientHistory,
} from "#features/patients/contract.ts";
import { addPregnancy, changePregnancy } from "#features/pregnancies/contract.ts";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { listAdmissions } from "#features/reports/contract.ts";
import { addResult, patientResults, type Result } from "#features/results/contract.ts";
import { addVisit, patientVisits, type Visit } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
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
    { title: "Result flags changed", actionType: "patient", actionData: { patientId: id } },
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

/** Each fact of a person with two values, and what else is known. */
const facts: [fact: string, first: object, corrected: object, of?: object][] = [
  [
    "a birthday, of a woman who was taken for a senior",
    { birthday: "1956-11-01" },
    { birthday: "1986-11-01" },
    { sex: "F" },
  ],
  [
    "a birthday, of a senior who was taken for younger",
    { birthday: "1986-11-01" },
    { birthday: "1956-11-01" },
  ],
  ["a birthday, of a child", { birthday: "2024-11-20" }, { birthday: "2025-11-20" }],
  ["a typed age", { age: 40 }, { age: 70 }],
  ["a typed age, by a birthday", { age: 40 }, { birthday: "2020-02-03" }],
  ["a sex", { sex: "F" }, { sex: "M" }, { birthday: "1986-11-01" }],
  ["the sex of a child", { sex: "F" }, { sex: "M" }, { birthday: "2024-11-20" }],
  ["the gestation at birth", { gestationDays: 270 }, { gestationDays: 200 }, { birthday: "2026-08-20" }],
];

/** Everything that answers from the person, for a patient with the same entries. */
async function entriesOf(id: number): Promise<void> {
  await test.call(recordVitals, owner(), {
    params: { id },
    body: {
      vitalSigns: { bloodPressure: "118/76", pulse: 104, respiratoryRate: 24, weight: 9, height: 74 },
      confirmUnlikely: true,
    },
  });
  await creatinine(id);
  await creatinine(id, { panel: "cbc", values: [{ analyte: "hemoglobin", value: "11.4", unit: "g/dL" }] });
  await test.call(addVisit, owner(), { body: { patientId: id } });
  const [{ day = "" } = {}] = await test.sql<{ day: string }>(
    "select coalesce(birthday, '2026-11-01')::text as day from patients where id = $1",
    [id],
  );
  await test.call(addImmunization, owner(), {
    params: { id },
    body: { vaccine: "Measles", dose: 1, date: day < "2026-11-01" ? "2026-11-01" : day },
  });
}
/** What a paper of the patient says, without what differs between two patients. */
async function wordsOn(endpoint: Endpoint, id: number): Promise<string> {
  const printed = await test.call(endpoint, owner(), { params: { id } });
  return printed.statusCode === 200
    ? (await wordsOf(printed.rawPayload)).replace(/T-[\da-f]{8}|Patient \d+/g, "")
    : printed.json().message;
}
async function answersOf(id: number) {
  const params = { params: { id } };
  const [head, growth, signs, [visit], listed, admissions] = await Promise.all([
    test.call(summary, owner(), params),
    test.call(patientGrowth, owner(), params),
    test.call(todaysVitals, owner(), {}),
    test.call(patientVisits, owner(), params).then((answer) => answer.json() as Visit[]),
    test.call(listPatients, owner(), {}),
    test.call(listAdmissions, owner(), { query: { timePeriod: "all" } }),
  ]);
  const judged = (await results(id)).map(({ panel, values }) => ({ panel, values }));
  const of = (rows: { id?: number; patientId?: number }[]) =>
    rows.find((row) => (row.patientId ?? row.id) === id);
  const person = ({ age, sex, birthday }: Record<string, unknown> = {}) => ({ age, sex, birthday });
  return {
    judged: judged.toSorted((one, other) => one.panel.localeCompare(other.panel)),
    flags: head.json().vitals.map(({ sign, flag }: Record<string, unknown>) => ({ sign, flag })),
    queueFlags: (of(signs.json()) as TodaysVitals | undefined)?.signs,
    growth: growth.json(),
    priority: visit?.priority,
    queue: person(visit),
    listed: person(of(listed.json())),
    reported: person(of(admissions.json())),
    card: await wordsOn(immunizationCardPdf, id),
    curves: await wordsOn(growthChartPdf, id),
  };
}

it.each(facts)(
  "%s, corrected, leaves nothing that answers from the old one",
  async (_, first, corrected, of = {}) => {
    const id = await register({ ...of, ...first });
    await entriesOf(id);
    const before = await answersOf(id);
    expect((await edit(id, corrected)).statusCode).toBe(200);
    // Somebody of whom this was known from the beginning.
    const twin = await register({ ...of, ...("birthday" in corrected ? {} : first), ...corrected });
    await entriesOf(twin);
    expect(await answersOf(id)).toEqual(await answersOf(twin));
    expect(await answersOf(id)).not.toEqual(before);
  },
);

it("keeps a priority that was chosen when the birthday is corrected", async () => {
  const id = await register({ birthday: "1986-11-01" });
  await test.call(addVisit, owner(), { body: { patientId: id, priority: "pwd" } });
  await edit(id, { birthday: "1956-11-01" });
  const [visit] = (await test.call(patientVisits, owner(), { params: { id } })).json();
  expect(visit.priority).toBe("pwd");
});

it("says on a bill that its senior discount does not fit the corrected age, until it is voided", async () => {
  const id = await register({ birthday: "1956-11-01" });
  const lines = [{ description: "Consultation", quantity: 1, amount: "500.00" }];
  const discount = { kind: "senior", idNumber: "1234" };
  const bill = (await test.call(addBill, owner(), { body: { patientId: id, lines, discount } })).json();
  const doubt = async () =>
    (await test.call(oneBill, owner(), { params: { id: bill.id } })).json().discountDoubt;
  expect(await doubt()).toBeNull();
  await edit(id, { birthday: "1986-11-01" });
  expect(await doubt()).toMatch(/this patient was 40 years old on Nov 20, 2026\. Void this bill/);
  await test.call(voidBill, owner(), { params: { id: bill.id }, body: { reason: "Not a senior" } });
  expect(await doubt()).toBeNull();
});

it("follows the last menstrual period when it is corrected", async () => {
  const pregnant = async (lmp: string): Promise<[id: number, rowId: number]> => {
    const id = await register({ sex: "F", birthday: "1996-11-01" });
    const added = await test.call(addPregnancy, owner(), { params: { id }, body: { lmp } });
    await entriesOf(id);
    return [id, added.json().id];
  };
  const [id, rowId] = await pregnant("2026-10-01");
  const before = await valuesOf(id);
  await test.call(changePregnancy, owner(), { params: { id, rowId }, body: { lmp: "2026-07-01" } });
  const [twin] = await pregnant("2026-07-01");
  expect(await answersOf(id)).toEqual(await answersOf(twin));
  expect(await valuesOf(id)).not.toEqual(before);
  const dueOn = async (of: number) =>
    (await test.call(summary, owner(), { params: { id: of } })).json().pregnancy.dueOn;
  expect(await dueOn(id)).toBe(await dueOn(twin));
});
