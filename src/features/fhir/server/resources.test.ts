import { afterAll, beforeAll, expect, test } from "vitest";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import type { TestClinic } from "#test/data/factories.ts";
import { faultsOf } from "#test/data/fhir-validator.ts";
import { fullClinic, handleOf } from "#test/data/full-clinic.ts";
import { fhirLines } from "./fhir-lines.ts";

let app: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  app = await startTestApp();
  clinic = await fullClinic(app);
});
afterAll(() => app.close());

test.each(fhirResourceTypes)("each %s of a clinic is valid R4", async (type) => {
  const found: object[] = [];
  for await (const line of fhirLines(handleOf(app, clinic), type, testNow)) found.push(JSON.parse(line));
  expect(found.length).toBeGreaterThan(0);
  for (const resource of found) expect(faultsOf(resource), JSON.stringify(resource)).toEqual([]);
});

test("an invalid resource is detected", () => {
  // Without its code, with an unknown element, and by an invariant: a contact needs a name or a number.
  expect(faultsOf({ resourceType: "Observation", status: "final" })).not.toEqual([]);
  expect(faultsOf({ resourceType: "Patient", nickname: "An" })).not.toEqual([]);
  expect(faultsOf({ resourceType: "Patient", contact: [{ gender: "female" }] })).not.toEqual([]);
});

test("no resource is made from confidential entries, even as their owner", async () => {
  await app.sql("set session_replication_role = replica");
  for (const table of [
    "consultations",
    "consultation_diagnoses",
    "problems",
    "prescriptions",
    "results",
    "files",
  ])
    await app.sql(`update ${table} set confidential_to_id = $2 where clinic_id = $1`, [
      clinic.id,
      clinic.owner.id,
    ]);
  await app.sql("set session_replication_role = origin");
  const left: string[] = [];
  for (const type of fhirResourceTypes)
    for await (const line of fhirLines(handleOf(app, clinic), type, testNow)) left.push(line);
  const kinds = new Set(
    left.map((line) => /"resourceType":"(\w+)","id":"([a-z]*)/.exec(line)?.slice(1).join(" ")),
  );
  expect([...kinds].map((kind) => kind?.trim()).sort()).toEqual([
    "AllergyIntolerance",
    "Appointment",
    "Encounter visit",
    "Immunization",
    "Organization",
    "Patient",
    "Practitioner",
    "PractitionerRole",
  ]);
});
