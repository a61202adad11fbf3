import { afterAll, beforeAll, expect, test } from "vitest";
import { addProblem } from "#features/clinical-lists/contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import { addConsultation } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { changeContacts } from "#features/households/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import { addResult } from "#features/results/contract.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aKey } from "#test/data/api-keys.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let app: TestApp;
let clinic: TestClinic;
let key: string;
let id: number;
const token = () => clinic.owner.token;

beforeAll(async () => {
  app = await startTestApp();
  clinic = await aClinic(app);
  key = await aKey(app, clinic);
  id = await aPatient(app, clinic, { sex: "M", birthday: "1980-01-01" });
});
afterAll(() => app.close());

type Served = { id: string; meta: { lastUpdated: string; versionId: string } } & Record<string, unknown>;
const found = async (query: string): Promise<Served[]> => {
  const answer = await app.app.inject({
    url: `/fhir/R4/${query}`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json().entry ?? []).map(({ resource }: { resource: Served }) => resource);
};

/** Does the change later, and expects that resources of the type have another version and time. */
async function expectChanged(
  type: FhirResourceType,
  change: () => Promise<{ statusCode: number; body: string }>,
) {
  const all = type === "Patient" ? `Patient?_id=${id}` : `${type}?patient=${id}`;
  const before = new Map((await found(all)).map((one) => [one.id, one.meta]));
  app.setNow(new Date(app.app.kit.now().getTime() + 60_000));
  const answer = await change();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const after = await found(all);
  const changed = after.filter((one) => one.meta.versionId !== before.get(one.id)?.versionId);
  expect(changed.length).toBeGreaterThan(0);
  for (const { id: one, meta } of changed)
    expect(Date.parse(meta.lastUpdated), one).toBeGreaterThan(
      Date.parse(before.get(one)?.lastUpdated ?? "0"),
    );
  return changed;
}

test("what is read by its day alone is a day, with the code of its unit", async () => {
  await app.call(addResult, token(), {
    params: { id },
    body: {
      panel: "kidney",
      collectedAt: "2026-11-19",
      values: [{ analyte: "creatinine", value: "110", unit: "µmol/L" }],
    },
  });
  const observations = await found(`Observation?patient=${id}`);
  expect(observations[0]).toMatchObject({
    effectiveDateTime: "2026-11-19",
    code: { coding: [{ system: "http://loinc.org", code: "14682-9" }, {}] },
  });
  expect(await found(`DiagnosticReport?patient=${id}&date=2026-11-19`)).toMatchObject([
    { effectiveDateTime: "2026-11-19" },
  ]);
  expect(await found(`Observation?patient=${id}&date=2026-11-18`)).toEqual([]);
});

test("another birthday or sex changes the results that are judged by it", async () => {
  const changed = await expectChanged("Observation", () =>
    app.call(editPatient, token(), { params: { id }, body: { sex: "F" } }),
  );
  expect(changed.map((one) => one.id)).toEqual([
    expect.stringContaining("creatinine"),
    expect.stringContaining("egfr"),
  ]);
});

test("the gestation at birth is an observation of the birthday, and its correction a change", async () => {
  const gestation = (gestationDays: number) => () =>
    app.call(editPatient, token(), { params: { id }, body: { birthday: "2024-11-20", gestationDays } });
  await expectChanged("Observation", gestation(203));
  const changed = await expectChanged("Observation", gestation(199));
  expect(changed).toMatchObject([
    {
      id: `birth-${id}-gestation`,
      code: { coding: [{ system: "http://loinc.org", code: "76516-4" }] },
      effectiveDateTime: "2024-11-20",
      valueQuantity: { value: 199, system: "http://unitsofmeasure.org", code: "d" },
    },
  ]);
  const query = "code=http://loinc.org%7C76516-4&date=2024-11-20";
  expect(await found(`Observation?patient=${id}&${query}`)).toHaveLength(1);
  expect(await found(`Observation?patient=${id}&code=76516-4&date=2024-11-19`)).toEqual([]);
});

test("a mark that is taken off is a change too", async () => {
  const body = {
    patientId: id,
    chiefComplaint: "Fever",
    diagnosis: "t/c dengue",
    treatment: "Rest",
    vitalSigns: { pulse: 80 },
  };
  const { id: entryId } = (await app.call(addConsultation, token(), { body })).json();
  const mark = (state: "entered_in_error" | "final") => () =>
    app.call(markEntry, token(), {
      params: { id },
      body:
        state === "final"
          ? { entry: "consultation", entryId, state }
          : { entry: "consultation", entryId, state, reason: "Wrong" },
    });
  for (const type of ["Encounter", "Condition", "Observation"] as const) {
    await expectChanged(type, mark("entered_in_error"));
    await expectChanged(type, mark("final"));
  }
  expect(await found(`Condition?patient=${id}`)).toMatchObject([
    { verificationStatus: { coding: [{ code: "provisional" }] } },
  ]);
});

test("an entry that is no longer confidential is new to whoever asks for changes", async () => {
  const { id: entryId } = (
    await app.call(addProblem, token(), { params: { id }, body: { words: "Anxiety", isConfidential: true } })
  ).json();
  const changed = await expectChanged("Condition", () =>
    app.call(markConfidential, token(), {
      params: { id },
      body: { entries: [{ entry: "problem", entryId }], isConfidential: false },
    }),
  );
  expect(changed).toMatchObject([{ id: `problem-${entryId}`, code: { text: "Anxiety" } }]);
  expect(changed[0]).not.toHaveProperty("verificationStatus");
});

test("_lastUpdated finds alone what changed", async () => {
  const from = new Date(app.app.kit.now().getTime() + 30_000).toISOString();
  expect(await found(`Patient?_lastUpdated=gt${from}`)).toEqual([]);
  await expectChanged("Patient", () =>
    app.call(changeContacts, token(), {
      params: { id },
      body: { nextOfKin: { name: "Reyes, Jose", relation: "Father" } },
    }),
  );
  expect(await found(`Patient?_lastUpdated=gt${from}`)).toMatchObject([{ id: String(id) }]);
});

test("a guardian who is a patient is named, and reached, as that record says now", async () => {
  const clinicOfFamily = await aClinic(app);
  const as = clinicOfFamily.owner.token;
  const own = await aKey(app, clinicOfFamily);
  const child = await aPatient(app, clinicOfFamily, { birthday: "2018-07-19" });
  const mother = await aPatient(app, clinicOfFamily, {
    patient_name: "Reyes, Ana",
    birthday: "1990-01-02",
    contact_number: "+639175550101",
  });
  await app.call(changeContacts, as, {
    params: { id: child },
    body: { guardian: { patientId: mother, relation: "Mother" } },
  });
  await app.call(editPatient, as, { params: { id: mother }, body: { patientName: "Cruz, Ana" } });
  const answer = await app.app.inject({
    url: `/fhir/R4/Patient/${child}`,
    headers: { authorization: `Bearer ${own}` },
  });
  expect(answer.json().contact).toEqual([
    {
      relationship: [{ text: "Mother" }],
      name: { text: "Cruz, Ana", family: "Cruz", given: ["Ana"] },
      telecom: [{ system: "phone", value: "+639175550101" }],
    },
  ]);
});

test("that no drug allergies are known says nothing of food", async () => {
  const codeFor = async (allergies: string) => {
    await app.call(editPatient, token(), { params: { id }, body: { allergies } });
    return (await found(`AllergyIntolerance?patient=${id}&clinical-status=active`)).map(({ code }) => code);
  };
  const drugs = { code: "409137002", display: "No known drug allergy" };
  expect(await codeFor("NKDA")).toMatchObject([{ coding: [drugs], text: "NKDA" }]);
  const all = { code: "716186003", display: "No known allergy" };
  expect(await codeFor("No known allergies")).toMatchObject([{ coding: [all] }]);
});

test("a test without a result was not completed, and has no value", async () => {
  await app.call(addResult, token(), {
    params: { id },
    body: {
      panel: "sputum",
      collectedAt: "2026-11-18",
      values: [{ analyte: "genexpert", value: "Invalid" }],
    },
  });
  const [one] = await found(`Observation?patient=${id}&status=cancelled`);
  expect(one).toMatchObject({ status: "cancelled", dataAbsentReason: { text: "Invalid" } });
  expect(Object.keys(one ?? {})).not.toContain("valueString");
  expect(Object.keys(one ?? {})).not.toContain("interpretation");
  expect(await found(`DiagnosticReport?patient=${id}&date=2026-11-18`)).toMatchObject([
    { status: "cancelled" },
  ]);
});
