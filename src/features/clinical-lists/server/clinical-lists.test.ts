import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addAlert,
  addAllergy,
  addMedicine,
  addProblem,
  alerts,
  changeAlert,
  changeAllergy,
  changeMedicine,
  changeProblem,
  changeStop,
  medicines,
  problems,
  stopPrescribed,
} from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { releasePrescription, savePrescription } from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import { readSummary } from "./summary.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let id: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  id = await aPatient(test, clinic, { birthday: "1959-06-14" });
});

type Rx = { name: string; duration?: string; frequency?: string; form?: string; strength?: string };
const prescribe = async (medications: Rx[], { on, as = token }: { on?: string; as?: string } = {}) =>
  (
    await test.call(savePrescription, as, {
      params: { id },
      body: {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        ...(on && { prescriptionDate: on, isDateConfirmed: true }),
        medications: medications.map((medicine) => ({
          dosage: "1 tab",
          frequency: "BID",
          duration: "7 days",
          ...medicine,
        })),
      },
    })
  ).json();
const readMedicines = async () => (await test.call(medicines, token, { params: { id } })).json();
const readHead = async () => (await test.call(summary, token, { params: { id } })).json();

describe("problems", () => {
  const add = (body: object) => test.call(addProblem, token, { params: { id }, body });

  it("have a name, a code and a start as far as it is known", async () => {
    const made = await add({ words: "Hypertension", code: "i10", since: 2019 });
    expect(made.json()).toMatchObject({ words: "Hypertension", code: "I10", since: "2019", state: "active" });
    expect((await add({ words: "Asthma", since: "2020-13" })).json().fields).toEqual({
      since: "Use a year, a month or a day: 2019, 2019-05 or 2019-05-01",
    });
    expect((await add({ words: "Asthma", since: "2027" })).json().fields).toEqual({
      since: "This is in the future",
    });
    expect((await add({ words: "Asthma", code: "asthma" })).json().fields).toEqual({
      code: "Use an ICD-10 code, like I10 or E11.9",
    });
  });

  it("store codes in one spelling", async () => {
    const made = (await add({ words: "Diabetes", code: "e119" })).json();
    expect(made.code).toBe("E11.9");
    const again = await test.call(changeProblem, token, {
      params: { id, rowId: made.id },
      body: { code: "S72001" },
    });
    expect(again.json().code).toBe("S72.001");
  });

  it("are unique while they are active", async () => {
    const { id: rowId } = (await add({ words: "Hypertension" })).json();
    expect((await add({ words: "hypertension" })).statusCode).toBe(409);
    await test.call(changeProblem, token, { params: { id, rowId }, body: { state: "resolved" } });
    expect((await add({ words: "Hypertension", state: "active" })).statusCode).toBe(200);
    const list = (await test.call(problems, token, { params: { id } })).json();
    expect(list).toMatchObject([{ state: "active" }, { id: rowId, state: "resolved" }]);
    const back = await test.call(changeProblem, token, { params: { id, rowId }, body: { state: "active" } });
    expect(back.statusCode).toBe(409);
  });

  it("are limited to 200 rows", async () => {
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'problem.create', true))
       insert into problems (clinic_id, patient_id, words, state, recorded_by_id, recorded_at, updated_at)
       select $1, $2, 'Cold ' || n, 'resolved', $3, now(), now() from scope, generate_series(1, 200) n`,
      [clinic.id, id, clinic.owner.id],
    );
    expect((await add({ words: "Hypertension" })).statusCode).toBe(422);
  });
});

describe("alerts", () => {
  it("are short texts that are withdrawn, not deleted", async () => {
    const body = { words: "On warfarin", isWarning: true };
    const { id: rowId } = (await test.call(addAlert, token, { params: { id }, body })).json();
    expect((await readHead()).alerts).toMatchObject([body]);
    await test.call(changeAlert, token, { params: { id, rowId }, body: { state: "resolved" } });
    expect((await readHead()).alerts).toEqual([]);
    expect((await test.call(alerts, token, { params: { id } })).json()).toMatchObject([
      { id: rowId, state: "resolved" },
    ]);
    const long = await test.call(addAlert, token, { params: { id }, body: { words: "x".repeat(61) } });
    expect(long.statusCode).toBe(400);
  });
});

it("a row recorded by mistake cannot be changed until it is reinstated", async () => {
  const refusedThenBack = async (
    [add, change]: readonly [Parameters<TestApp["call"]>[0], Parameters<TestApp["call"]>[0]],
    body: object,
    edit: object,
  ) => {
    const { id: rowId } = (await test.call(add, token, { params: { id }, body })).json();
    const patch = (changes: object) => test.call(change, token, { params: { id, rowId }, body: changes });
    expect((await patch({ state: "entered_in_error" })).statusCode).toBe(200);
    for (const changes of [edit, { ...edit, state: "entered_in_error" }]) {
      const refused = await patch(changes);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().message).toContain("entered in error");
    }
    expect((await patch({ state: "entered_in_error" })).statusCode).toBe(200);
    expect((await patch({ ...edit, state: "active" })).json()).toMatchObject(edit);
  };
  await refusedThenBack([addAllergy, changeAllergy], { substance: "Penicillin" }, { reaction: "rash" });
  await refusedThenBack([addProblem, changeProblem], { words: "Asthma" }, { since: "2019" });
  await refusedThenBack([addMedicine, changeMedicine], { generic: "Losartan" }, { dose: "50 mg" });
  await refusedThenBack([addAlert, changeAlert], { words: "Wheelchair" }, { isWarning: true });
});

it("changes no row that was changed since it was read", async () => {
  const stale = async (
    [add, change]: readonly [Parameters<TestApp["call"]>[0], Parameters<TestApp["call"]>[0]],
    body: object,
    [first, second]: readonly [object, object],
  ) => {
    const { id: rowId, version } = (await test.call(add, token, { params: { id }, body })).json();
    const patch = (changes: object, tag?: string) =>
      test.call(change, token, {
        params: { id, rowId },
        body: changes,
        ...(tag && { headers: { "if-match": tag } }),
      });
    const changed = await patch(first, `"v${version}"`);
    expect(changed.json()).toMatchObject({ ...first, version: version + 1 });
    for (const tag of [`"v${version}"`, '"v999"', "garbage"]) {
      const refused = await patch(second, tag);
      expect(refused.statusCode).toBe(412);
      expect(refused.json()).toMatchObject({
        message: "Someone else changed this meanwhile. Open it again and check it first.",
        current: changed.json(),
      });
    }
    expect((await patch(second)).json()).toMatchObject({ ...second, version: version + 2 });
    expect((await patch(first, "*")).statusCode).toBe(200);
  };
  await stale([addAllergy, changeAllergy], { substance: "Penicillin" }, [
    { reaction: "a" },
    { reaction: "b" },
  ]);
  await stale([addProblem, changeProblem], { words: "Asthma" }, [{ since: "2019" }, { since: "2018" }]);
  await stale([addMedicine, changeMedicine], { generic: "Losartan" }, [{ dose: "50" }, { dose: "100" }]);
  await stale([addAlert, changeAlert], { words: "Deaf" }, [{ isWarning: true }, { isWarning: false }]);
});

it("strips invisible characters from names", async () => {
  const hidden = "Pe\u200bni\u00adcil\u202el\u{e0041}in";
  const allergy = await test.call(addAllergy, token, { params: { id }, body: { substance: hidden } });
  expect(allergy.json().substance).toBe("Penicillin");
  const again = await test.call(addAllergy, token, { params: { id }, body: { substance: "penicillin" } });
  expect(again.statusCode).toBe(409);
  const nothing = await test.call(addProblem, token, { params: { id }, body: { words: "\u200b\u200d" } });
  expect(nothing.json().fields).toEqual({ words: "Problem is required" });
});

describe("medicines", () => {
  const add = (body: object) => test.call(addMedicine, token, { params: { id }, body });

  it("are stopped today or earlier, not in the future", async () => {
    const { id: rowId } = (await add({ generic: "warfarin", until: "2026-12-31" })).json();
    const patch = (body: object) => test.call(changeMedicine, token, { params: { id, rowId }, body });
    const stop = { state: "stopped", stopReason: "bleeding" };
    const refused = await patch({ ...stop, until: "2026-11-21" });
    expect(refused.json().fields).toEqual({
      until: "This date is in the future. Keep the medicine active until then.",
    });
    expect((await patch(stop)).json()).toMatchObject({ state: "stopped", until: "2026-11-20" });
    expect((await patch({ until: "2026-11-21" })).statusCode).toBe(400);
    expect((await patch({ until: "2026-11-19" })).json()).toMatchObject({
      state: "stopped",
      until: "2026-11-19",
    });
    const planned = { state: "active", until: "2026-11-25" };
    expect((await patch(planned)).json()).toMatchObject(planned);
    expect((await readHead()).medicines).toMatchObject([planned]);
  });

  it("come from final prescriptions with their days", async () => {
    await prescribe([{ name: "amoxicillin" }, { name: "cetirizine", duration: "until it is better" }]);
    await prescribe([{ name: "paracetamol", duration: "3 days" }], { on: "2026-11-01" });
    expect(await readMedicines()).toMatchObject([
      {
        generic: "amoxicillin",
        since: "2026-11-20",
        until: "2026-11-26",
        state: "active",
        source: "prescription",
      },
      { generic: "cetirizine", until: null, state: "active", item: 1 },
      { generic: "paracetamol", until: "2026-11-03", state: "ended" },
    ]);
  });

  it("come from the newest final prescription of a generic name", async () => {
    await prescribe([{ name: "amlodipine", duration: "1 month" }], { on: "2026-11-01" });
    const staff = await aStaffMember(test, clinic, ["view_patients"]);
    const waiting = await prescribe([{ name: "Amlodipine", duration: "90 days" }], { as: staff.token });
    expect(await readMedicines()).toMatchObject([{ until: "2026-11-30" }]);
    expect((await readHead()).pending).toMatchObject([{ kind: "prescription", since: waiting.createdAt }]);
    await test.call(releasePrescription, token, { params: { id, rxId: waiting.id } });
    expect(await readMedicines()).toMatchObject([{ until: "2027-02-17" }]);
    expect((await readHead()).pending).toEqual([]);
  });

  it("are not replaced by an earlier prescription that is written down later", async () => {
    await prescribe([{ name: "losartan", strength: "100 mg", duration: "90 days" }], { on: "2026-11-10" });
    await prescribe([{ name: "losartan", strength: "50 mg", duration: "30 days" }], { on: "2026-10-20" });
    expect(await readMedicines()).toMatchObject([{ dose: "100 mg", since: "2026-11-10", state: "active" }]);
    // Of two on one day the last counts.
    await prescribe([{ name: "losartan", strength: "25 mg", duration: "90 days" }], { on: "2026-11-10" });
    expect(await readMedicines()).toMatchObject([{ dose: "25 mg", state: "active" }]);
  });

  it("are replaced by the same medicine with its strength in another field", async () => {
    await prescribe([{ name: "Losartan 50 mg tablet", duration: "90 days" }], { on: "2026-11-10" });
    await prescribe([{ name: "losartan", strength: "100 mg", form: "tab", duration: "30 days" }]);
    expect(await readMedicines()).toMatchObject([{ generic: "losartan", dose: "100 mg" }]);
    await prescribe([{ name: "Losartan potassium", strength: "50 mg", duration: "30 days" }]);
    expect(await readMedicines()).toMatchObject([{ generic: "Losartan potassium", dose: "50 mg" }]);
  });

  it("stay beside the same medicine given in another way", async () => {
    await prescribe([{ name: "salbutamol", form: "inhaler", duration: "3 months" }], { on: "2026-11-15" });
    await prescribe([{ name: "salbutamol", form: "nebule", duration: "3 days" }], { on: "2026-11-16" });
    expect(await readMedicines()).toMatchObject([
      { generic: "salbutamol", since: "2026-11-15", state: "active" },
      { generic: "salbutamol", since: "2026-11-16", state: "ended" },
    ]);
    await prescribe([{ name: "salbutamol", form: "MDI", duration: "1 month" }]);
    await prescribe([{ name: "Salbutamol 2.5 mg nebule", duration: "3 days" }], { on: "2026-11-17" });
    expect(await readMedicines()).toMatchObject([
      { since: "2026-11-20", state: "active" },
      { since: "2026-11-17", state: "ended" },
    ]);
  });

  it("from elsewhere are entered by hand, once, and stopped with a reason", async () => {
    const made = await add({ generic: "warfarin", dose: "2.5 mg evening", since: "2024" });
    expect(made.json()).toMatchObject({
      generic: "warfarin",
      source: "elsewhere",
      state: "active",
      until: null,
    });
    expect((await add({ generic: "Warfarin" })).statusCode).toBe(409);
    const rowId = made.json().id;
    const patch = (body: object) => test.call(changeMedicine, token, { params: { id, rowId }, body });
    expect((await patch({ state: "stopped" })).json().fields).toEqual({
      stopReason: "Say why it is stopped",
    });
    expect((await patch({ state: "stopped", stopReason: "INR 6" })).json()).toMatchObject({
      state: "stopped",
      stopReason: "INR 6",
      until: "2026-11-20",
    });
    expect((await readHead()).medicines).toEqual([]);
    expect((await patch({ state: "active" })).json()).toMatchObject({
      state: "active",
      stopReason: null,
      until: null,
    });
    expect((await patch({ until: "2026-11-19" })).json()).toMatchObject({ state: "ended" });
    expect((await patch({ until: "2023-01-01" })).json().fields).toEqual({
      until: "The last day cannot be before the first",
    });
  });

  it("from elsewhere that have ended can be taken again", async () => {
    const ended = (await add({ generic: "amoxicillin", until: "2026-11-10" })).json();
    expect(ended.state).toBe("ended");
    const again = await add({ generic: "Amoxicillin", since: "2026-11-19", until: "2026-11-26" });
    expect(again.statusCode, again.body).toBe(200);
    expect((await add({ generic: "amoxicillin" })).statusCode).toBe(409);
    const patch = (body: object) =>
      test.call(changeMedicine, token, { params: { id, rowId: ended.id }, body });
    expect((await patch({ dose: "500 mg" })).statusCode).toBe(200);
    expect((await patch({ until: null })).statusCode).toBe(409);
    expect((await add({ generic: "amoxicillin", until: "2025-02-01" })).json().state).toBe("ended");
  });

  it("of a prescription are stopped with a reason, which can be taken back", async () => {
    const rx = await prescribe([{ name: "amoxicillin" }, { name: "paracetamol" }]);
    const stop = (body: object) => test.call(stopPrescribed, token, { params: { id }, body });
    const stopped = await stop({ prescriptionId: rx.id, item: 0, stopReason: "Rash" });
    expect(stopped.json()).toMatchObject({
      generic: "amoxicillin",
      stoppedOn: "2026-11-20",
      state: "active",
    });
    expect(await readMedicines()).toMatchObject([
      { generic: "paracetamol", state: "active" },
      { generic: "amoxicillin", state: "stopped", stopReason: "Rash", stopId: stopped.json().id },
    ]);
    const told = { generic: "amoxicillin", until: "2026-11-20", stopReason: "Rash" };
    expect((await readHead()).stopped).toEqual([told]);
    expect((await stop({ prescriptionId: rx.id, item: 0, stopReason: "Rash" })).statusCode).toBe(409);
    expect((await stop({ prescriptionId: rx.id, item: 2, stopReason: "Rash" })).statusCode).toBe(404);
    await test.call(changeStop, token, {
      params: { id, rowId: stopped.json().id },
      body: { state: "entered_in_error" },
    });
    expect((await readHead()).medicines).toMatchObject([
      { generic: "amoxicillin", state: "active" },
      { generic: "paracetamol" },
    ]);
  });
});

describe("GET /api/patients/:id/summary", () => {
  it("reports an empty record", async () => {
    expect(await readHead()).toEqual({
      allergies: [],
      noKnownAllergies: null,
      problems: [],
      medicines: [],
      stopped: [],
      vitals: [],
      alerts: [],
      pregnancy: null,
      plan: null,
      pending: [],
      more: { allergies: 0, problems: 0, medicines: 0, alerts: 0 },
      resolved: { allergies: 0, problems: 0 },
    });
  });

  it("has the newest value of each sign with its flag and the one before, and the last consultation's plan", async () => {
    const vitals = (vitalSigns: object) =>
      test.call(recordVitals, token, { params: { id }, body: { vitalSigns } });
    test.setNow(new Date("2026-11-19T03:00:00Z"));
    await vitals({ bloodPressure: "138/84", pulse: 76, weight: 62.4 });
    test.setNow(new Date("2026-11-20T03:00:00Z"));
    await test.call(addConsultation, token, {
      body: {
        patientId: id,
        chiefComplaint: "Refill",
        diagnosis: "Hypertension",
        treatment: "Low salt",
        followUpDate: "2026-12-20",
        vitalSigns: { bloodPressure: "152/88" },
      },
    });
    test.setNow(testNow);
    const { vitals: signs, plan } = await readHead();
    expect(signs).toMatchObject([
      {
        sign: "bloodPressure",
        value: "152/88",
        was: "138/84",
        flag: { level: "amber", text: "Above 140/90" },
      },
      { sign: "pulse", value: 76, was: null, flag: { level: "ok" } },
      { sign: "weight", value: 62.4, was: null, flag: null },
    ]);
    expect(plan).toMatchObject({
      diagnosis: "Hypertension",
      treatment: "Low salt",
      followUpDate: "2026-12-20",
      recordedAt: "2026-11-20T03:00:00Z",
    });
  });

  it("flags vital signs by the clinic's own ranges", async () => {
    await test.call(recordVitals, token, { params: { id }, body: { vitalSigns: { pulse: 76 } } });
    const save = (adultRanges: object | null) =>
      test.call(saveClinicSettings, token, { body: { adultRanges } });
    await save({ pulse: { low: 80, high: 100 } });
    const [pulse] = (await readHead()).vitals;
    await save(null);
    expect(pulse).toMatchObject({ sign: "pulse", flag: { level: "amber" } });
  });

  it("flags nothing as in pregnancy once its 44 weeks are over, whether its end is recorded or not", async () => {
    const bloodPressure = async (now: Date) => {
      test.setNow(now);
      await test.call(recordVitals, token, {
        params: { id },
        body: { vitalSigns: { bloodPressure: "144/80" } },
      });
      return (await readHead()).vitals[0]?.flag?.text;
    };
    const lastDay = new Date("2026-11-19T03:00:00Z");
    test.setNow(lastDay);
    await test.call(addPregnancy, token, { params: { id }, body: { lmp: "2026-01-15" } });
    expect(await bloodPressure(lastDay)).toBe("140/90 or above");
    expect(await bloodPressure(testNow)).toBe("Above 140/90");
  });

  it("has 20 rows of a list, the most severe allergies first, and the count of the others", async () => {
    for (let n = 1; n <= 22; n += 1)
      await test.call(addAllergy, token, { params: { id }, body: { substance: `Substance ${n}` } });
    await test.call(addAllergy, token, {
      params: { id },
      body: { substance: "Penicillin", severity: "severe" },
    });
    const head = await readHead();
    expect(head.allergies).toHaveLength(20);
    expect(head.allergies[0]).toMatchObject({ substance: "Penicillin" });
    expect(head.more.allergies).toBe(3);
  });

  it("takes one round trip to the database", async () => {
    const taken = vi.spyOn(pg.Pool.prototype, "connect");
    await readSummary(handleOf(test, clinic), id, testNow);
    expect(taken).toHaveBeenCalledTimes(1);
    taken.mockRestore();
  });
});
