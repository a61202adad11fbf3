import type { MedicationRequest } from "@medplum/fhirtypes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProblem } from "#features/clinical-lists/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { mergePatients } from "#features/merges/contract.ts";
import { addPatient, deletePatient, patientHistory } from "#features/patients/contract.ts";
import { savePrescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aKey } from "#test/data/api-keys.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { faultsOf } from "#test/data/fhir-validator.ts";
import { fullClinic } from "#test/data/full-clinic.ts";

let app: TestApp;
let clinic: TestClinic;
let key: string;
let ana: number;

beforeAll(async () => {
  app = await startTestApp();
  clinic = await fullClinic(app);
  key = await aKey(app, clinic);
  const [row] = await app.sql<{ id: string }>(
    "select id from patients where clinic_id = $1 and patient_name = 'Reyes, Ana'",
    [clinic.id],
  );
  ana = Number(row?.id);
  await app.call(addConsultation, clinic.owner.token, {
    body: {
      patientId: ana,
      chiefComplaint: "Dizziness",
      diagnosis: "Essential hypertension",
      treatment: "Amlodipine",
      vitalSigns: {
        bloodPressure: "150/95",
        temperature: 36.8,
        respiratoryRate: 18,
        weight: 61.5,
        height: 158,
      },
    },
  });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}, as: string | null = key) =>
  app.app.inject({
    url: path.replace(/^http:\/\/[^/]+/, "").replace(/^(?!\/)/, "/fhir/R4/"),
    headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
  });
const found = async (path: string) => {
  const answer = await get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  const bundle = answer.json();
  expect(faultsOf(bundle)).toEqual([]);
  return (bundle.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource);
};
const idsOf = async (path: string) => (await found(path)).map(({ id }: { id: string }) => id);
const outcome = async (path: string, status: number, headers = {}, as: string | null = key) => {
  const answer = await get(path, headers, as);
  expect(answer.statusCode, path).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/fhir+json; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect(faultsOf(answer.json())).toEqual([]);
  return answer.json().issue;
};

describe("failures are OperationOutcomes", () => {
  test("401 without a key and by a session", async () => {
    expect(await outcome("Patient", 401, {}, null)).toMatchObject([{ code: "login" }]);
    expect((await get("Patient", {}, null)).headers["www-authenticate"]).toBe('Bearer realm="Klinika"');
    expect((await get("Patient", {}, "klk_x")).headers["www-authenticate"]).toContain(
      'error="invalid_token"',
    );
    expect(await outcome("Patient", 401, {}, clinic.owner.token)).toMatchObject([{ code: "login" }]);
  });

  test("403 for a type that the key may not read", async () => {
    const narrow = await aKey(app, clinic, ["Encounter"]);
    expect(await outcome("Patient", 403, {}, narrow)).toMatchObject([{ code: "forbidden" }]);
    expect((await get("Encounter", {}, narrow)).statusCode).toBe(200);
  });

  test("404 for an unknown id, another clinic's, and an unknown type", async () => {
    const foreign = await aPatient(app, await aClinic(app));
    for (const path of [
      `Patient/${foreign}`,
      "Patient/999999",
      "Patient/none",
      "Condition/problem-1",
      "Claim/1",
      "Binary/1",
    ])
      expect(await outcome(path, 404)).toMatchObject([{ code: "not-found" }]);
    expect(await idsOf(`Encounter?patient=${foreign}`)).toEqual([]);
  });

  test("400 names each wrong parameter", async () => {
    expect(await outcome("Patient?colour=red&size=2", 400)).toMatchObject([
      { code: "invalid", expression: ["colour"] },
      { code: "invalid", expression: ["size"] },
    ]);
    for (const path of [
      "Patient?family:exact=Reyes",
      "Patient?gender=female",
      "Observation?code=8867-4",
      "Condition?patient=x",
      "Patient?birthdate=yesterday",
      "Patient?telecom=email|jose@example.ph",
      "Encounter?date=2026-13-01",
      "Patient?_page=zzz",
    ])
      await outcome(path, 400);
  });

  test("406 for a format that is not served", async () => {
    const accept = (value: string) => get(`Patient/${ana}`, { accept: value });
    for (const value of [
      "application/fhir+xml",
      "application/json;q=0",
      "application/fhir+json; fhirVersion=3.0",
    ])
      expect(await outcome(`Patient/${ana}`, 406, { accept: value })).toMatchObject([
        { code: "not-supported" },
      ]);
    for (const path of ["Patient?_format=xml", "metadata?_format=application/fhir%2Bxml"])
      await outcome(path, 406);
    for (const value of ["*/*", "application/fhir+json; fhirVersion=4.0", "text/html, */*;q=0.1"])
      expect((await accept(value)).statusCode, value).toBe(200);
    expect((await get(`Patient/${ana}?_format=json`, { accept: "application/fhir+xml" })).statusCode).toBe(
      200,
    );
  });

  test("handling=lenient ignores unknown parameters", async () => {
    const answer = await get(`Patient?_id=${ana}&colour=red`, { prefer: "handling=lenient" });
    expect(answer.json()).toMatchObject({
      total: 1,
      link: [{ relation: "self", url: expect.not.stringContaining("colour") }],
    });
  });

  test("410 for a patient who was deleted", async () => {
    const id = await aPatient(app, clinic);
    await app.call(deletePatient, clinic.owner.token, { params: { id } });
    expect(await outcome(`Patient/${id}`, 410)).toMatchObject([{ code: "deleted" }]);
  });
});

test("a resource has its version as ETag, and 304 when it is unchanged", async () => {
  const answer = await get(`Patient/${ana}`);
  expect(answer.json()).toMatchObject({
    resourceType: "Patient",
    id: String(ana),
    name: [{ family: "Reyes", given: ["Ana"] }],
  });
  expect(answer.headers).toMatchObject({
    etag: `W/"${answer.json().meta.versionId}"`,
    "last-modified": expect.stringMatching(/GMT$/),
    "cache-control": "private, no-store",
  });
  const again = await get(`Patient/${ana}`, { "if-none-match": String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("a part of a resource is tagged, and a count has none", async () => {
  const part = (await get(`Observation?patient=${ana}&_elements=subject&_pretty=true`)).json();
  for (const { resource } of part.entry) {
    expect(Object.keys(resource).sort()).toEqual(["code", "id", "meta", "resourceType", "status", "subject"]);
    expect(resource.meta.tag).toMatchObject([{ code: "SUBSETTED" }]);
    expect(faultsOf(resource)).toEqual([]);
  }
  expect((await get(`Patient/${ana}?_summary=true`)).json()).not.toHaveProperty("contact");
  expect((await get(`Patient/${ana}?_summary=data`)).json().meta).not.toHaveProperty("tag");
  for (const query of ["_summary=count", "_count=0"]) {
    const counted = (await get(`Observation?patient=${ana}&${query}`)).json();
    expect(counted).not.toHaveProperty("entry");
    expect(counted.total).toBe((await idsOf(`Observation?patient=${ana}&_count=200`)).length);
    expect((await get(`Patient/${ana}/$everything?${query}`)).json().total).toBeGreaterThan(10);
  }
  await outcome("Patient?_summary=some", 400);
  const first = (await get("Patient?_count=1&_total=accurate")).json();
  expect([first.entry.length, first.total]).toEqual([1, (await idsOf("Patient?_count=999999999")).length]);
});

test("a search by POST is the same, with the rights of its type", async () => {
  const search = (type: string, payload: string, as = key, type_ = "application/x-www-form-urlencoded") =>
    app.app.inject({
      method: "POST",
      url: `/fhir/R4/${type}/_search`,
      headers: { authorization: `Bearer ${as}`, "content-type": type_ },
      payload,
    });
  const sent = await search("Patient", "family=reyes&birthdate=ge1900-01-01&birthdate=le2026-11-20");
  expect(sent.statusCode, sent.body).toBe(200);
  expect(sent.json().entry).toEqual(
    (await get("Patient?family=reyes&birthdate=ge1900-01-01&birthdate=le2026-11-20")).json().entry,
  );
  expect((await search("Patient", "colour=red")).statusCode).toBe(400);
  expect((await search("Patient", "{}", key, "application/json")).statusCode).toBe(415);
  expect((await search("Claim", "")).json().resourceType).toBe("OperationOutcome");
  const narrow = await aKey(app, clinic, ["Encounter"]);
  expect((await search("Patient", "family=reyes", narrow)).statusCode).toBe(403);
});

test("HEAD is GET without the body", async () => {
  const url = `/fhir/R4/Patient/${ana}`;
  const head = await app.app.inject({ method: "HEAD", url, headers: { authorization: `Bearer ${key}` } });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([
    200,
    "",
    (await get(`Patient/${ana}`)).headers.etag,
  ]);
});

test("each search parameter of the CapabilityStatement works, and finds its resource", async () => {
  const metadata = await get("metadata", {}, null);
  expect(faultsOf(metadata.json())).toEqual([]);
  const [{ resource: types }] = metadata.json().rest;
  for (const { type, interaction, searchParam = [] } of types) {
    if (!interaction.some(({ code }: { code: string }) => code === "search-type")) continue;
    const [first] = await found(type);
    expect(first, type).toBeDefined();
    for (const { name, type: kind } of searchParam) {
      const value =
        name === "_id"
          ? first.id
          : name === "patient"
            ? String(ana)
            : kind === "date"
              ? "ge1900-01-01"
              : (samples[name] ?? "x");
      const beside = name === "_id" ? "" : name === "patient" || type === "Patient" ? "" : `&_id=${first.id}`;
      const also =
        type === "Patient" && ["gender", "active", "_lastUpdated"].includes(name) ? `&_id=${ana}` : beside;
      const answer = await get(`${type}?${name}=${encodeURIComponent(value)}${also}`);
      expect(answer.statusCode, `${type} ${name} ${answer.body}`).toBe(200);
      if (name === "_id") expect(answer.json().total, type).toBe(1);
    }
  }
});
const samples: Record<string, string> = { birthdate: "1990-01-01", phone: "0917 555 0148" };

describe("patient search", () => {
  let jose: number;
  beforeAll(async () => {
    const made = await app.call(addPatient, clinic.owner.token, {
      body: {
        admissionNo: "77-1",
        hospital: "Makati Medical Center",
        patientName: "De los Santos, José Miguel Jr.",
        sex: "M",
        birthday: "1985-02-03",
        contactNumber: "0917 555 0177",
        philhealthNumber: "12-345678901-2",
      },
    });
    jose = made.json().id;
  });

  test.each([
    ["number", "identifier=77-1"],
    ["number with its system", "identifier=urn:klinika:patient-number|77-1"],
    ["PhilHealth number", "identifier=http://philhealth.gov.ph/fhir/Identifier/philhealth-id|12-345678901-2"],
    ["PhilHealth number as typed", "identifier=123456789012"],
    ["phone", "phone=0917%20555%200177"],
    ["telecom", "telecom=phone|%2B639175550177"],
    ["birthday", "birthdate=1985-02-03"],
    ["month of birth", "birthdate=1985-02"],
    ["birthdays on and after", "birthdate=ge1985-02-03&birthdate=lt1985-02-04"],
    ["surname without its spaces", "family=delosSan"],
    ["surname and sex", "family=De%20los%20Santos&gender=male"],
    ["given name without accents", "given=jose"],
    ["parts of the name", "name=mig%20santos"],
    ["one of two numbers", "identifier=none,77-1"],
    ["number and surname", "identifier=77-1&family=de"],
    [
      "PhilHealth numbers alone",
      "identifier=http://philhealth.gov.ph/fhir/Identifier/philhealth-id|&family=de",
    ],
    ["sex with its system", "family=de&gender=http://hl7.org/fhir/administrative-gender|male"],
    [
      "an instant of the birthday",
      "birthdate=ge1985-02-03T08:00:00%2B08:00&birthdate=lt1985-02-03T20:00:00%2B08:00",
    ],
  ])("by %s", async (_, query) => {
    expect(await idsOf(`Patient?${query}`)).toEqual([String(jose)]);
  });

  test.each([
    ["another surname", "identifier=77-1&family=Reyes"],
    ["another sex", "birthdate=1985-02-03&gender=female"],
    ["another system", "identifier=http://example.org|77-1"],
    ["its own and another system", "identifier=77-1&identifier=http://example.org|77-1"],
    ["another system's sex", "family=de&gender=http://example.org|male"],
    ["the middle of a word", "given=ose"],
    ["a day later", "birthdate=gt1985-02-03&birthdate=lt1985-02-05"],
  ])("but not by %s", async (_, query) => {
    expect(await idsOf(`Patient?${query}`)).toEqual([]);
  });

  test("suffixes are not given names", async () => {
    expect((await get(`Patient/${jose}`)).json().name).toEqual([
      {
        text: "De los Santos, José Miguel Jr.",
        family: "De los Santos",
        given: ["José", "Miguel"],
        suffix: ["Jr."],
      },
    ]);
  });
});

test("pages link to the next, and together are complete", async () => {
  const whole = await idsOf(`Observation?patient=${ana}&_count=200`);
  expect(whole.length).toBeGreaterThan(3);
  const paged: string[] = [];
  for (let next: string | undefined = `Observation?patient=${ana}&_count=2`; next; ) {
    const bundle: { entry?: { resource: { id: string } }[]; link: { relation: string; url: string }[] } = (
      await get(next)
    ).json();
    expect(bundle.entry?.length).toBeLessThanOrEqual(2);
    paged.push(...(bundle.entry ?? []).map(({ resource }) => resource.id));
    next = bundle.link.find(({ relation }) => relation === "next")?.url;
  }
  expect(paged).toEqual(whole);
});

test("vital signs entered in error say so, and keep their values", async () => {
  const id = await aPatient(app, clinic);
  const owner = clinic.owner.token;
  const taken = await app.call(recordVitals, owner, { params: { id }, body: { vitalSigns: { weight: 56 } } });
  await app.call(markVitalSigns, owner, {
    params: { id, readingId: taken.json().id },
    body: { state: "entered_in_error", reason: "Typed wrong" },
  });
  const marked = { status: "entered-in-error", valueQuantity: { value: 56 } };
  expect(await found(`Observation?patient=${id}`)).toMatchObject([marked]);
  expect(await found(`Observation?patient=${id}&status=final`)).toEqual([]);
});

test("clinical types are filtered by their resources' values", async () => {
  const of = (query: string) => found(`${query}&patient=Patient/${ana}`);
  for (const one of await of("Observation?category=vital-signs"))
    expect(one.category[0].coding[0].code).toBe("vital-signs");
  expect(await of("Observation?code=http://loinc.org|8867-4")).toMatchObject([
    { valueQuantity: { value: 80, code: "/min" } },
  ]);
  expect(await of("Observation?code=8480-6")).toMatchObject([
    { component: [{ valueQuantity: { value: 150, code: "mm[Hg]" } }, { valueQuantity: { value: 95 } }] },
  ]);
  expect(await of("Observation?category=vital-signs&date=lt2026-11-20")).toEqual([]);
  expect(await of("Condition?code=A97.9")).toMatchObject([
    { category: [{ coding: [{ code: "encounter-diagnosis" }] }] },
  ]);
  expect(await of("Condition?clinical-status=resolved")).toEqual([]);
  expect(await of("MedicationRequest?status=stopped")).toMatchObject([{ statusReason: { text: "Rash" } }]);
  expect(await of("Encounter?date=2026-11-20&status=finished")).not.toEqual([]);
  expect(await found("Encounter?date=ge2026-11-20")).not.toEqual([]);
  expect(await found("Appointment?date=ge2028-01-01")).toHaveLength(1);
  expect(await found("Appointment?date=lt2028-01-01")).toEqual([]);
});

test("what is to be dispensed has its own unit, and is in words where it is no number", async () => {
  const params = { id: await aPatient(app, clinic) };
  const medicine = { name: "amoxicillin", dosage: "1 cap", frequency: "TID", duration: "7 days" };
  const medications = [
    { quantity: "21", form: "Capsule", strength: "500 mg" },
    { quantity: "60 mL", form: "syrup" },
    { quantity: "2", form: "syrup" },
    { quantity: "1/2 bottle", form: "syrup" },
    {},
  ].map((more) => ({ ...medicine, ...more }));
  const body = { ...(acceptedBodies["POST /api/patients/:id/prescription"] as object), medications };
  await app.call(savePrescription, clinic.owner.token, { params, body });
  const requests: MedicationRequest[] = await found(`MedicationRequest?patient=${params.id}`);
  const said = Object.fromEntries(
    requests.map(({ id, dispenseRequest, note }) => [id?.split("-")[1], dispenseRequest?.quantity ?? note]),
  );
  expect(said).toEqual({
    "0": { value: 21, unit: "Capsule" },
    "1": { value: 60, unit: "mL" },
    "2": { value: 2 },
    "3": [{ text: "Quantity: 1/2 bottle" }],
  });
});

test("a withdrawn prescription is in error, or cancelled if it was never released", async () => {
  const { token } = clinic.owner;
  const helper = await aStaffMember(app, clinic, ["view_patients"]);
  const id = await aPatient(app, clinic);
  const body = acceptedBodies["POST /api/patients/:id/prescription"] as object;
  const withdrawn = async (as: string, reason: string): Promise<number> => {
    const { id: rxId } = (await app.call(savePrescription, as, { params: { id }, body })).json();
    await app.call(withdrawPrescription, as, { params: { id, rxId }, body: { reason } });
    return rxId;
  };
  const released = await withdrawn(token, "Wrong medicine");
  const prepared = await withdrawn(helper.token, "Wrong patient");
  expect(await found(`MedicationRequest?patient=${id}&status=entered-in-error`)).toMatchObject([
    { id: `${released}-0`, status: "entered-in-error", statusReason: { text: "Wrong medicine" } },
  ]);
  expect(await found(`MedicationRequest?patient=${id}&status=cancelled`)).toMatchObject([
    { id: `${prepared}-0`, status: "cancelled", statusReason: { text: "Wrong patient" } },
  ]);
  expect(await found(`MedicationRequest?patient=${id}&status=active,draft,completed`)).toEqual([]);
});

test("a withdrawal is a change of the resource", async () => {
  const { token } = clinic.owner;
  const params = { id: await aPatient(app, clinic) };
  const body = acceptedBodies["POST /api/patients/:id/prescription"] as object;
  const { id: rxId } = (await app.call(savePrescription, token, { params, body })).json();
  const changed = `MedicationRequest?patient=${params.id}&_lastUpdated=gt2026-11-20T02:45:00Z`;
  expect(await idsOf(changed)).toEqual([]);
  app.setNow(new Date("2026-11-20T02:50:00Z"));
  await app.call(withdrawPrescription, token, { params: { ...params, rxId }, body: { reason: "Wrong" } });
  app.setNow(testNow);
  expect(await idsOf(changed)).toEqual([`${rxId}-0`]);
});

test("each reference of a clinic's resources resolves, and so does each attachment", async () => {
  const first = await get(`Patient/${ana}/$everything?_count=200`);
  const { entry, link } = first.json();
  expect(link).toHaveLength(1);
  const types = new Set(
    entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType),
  );
  expect(types.size).toBe(13);
  const references = new Set(JSON.stringify(entry).match(/(?<="reference":")[^"]+|(?<="url":")Binary\/\d+/g));
  expect(references.size).toBeGreaterThan(5);
  for (const reference of references) expect((await get(reference)).statusCode, reference).toBe(200);
});

test("$everything in pages is the same, without the types that the key may not read", async () => {
  const all = await idsOf(`Patient/${ana}/$everything?_count=200`);
  const paged: string[] = [];
  for (let next: string | undefined = `Patient/${ana}/$everything?_count=3`; next; ) {
    const bundle: { entry?: { resource: { id: string } }[]; link: { relation: string; url: string }[] } = (
      await get(next)
    ).json();
    paged.push(...(bundle.entry ?? []).map(({ resource }) => resource.id));
    next = bundle.link.find(({ relation }) => relation === "next")?.url;
  }
  expect(paged).toEqual(all);
  const narrow = await aKey(app, clinic, ["Patient", "Immunization"]);
  const { entry } = (await get(`Patient/${ana}/$everything`, {}, narrow)).json();
  expect(entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)).toEqual([
    "Patient",
    "Immunization",
  ]);
});

test("a confidential entry is not read, not even by the key of its author and owner", async () => {
  const before = await idsOf(`Condition?patient=${ana}`);
  const added = await app.call(addProblem, clinic.owner.token, {
    params: { id: ana },
    body: { words: "HIV disease", code: "B24", isConfidential: true },
  });
  expect(added.statusCode, added.body).toBe(200);
  expect(await idsOf(`Condition?patient=${ana}`)).toEqual(before);
  await outcome(`Condition/problem-${added.json().id}`, 404);
});

test("a merged record refers to its survivor, and searches by it find the survivor", async () => {
  const other = (
    await app.call(addPatient, clinic.owner.token, {
      body: { admissionNo: "88-1", hospital: "Makati Medical Center", patientName: "Reyes, Anna", sex: "F" },
    })
  ).json().id;
  const merged = await app.call(mergePatients, clinic.owner.token, {
    params: { id: ana },
    body: { otherId: other },
  });
  expect(merged.statusCode, merged.body).toBeLessThan(300);
  expect((await get(`Patient/${other}`)).json()).toMatchObject({
    active: false,
    link: [{ type: "replaced-by", other: { reference: `Patient/${ana}` } }],
  });
  expect(await idsOf("Patient?identifier=88-1")).toEqual([String(ana)]);
  expect(await idsOf(`Encounter?patient=${other}`)).toEqual(await idsOf(`Encounter?patient=${ana}`));
  expect((await found(`Patient?_id=${ana}`))[0].link).toMatchObject([{ type: "replaces" }]);
});

test("patients that were shown are in the record history, with the key", async () => {
  const id = await aPatient(app, clinic, { patient_name: "Quisumbing, Fe" });
  await found("Patient?family=Quisumbing");
  await app.app.kit.views.flush();
  const history = await app.call(patientHistory, clinic.owner.token, { params: { id } });
  expect(history.json()).toMatchObject(
    [{ event: "fhir.read", changes: expect.anything() }, {}].slice(0, history.json().length),
  );
  const [row] = await app.sql<{ changes: unknown }>(
    "select changes from record_history where clinic_id = $1 and patient_id = $2 and event = 'fhir.read'",
    [clinic.id, id],
  );
  expect(JSON.stringify(row)).toContain("Reads 13 types");
});
