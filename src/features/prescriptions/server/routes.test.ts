import { getDocumentProxy } from "unpdf";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import {
  patientPrescriptions,
  prescriptionPdf,
  releasePrescription,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { pagesOf, wordsOf } from "#test/pdf-text.ts";

let clinicApp: TestApp;
let clinic: TestClinic;
let secretary: TestUser;
let noRights: TestUser;
let patient: number;

beforeAll(async () => {
  clinicApp = await startTestApp();
  clinic = await aClinic(clinicApp, { name: "Peñaflor Heart Clinic" });
  await clinicApp.sql("update clinics set address = 'Unit 305, Osmeña Blvd., Cebu City 6000' where id = $1", [
    clinic.id,
  ]);
  secretary = await aStaffMember(clinicApp, clinic, ["view_patients"]);
  noRights = await aStaffMember(clinicApp, clinic, []);
  patient = await aPatient(clinicApp, clinic, {
    patient_name: "Dela Peña, Consuelo Rivera",
    birthday: "1943-05-02",
  });
});
afterAll(() => clinicApp.close());

const draft = (changes: object = {}) => ({
  physicianName: "Rafael M. Peñaflor, MD",
  physicianLicense: "0098412",
  physicianPTR: "2614407",
  patientAddress: "14 Sikatuna St., Cebu City",
  medications: [
    {
      name: "amlodipine",
      brandName: "Norvasc",
      strength: "5 mg",
      form: "tablet",
      quantity: "30",
      dosage: "1 tab",
      frequency: "OD",
      duration: "30 days",
    },
  ],
  additionalInstructions: "Low-salt diet. Bring ₱300 for the laboratory.",
  ...changes,
});

const save = (
  as: string | null,
  body: object,
  {
    query = {},
    headers = {},
    id = patient,
  }: { query?: Record<string, string>; headers?: Record<string, string>; id?: number } = {},
) => clinicApp.call(savePrescription, as, { params: { id }, body, query, headers });

const storedCount = async () =>
  Number((await clinicApp.sql<{ n: string }>("select count(*) as n from prescriptions"))[0]?.n);

describe("saving a prescription", () => {
  test("needs view_patients", async () => {
    expect((await save(noRights.token, draft())).statusCode).toBe(403);
  });

  test("for a patient who does not exist is 404 and stores nothing", async () => {
    const before = await storedCount();
    expect((await save(clinic.owner.token, draft(), { id: 987_654 })).statusCode).toBe(404);
    expect(await storedCount()).toBe(before);
  });

  test("refuses a date before the patient was born", async () => {
    const newborn = await aPatient(clinicApp, clinic, { birthday: "2026-11-19" });
    const dated = (prescriptionDate: string, isDateConfirmed = true) =>
      save(clinic.owner.token, draft({ prescriptionDate, isDateConfirmed }), { id: newborn });
    expect((await dated("2026-11-18")).json().fields).toEqual({
      prescriptionDate: "Enter a date from the birthday on, Nov 19, 2026",
    });
    expect((await dated("2026-11-19")).statusCode).toBe(200);
  });

  test("asks before it keeps another day than the server's, also for a PDF, and stores nothing meanwhile", async () => {
    const before = await storedCount();
    for (const query of [{}, { format: "pdf" }]) {
      const params = { id: patient };
      const body = draft({ prescriptionDate: "2026-11-19" });
      const answer = await clinicApp.call(savePrescription, clinic.owner.token, { params, query, body });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: "day_to_confirm",
        message: "The prescription is dated Nov 19, 2026, but today is Nov 20, 2026. Check the date.",
      });
    }
    expect(await storedCount()).toBe(before);
    for (const change of [{}, { prescriptionDate: "2026-11-20" }])
      expect((await save(clinic.owner.token, draft(change))).statusCode).toBe(200);
  });

  test.each([
    ["medications", { medications: [] }, "At least one medication is required"],
    [
      "medications.0.name",
      { medications: [{ ...draft().medications[0], name: " " }] },
      "Medication name is required",
    ],
    ["medications.0.dosage", { medications: [{ ...draft().medications[0], dosage: "" }] }, "SIG is required"],
    [
      "medications.0.frequency",
      { medications: [{ ...draft().medications[0], frequency: "" }] },
      "Frequency is required",
    ],
    [
      "medications.0.duration",
      { medications: [{ ...draft().medications[0], duration: "" }] },
      "Duration is required",
    ],
    ["physicianName", { physicianName: "" }, "Physician name is required"],
    ["physicianLicense", { physicianLicense: "" }, "License number is required"],
  ])("names %s when it is missing", async (field, change, message) => {
    const answer = await save(clinic.owner.token, draft(change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields[field]).toBe(message);
  });

  test("refuses a brand without its generic name", async () => {
    const answer = await save(
      clinic.owner.token,
      draft({ medications: [{ name: "Norvasc", dosage: "1 tab", frequency: "OD", duration: "30 days" }] }),
    );
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual(["medications.0.name"]);
  });

  test("refuses a dangerous drug without an S2 number", async () => {
    const morphine = {
      name: "morphine sulfate",
      strength: "10 mg",
      form: "tablet",
      quantity: "21",
      dosage: "1 tab",
      frequency: "q8h",
      duration: "7 days",
    };
    expect((await save(clinic.owner.token, draft({ medications: [morphine] }))).statusCode).toBe(400);
    expect(
      (await save(clinic.owner.token, draft({ medications: [morphine], physicianS2: "S2-1234" }))).statusCode,
    ).toBe(200);
  });

  test("by the owner is final, and is in the list with every field", async () => {
    const answer = await save(clinic.owner.token, draft());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: "final",
      physicianPTR: "2614407",
      prescriptionDate: "2026-11-20",
      preparedByName: "Rafael Peñaflor",
    });
    const list = (
      await clinicApp.call(patientPrescriptions, secretary.token, { params: { id: patient } })
    ).json();
    expect(list[0]).toEqual({ ...answer.json(), isOwn: false });
  });

  test("records the author in the record history", async () => {
    const { id } = (await save(secretary.token, draft())).json();
    const [row] = await clinicApp.sql(
      "select event, user_id::int, patient_id::int from record_history where entity = 'prescriptions' and entity_id = $1",
      [id],
    );
    expect(row).toEqual({ event: "prescription.create", user_id: secretary.id, patient_id: patient });
  });
});

describe("the list of a patient's prescriptions", () => {
  test("is paged by cursor, newest first, with the total on the first page", async () => {
    const id = await aPatient(clinicApp, clinic);
    for (const duration of ["1 day", "2 days", "3 days"])
      await save(
        clinic.owner.token,
        draft({ medications: [{ name: "paracetamol", dosage: "1 tab", frequency: "TID", duration }] }),
        { id },
      );
    const first = await clinicApp.call(patientPrescriptions, clinic.owner.token, {
      params: { id },
      query: { limit: "2" },
    });
    const second = await clinicApp.call(patientPrescriptions, clinic.owner.token, {
      params: { id },
      query: { limit: "2", cursor: String(first.headers["x-next-cursor"]) },
    });
    const durations = [...first.json(), ...second.json()].map(
      (row: { medications: { duration: string }[] }) => row.medications[0]?.duration,
    );
    expect(durations).toEqual(["3 days", "2 days", "1 day"]);
    expect(second.headers["x-next-cursor"]).toBeUndefined();
  });

  test("refuses an invalid cursor", async () => {
    const answer = await clinicApp.call(patientPrescriptions, clinic.owner.token, {
      params: { id: patient },
      query: { limit: "2", cursor: "nonsense" },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe("one key, one record", () => {
  test("the same key saves once and returns that record's PDF on request", async () => {
    const before = await storedCount();
    const headers = { "idempotency-key": "rx-one-act" };
    const saved = await save(clinic.owner.token, draft(), { headers });
    const again = await save(clinic.owner.token, draft(), { headers });
    const pdf = await save(clinic.owner.token, draft(), { headers, query: { format: "pdf" } });
    expect(again.json()).toEqual(saved.json());
    expect(await wordsOf(pdf.rawPayload)).toContain(`Prescription ID ${saved.json().id}`);
    expect(await storedCount()).toBe(before + 1);
  });

  test("the same key with another body is refused", async () => {
    const headers = { "idempotency-key": "rx-other-body" };
    await save(clinic.owner.token, draft(), { headers });
    expect((await save(clinic.owner.token, draft({ diagnosis: "other" }), { headers })).statusCode).toBe(422);
  });
});

describe("the PDF", () => {
  test("contains what the law requires, generic before brand, with ñ and ₱", async () => {
    const answer = await save(clinic.owner.token, draft(), { query: { format: "pdf" } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    expect(decodeURIComponent(String(answer.headers["content-disposition"]))).toContain(
      "prescription-Dela Peña, Consuelo Rivera-2026-11-20.pdf",
    );
    const [text = "", ...further] = await pagesOf(answer.rawPayload);
    expect(further).toEqual([]);
    for (const part of [
      "Peñaflor Heart Clinic",
      "Osmeña Blvd.",
      "Dela Peña, Consuelo Rivera",
      "83",
      "14 Sikatuna St.",
      "amlodipine 5 mg tablet",
      "(Norvasc)",
      "#30",
      "once a day",
      "₱300",
      "0098412",
      "2614407",
    ])
      expect(text).toContain(part);
    expect(text.indexOf("amlodipine")).toBeLessThan(text.indexOf("Norvasc"));
  });

  test("is logged as printed", async () => {
    const { id } = (await save(clinic.owner.token, draft())).json();
    expect(
      (await clinicApp.call(prescriptionPdf, secretary.token, { params: { id: patient, rxId: id } }))
        .statusCode,
    ).toBe(200);
    const [row] = await clinicApp.sql(
      "select user_id::int from record_history where event = 'prescription.print' and (changes->>'prescriptionId')::bigint = $1",
      [id],
    );
    expect(row).toEqual({ user_id: secretary.id });
  });

  test("with words against substitution is refused, and nothing is saved", async () => {
    const before = await storedCount();
    const body = draft({ additionalInstructions: "No substitution please" });
    const answer = await save(clinic.owner.token, body, { query: { format: "pdf" } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toContain("Generics Act");
    expect(await storedCount()).toBe(before);
  });
});

describe("a dangerous drug", () => {
  const diazepam = {
    name: "diazepam",
    strength: "5 mg",
    form: "tablet",
    quantity: "21",
    dosage: "1 tab",
    frequency: "HS",
    duration: "21 days",
  };
  const ofHolder = (changes: object = {}) =>
    draft({ medications: [diazepam], physicianS2: "S2-1234", ...changes });
  const pdf = (body: object, query: Record<string, string> = {}) =>
    save(clinic.owner.token, body, { query: { format: "pdf", ...query } });
  const allowUntil = (day: string | null) =>
    clinicApp.sql("update clinics set triplicate_until = $2 where id = $1", [clinic.id, day]);
  afterEach(() => allowUntil(null));

  test("is refused together with another medicine, and nothing is saved", async () => {
    const before = await storedCount();
    const answer = await save(
      clinic.owner.token,
      ofHolder({ medications: [...draft().medications, diazepam] }),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields["medications.1.name"]).toContain("on its own prescription");
    expect(await storedCount()).toBe(before);
  });

  test("is recorded, and does not print on an ordinary sheet", async () => {
    expect((await save(clinic.owner.token, ofHolder())).statusCode).toBe(200);
    const answer = await pdf(ofHolder());
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toContain("Use the DOH yellow form");
    expect(answer.json().message).toContain("twenty-one (21), no refill");
  });

  test("prints in triplicate while the clinic allows it, to its last day", async () => {
    await allowUntil("2026-11-20");
    const answer = await pdf(ofHolder());
    expect(answer.statusCode).toBe(200);
    expect(await pagesOf(answer.rawPayload)).toHaveLength(3);
    const text = await wordsOf(answer.rawPayload);
    for (const part of [
      "twenty-one (21)",
      "NO REFILL",
      "S2 No. S2-1234",
      "Pharmacy's copy",
      "Patient's copy",
      "Doctor's copy",
    ])
      expect(text).toContain(part);
    await allowUntil("2026-11-19");
    expect((await pdf(ofHolder())).statusCode).toBe(422);
    // Backdated into the allowed time.
    expect((await pdf(ofHolder({ prescriptionDate: "2026-11-18", isDateConfirmed: true }))).statusCode).toBe(
      422,
    );
  });
});

describe("the paper", () => {
  test.each([
    [{}, [420, 595]],
    [{ paper: "half-letter" }, [396, 612]],
    [{ paper: "A4" }, [595, 842]],
  ])("%j", async (query, size) => {
    const answer = await save(clinic.owner.token, draft(), { query: { format: "pdf", ...query } });
    const page = await (await getDocumentProxy(new Uint8Array(answer.rawPayload))).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    expect([Math.round(width), Math.round(height)]).toEqual(size);
    const { id } = (await save(clinic.owner.token, draft())).json();
    const again = await clinicApp.call(prescriptionPdf, clinic.owner.token, {
      params: { id: patient, rxId: id },
      query,
    });
    expect(again.statusCode).toBe(200);
  });

  test("of another size is refused", async () => {
    const answer = await save(clinic.owner.token, draft(), { query: { format: "pdf", paper: "A6" } });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["paper"]]);
  });
});

test("the reason for prescribing despite an allergy is stored, and not printed", async () => {
  const reason = "Mild rash as a child, tolerated since";
  const answer = await save(clinic.owner.token, draft({ allergyReason: reason }));
  expect(answer.json().allergyReason).toBe(reason);
  const pdf = await clinicApp.call(prescriptionPdf, clinic.owner.token, {
    params: { id: patient, rxId: answer.json().id },
  });
  expect(await wordsOf(pdf.rawPayload)).not.toContain("Mild rash");
});

test("prints the day for which the patient was asked back when it was written", async () => {
  const { token } = clinic.owner;
  const id = await aPatient(clinicApp, clinic);
  const consult = (followUpDate: string | null) =>
    clinicApp.call(addConsultation, token, {
      body: {
        patientId: id,
        chiefComplaint: "Cough",
        diagnosis: "Bronchitis",
        treatment: "Rest",
        followUpDate,
      },
    });
  const prescribed = async () => (await save(token, draft(), { id })).json().id as number;
  const inMinutes = (minutes: number) => clinicApp.setNow(new Date(testNow.getTime() + minutes * 60_000));
  const printed = async (rxId: number) => {
    const pdf = await clinicApp.call(prescriptionPdf, token, { params: { id, rxId } });
    return /Follow-up date (\w+ \d+, \d+)/.exec(await wordsOf(pdf.rawPayload))?.[1];
  };
  await consult("2026-12-14");
  const first = await prescribed();
  inMinutes(1);
  await clinicApp.call(recordVitals, token, { params: { id }, body: { vitalSigns: { pulse: 80 } } });
  expect(await printed(await prescribed())).toBe("December 14, 2026");
  await consult("2026-11-27");
  expect(await printed(await prescribed())).toBe("November 27, 2026");
  await consult(null);
  expect(await printed(await prescribed())).toBeUndefined();
  expect(await printed(first)).toBe("December 14, 2026");
  clinicApp.setNow(testNow);
});

test("prints no day once the patient has come again, as the patient's own field has none", async () => {
  const { token } = clinic.owner;
  const id = await aPatient(clinicApp, clinic);
  const body = {
    patientId: id,
    chiefComplaint: "Cough",
    diagnosis: "Bronchitis",
    treatment: "Rest",
    followUpDate: "2026-12-14",
  };
  await clinicApp.call(addConsultation, token, { body });
  await clinicApp.sql(
    "update consultations set created_at = created_at - interval '3 days' where patient_id = $1",
    [id],
  );
  const prescribed = async () => (await save(token, draft(), { id })).json().id as number;
  const printed = async (rxId: number) => {
    const pdf = await clinicApp.call(prescriptionPdf, token, { params: { id, rxId } });
    return /Follow-up date (\w+ \d+, \d+)/.exec(await wordsOf(pdf.rawPayload))?.[1];
  };
  const before = await prescribed();
  clinicApp.setNow(new Date(testNow.getTime() + 60_000));
  await clinicApp.call(addVisit, token, { body: { patientId: id } });
  const patientNow = (await clinicApp.call(onePatient, token, { params: { id } })).json();
  expect([patientNow.followUpDate, await printed(await prescribed())]).toEqual([null, undefined]);
  expect(await printed(before)).toBe("December 14, 2026");
  clinicApp.setNow(testNow);
});

describe("a prescription prepared by staff", () => {
  test("has no PDF until the owner releases it", async () => {
    const prepared = (await save(secretary.token, draft())).json();
    expect(prepared.status).toBe("prepared");
    const params = { id: patient, rxId: prepared.id };
    const early = await clinicApp.call(prescriptionPdf, clinic.owner.token, { params });
    expect([early.statusCode, early.json().code]).toEqual([409, "awaiting_release"]);
    expect((await clinicApp.call(releasePrescription, secretary.token, { params })).statusCode).toBe(403);
    const released = await clinicApp.call(releasePrescription, clinic.owner.token, { params });
    expect(released.json()).toMatchObject({ status: "final" });
    expect((await clinicApp.call(prescriptionPdf, secretary.token, { params })).statusCode).toBe(200);
  });

  test("is not saved when a PDF was requested", async () => {
    const before = await storedCount();
    expect((await save(secretary.token, draft(), { query: { format: "pdf" } })).statusCode).toBe(409);
    expect(await storedCount()).toBe(before);
  });

  test("cannot be released from another clinic", async () => {
    const prepared = (await save(secretary.token, draft())).json();
    const other = await aClinic(clinicApp);
    expect(
      (
        await clinicApp.call(releasePrescription, other.owner.token, {
          params: { id: patient, rxId: prepared.id },
        })
      ).statusCode,
    ).toBe(404);
    const [row] = await clinicApp.sql("select status from prescriptions where id = $1", [prepared.id]);
    expect(row).toEqual({ status: "prepared" });
  });
});
