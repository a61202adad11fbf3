import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freeTimes, patientAppointments } from "#features/appointments/contract.ts";
import {
  addPatient,
  editPatient,
  nextAdmissionNumber,
  onePatient,
  type Patient,
} from "#features/patients/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());

let made = 0;
const draft = (fields: Record<string, unknown> = {}) => ({
  admissionNo: `A-${++made}`,
  hospital: "Chong Hua Hospital - Fuente",
  patientName: "Ybañez, Marilou Sarmiento",
  sex: "F",
  ...fields,
});
const add = (fields: Record<string, unknown> = {}, as = token, headers: Record<string, string> = {}) =>
  test.call(addPatient, as, { body: draft(fields), headers });
const nextNumber = async (as = token) =>
  (await test.call(nextAdmissionNumber, as)).json().admissionNo as string;
const rowsOf = (id = clinic.id) =>
  test.sql<{ admission_no: string }>("select admission_no from patients where clinic_id = $1", [id]);

describe("POST /api/patients", () => {
  it.each([
    [{ admissionNo: " " }, { admissionNo: "Admission number is required" }],
    [{ hospital: "" }, { hospital: "Hospital is required" }],
    [{ patientName: undefined }, { patientName: "Patient name is required" }],
    [{ sex: "female" }, { sex: "Sex must be M or F" }],
    [{ age: -1 }, { age: "Age must be a positive number" }],
    [{ age: "abc" }, { age: "Age must be a positive number" }],
    [{ admissionStatus: "Gone" }, { admissionStatus: "Invalid admission status" }],
    [{ paymentStatus: "Paid" }, { paymentStatus: "Invalid payment status" }],
    [{ phicPayment: true }, { phicPayment: "PHIC payment must be Yes or No" }],
    [{ patientStatus: "Away" }, { patientStatus: "Invalid patient status" }],
    [{ email: "nobody" }, { email: "Invalid email" }],
    [
      { philhealthNumber: "12-34567890-12-3" },
      { philhealthNumber: "Enter the 12 digits of the PhilHealth number, like 12-345678901-2" },
    ],
    [{ birthday: "2026-11-21" }, { birthday: "The birthday cannot be in the future" }],
    [{ birthday: "1899-12-31" }, { birthday: "Enter a date from Jan 1, 1900 on" }],
    [{ birthday: "2026-02-30" }, { birthday: "Enter a date that exists, as MM/DD/YYYY" }],
    [{ dateOfAdmission: "0000-01-01" }, { dateOfAdmission: "Enter a date from Jan 1, 1900 on" }],
    [
      { admissionStatus: "Admitted", dateOfAdmission: "2026-11-21" },
      { dateOfAdmission: "An admission can't be in the future." },
    ],
    [{ amount: "-5" }, { amount: "Enter an amount in pesos, like 1,200.00" }],
    [
      { laboratoryFiles: ["x/y.pdf"] },
      { laboratoryFiles: "x/y.pdf isn't one of this clinic's files. Upload it, then save." },
    ],
    [{ clinicId: 1 }, { clinicId: "This field cannot be set here." }],
    [
      { id: 1, isArchived: true },
      { id: expect.any(String), isArchived: expect.any(String) },
    ],
    [
      { globalPatientId: "x", version: 9 },
      { globalPatientId: expect.any(String), version: expect.any(String) },
    ],
  ])("refuses %j and says where", async (fields, expected) => {
    const before = (await rowsOf()).length;
    const answer = await add(fields);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", fields: expected });
    expect(await rowsOf()).toHaveLength(before);
  });

  it.each(["123456789012", "12-345678901-2", " 12 345678901 2 "])(
    "formats PhilHealth number %j as on the card",
    async (typed) => {
      expect((await add({ philhealthNumber: typed })).json().philhealthNumber).toBe("12-345678901-2");
    },
  );

  it("records first vital signs as a visit, or registers nobody", async () => {
    const vitalSigns = { bloodPressure: "130/85", pulse: 72 };
    const answer = await add({ vitalSigns, chiefComplaint: "Cough" });
    expect(answer.statusCode).toBe(200);
    const [visit] = await test.sql(
      "select chief_complaint, vital_signs->>'pulse' as pulse from consultations where patient_id = $1",
      [answer.json().id],
    );
    expect(visit).toEqual({ chief_complaint: "Cough", pulse: "72" });
    const before = (await rowsOf()).length;
    const refused = await add({ vitalSigns: { pulse: 7200 } });
    expect(refused.json().fields).toEqual({ "vitalSigns.pulse": "Enter a pulse from 20 to 300" });
    expect(await rowsOf()).toHaveLength(before);
  });

  it("stores the four required fields with the specification's defaults", async () => {
    const answer = await add();
    expect(answer.statusCode).toBe(200);
    const patient = answer.json() as Patient;
    expect(patient).toMatchObject({
      clinicId: clinic.id,
      admissionStatus: "Outpatient",
      paymentStatus: "Pending",
      phicPayment: "No",
      patientStatus: "Waiting",
      consultationStatus: "pending",
      isArchived: false,
      isSharedPatient: false,
      originalClinicId: null,
      age: null,
      amount: null,
      laboratoryFiles: [],
      customFields: {},
      version: 1,
      createdAt: "2026-11-20T02:42:00Z",
    });
    expect(patient.globalPatientId).toMatch(/^[0-9a-f-]{36}$/);
    const read = await test.call(onePatient, token, { params: { id: patient.id } });
    expect(read.json()).toEqual(patient);
    expect(read.headers.etag).toBe(answer.headers.etag);
    const [stored] = await test.sql("select registered_by_id from patients where id = $1", [patient.id]);
    expect(stored).toEqual({ registered_by_id: String(clinic.owner.id) });
  });

  it("stores every entered field", async () => {
    const entered = {
      age: 67,
      birthday: "1959-03-08",
      allergies: "Penicillin",
      address: "14 Sikatuna St., Cebu City",
      admissionStatus: "Admitted",
      roomNumber: "204-B",
      dateOfAdmission: "2026-11-18",
      physicianInCharge: "Dr. Rafael Peñaflor",
      preopDiagnosis: "Cholelithiasis",
      surgicalProcedure: "Laparoscopic cholecystectomy",
      postopDiagnosis: "Acute cholecystitis",
      chiefComplaint: "Pain after meals",
      historyOfPresentIllness: "Two weeks",
      paymentStatus: "Paid-Received",
      amount: "1200.50",
      phicPayment: "Yes",
      referringPhysician: "Dr. Tan",
      remarks: "Daughter decides with her",
      email: "marilou@example.ph",
      internalNotes: "Prefers Bisayâ",
      patientStatus: "Seen",
      customFields: { bloodType: "O+", "Senior ID": "77" },
      appointmentTime: "2026-11-21T01:30:00.000Z",
    };
    const answer = await add({ ...entered, contactNumber: "0917 555 0142" });
    expect(answer.json()).toMatchObject({
      ...entered,
      appointmentTime: "2026-11-21T01:30:00Z",
      contactNumber: "+639175550142",
    });
  });

  it("is booked for the appointment that was entered, at the clinic's first place", async () => {
    const { owner } = await aClinic(test);
    const appointmentTime = "2026-11-24T01:00:00Z";
    const { id } = (await add({ appointmentTime }, owner.token)).json();
    const booked = await test.call(patientAppointments, owner.token, { params: { id } });
    expect(booked.json()).toMatchObject([{ startsAt: appointmentTime, state: "booked" }]);
    const free = await test.call(freeTimes, owner.token, { query: { from: "2026-11-24" } });
    const starts = free.json().map(({ startsAt }: { startsAt: string }) => startsAt.slice(0, 16));
    expect(starts).toContain("2026-11-24T00:30");
    expect(starts).not.toContain("2026-11-24T01:00");
  });

  it.each([
    [{ age: "" }, { age: null }],
    [{ age: "8" }, { age: 8 }],
    [
      { amount: "", dateOfAdmission: "", birthday: "" },
      { amount: null, dateOfAdmission: null, birthday: null },
    ],
    [{ amount: 1200 }, { amount: "1200.00" }],
    [{ age: 5, birthday: "2024-11-20" }, { age: 2 }],
    [{ contactNumber: "local 14" }, { contactNumber: "local 14" }],
    [
      { roomNumber: "204-B", dateOfAdmission: "2026-11-18" },
      { roomNumber: null, dateOfAdmission: null },
    ],
    [
      { admissionStatus: "Discharged", roomNumber: "204-B", dateOfAdmission: "2026-11-18" },
      { roomNumber: null, dateOfAdmission: null },
    ],
  ])("%j is stored as %j", async (fields, stored) => {
    const answer = await add(fields);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject(stored);
  });

  it("opens a stay for an admission, from the admission date or else today", async () => {
    const dated = (await add({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18" })).json();
    const undated = (await add({ admissionStatus: "Admitted" })).json();
    const stays = await test.sql(
      "select admitted_at::text, discharged_at from admissions where patient_id = any($1) order by patient_id",
      [[dated.id, undated.id]],
    );
    expect(stays).toEqual([
      { admitted_at: "2026-11-18", discharged_at: null },
      { admitted_at: "2026-11-20", discharged_at: null },
    ]);
  });

  it("writes the registration to the record history in the same transaction", async () => {
    const { id } = (await add({ remarks: "for the history" })).json();
    const rows = await test.sql("select event, user_id, changes from record_history where patient_id = $1", [
      id,
    ]);
    expect(rows).toMatchObject([
      {
        event: "patient.create",
        user_id: String(clinic.owner.id),
        changes: { remarks: [null, "for the history"] },
      },
    ]);
  });
});

describe("admission numbers", () => {
  it("are the day and a count of three digits, offered without being used up", async () => {
    const { owner } = await aClinic(test);
    expect(await nextNumber(owner.token)).toBe("20261120-001");
    expect(await nextNumber(owner.token)).toBe("20261120-001");
    await add({ admissionNo: "20261120-001" }, owner.token);
    expect(await nextNumber(owner.token)).toBe("20261120-002");
  });

  it("restart with the Manila day", async () => {
    const night = await aClinic(test);
    await add({ admissionNo: "20261120-001" }, night.owner.token);
    atInstant(test, new Date("2026-11-20T16:00:00Z"));
    expect(await nextNumber(await aSession(test, night.owner.id))).toBe("20261121-001");
  });

  it("skip used numbers, and a count that was typed ahead", async () => {
    const ahead = await aClinic(test);
    await aPatient(test, ahead, { admission_no: "20261120-001" });
    await aPatient(test, ahead, { admission_no: "20261120-002" });
    expect(await nextNumber(ahead.owner.token)).toBe("20261120-003");
    await add({ admissionNo: "20261120-041" }, ahead.owner.token);
    expect(await nextNumber(ahead.owner.token)).toBe("20261120-042");
    await add({ admissionNo: "20261120-007" }, ahead.owner.token);
    expect(await nextNumber(ahead.owner.token)).toBe("20261120-042");
  });

  it("continue past a thousand", async () => {
    const busy = await aClinic(test);
    await add({ admissionNo: "20261120-999" }, busy.owner.token);
    expect(await nextNumber(busy.owner.token)).toBe("20261120-1000");
  });

  it("conflict with 409 and the next free one, and belong to one clinic", async () => {
    const first = await aClinic(test);
    const second = await aClinic(test);
    await add({ admissionNo: "20261120-001" }, first.owner.token);
    const clash = await add({ admissionNo: "20261120-001" }, first.owner.token);
    expect(clash.statusCode).toBe(409);
    expect(clash.json()).toMatchObject({
      code: "taken",
      fields: { admissionNo: "Admission number already used" },
      suggestion: "20261120-002",
    });
    expect(await rowsOf(first.id)).toHaveLength(1);
    expect((await add({ admissionNo: "20261120-001" }, second.owner.token)).statusCode).toBe(200);
  });

  it("are the same in another case and with another kind of hyphen or space", async () => {
    const { owner, ...clinic } = await aClinic(test);
    expect((await add({ admissionNo: "chh-26 001" }, owner.token)).statusCode).toBe(200);
    for (const admissionNo of ["CHH-26 001", "chh\u201326\u00a0001"]) {
      const clash = await add({ admissionNo }, owner.token);
      expect(clash.statusCode).toBe(409);
      expect(clash.json().fields).toEqual({ admissionNo: "Admission number already used" });
    }
    expect((await add({ admissionNo: "chh-260 01" }, owner.token)).statusCode).toBe(200);
    // Two that a merge or an import left: each can be edited, and neither is given to a third.
    const [id, third] = [
      await aPatient(test, clinic, { admission_no: "CHH-26 001" }),
      await aPatient(test, clinic),
    ];
    const edit = (patient: number, admissionNo: string) =>
      test.call(editPatient, owner.token, { params: { id: patient }, body: { admissionNo } });
    expect((await edit(id, "CHH-26 001")).statusCode).toBe(200);
    expect((await edit(third, "Chh-26 001")).statusCode).toBe(409);
    expect((await edit(third, "A-9")).statusCode).toBe(200);
    expect((await edit(third, "a-9")).json()).toMatchObject({ admissionNo: "a-9" });
  });

  it("are taken once at the same instant, also in another case, by a registration or by an edit", async () => {
    const { owner, ...its } = await aClinic(test);
    const edited = await aPatient(test, its);
    const answers = await Promise.all([
      ...["race-1", "RACE-1", "Race-1", "rAce\u20131"].map((admissionNo) =>
        add({ admissionNo }, owner.token),
      ),
      test.call(editPatient, owner.token, { params: { id: edited }, body: { admissionNo: "racE-1" } }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it("of today are free only if no spelling of them is taken", async () => {
    const { owner } = await aClinic(test);
    expect((await add({ admissionNo: "20261120\u2013001" }, owner.token)).statusCode).toBe(200);
    expect(await nextNumber(owner.token)).toBe("20261120-002");
    const walkIn = { patientName: "Cruz, Ana", sex: "F", age: 30 };
    const answer = await test.call(addWalkIn, owner.token, { body: walkIn });
    expect([answer.statusCode, answer.json().admissionNo]).toEqual([200, "20261120-002"]);
  });

  it("are 60 different ones under concurrent registrations", async () => {
    const rush = await aClinic(test);
    const numbers: string[] = [];
    const registerOne = async () => {
      let admissionNo = await nextNumber(rush.owner.token);
      for (;;) {
        const answer = await add({ admissionNo }, rush.owner.token);
        if (answer.statusCode === 200) return numbers.push(admissionNo);
        expect(answer.statusCode).toBe(409);
        admissionNo = answer.json().suggestion;
      }
    };
    const desk = async () => {
      for (let patients = 0; patients < 5; patients += 1) await registerOne();
    };
    await Promise.all(Array.from({ length: 12 }, desk));
    expect(new Set(numbers).size).toBe(60);
    expect((await rowsOf(rush.id)).map((row) => row.admission_no).sort()).toEqual(numbers.sort());
    expect(await nextNumber(rush.owner.token)).toBe("20261120-061");
  }, 60_000);
});

describe("one key, one patient", () => {
  const key = { "idempotency-key": "tap-tap" };

  it("concurrent requests with one key register once", async () => {
    const twice = await aClinic(test);
    const body = draft();
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.call(addPatient, twice.owner.token, { body, headers: key })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await rowsOf(twice.id)).toHaveLength(1);
  });

  it("the same key with another body is refused", async () => {
    const changed = await aClinic(test);
    await test.call(addPatient, changed.owner.token, { body: draft(), headers: key });
    const answer = await test.call(addPatient, changed.owner.token, { body: draft(), headers: key });
    expect(answer.statusCode).toBe(422);
    expect(await rowsOf(changed.id)).toHaveLength(1);
  });

  it("a conflict under a key can be retried with the offered number", async () => {
    const clash = await aClinic(test);
    await add({ admissionNo: "20261120-001" }, clash.owner.token);
    const refused = await add({ admissionNo: "20261120-001" }, clash.owner.token, key);
    expect(refused.statusCode).toBe(409);
    const again = await add({ admissionNo: refused.json().suggestion }, clash.owner.token, key);
    expect(again.statusCode).toBe(200);
  });
});
