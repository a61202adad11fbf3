/**
 * A client that knows only the calls and fields of the specification and makes them in the order of its screens: it
 * reads the lists, edits a row in a dialog, and sends back every field of the form with what it read.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addBill, patientBills, takePayment } from "#features/billing/contract.ts";
import { onePatient, type Patient } from "#features/patients/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "./app.ts";
import { aPdf, aPng, asMultipart } from "./data/example-files.ts";
import { aClinic, anAdmin, aPassword, aStaffMember, type TestClinic } from "./data/factories.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Row = Record<string, unknown> & { id: number };

/** The fields of the Edit Patient dialog, as the specification lists them. */
const editedFields = [
  "admissionNo",
  "hospital",
  "patientName",
  "age",
  "sex",
  "birthday",
  "roomNumber",
  "dateOfAdmission",
  "preopDiagnosis",
  "surgicalProcedure",
  "postopDiagnosis",
  "paymentStatus",
  "amount",
  "referringPhysician",
  "remarks",
  "admissionStatus",
  "phicPayment",
  "laboratoryFiles",
  "imagingFiles",
  "otherFiles",
];

/** One that stores its token after signing in. Fails on any status that it does not expect. */
async function aClient(path: string, email: string) {
  const signedIn = await app.app.inject({
    method: "POST",
    url: path,
    payload: { email, password: aPassword },
  });
  expect(signedIn.statusCode, signedIn.body).toBe(200);
  const authorization = `Bearer ${signedIn.json().token}`;
  const send = (method: Method, url: string, payload?: unknown, headers: Record<string, string> = {}) =>
    app.app.inject({
      method,
      url,
      headers: { authorization, ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    });
  const does = async (method: Method, url: string, payload?: unknown, headers?: Record<string, string>) => {
    const answer = await send(method, url, payload, headers);
    expect(answer.statusCode, `${method} ${url}: ${answer.body.slice(0, 300)}`).toBeLessThan(300);
    return answer;
  };
  const reads = async <T = Row[]>(url: string): Promise<T> => (await does("GET", url)).json();
  const rowOf = async (id: number, list = "/api/patients"): Promise<Row> => {
    const row = (await reads(list)).find((one) => one.id === id);
    if (!row) throw new Error(`${id} is not in ${list}.`);
    return row;
  };
  /** Opens the dialog on a row of a list, changes some fields and presses Update Patient. */
  const edits = async (id: number, changed: object = {}, list?: string) => {
    const row = await rowOf(id, list);
    const form = Object.fromEntries(editedFields.map((name) => [name, row[name]]));
    return (await does("PATCH", `/api/patients/${id}`, { ...form, ...changed })).json() as Row;
  };
  const uploads = async (name: string, bytes: Buffer | string): Promise<string> => {
    const { body, headers } = asMultipart([[name, bytes]]);
    const answer = await does("POST", "/api/patients/upload-files", body, headers);
    return answer.json().files[0];
  };
  return { send, does, reads, rowOf, edits, uploads };
}

const recordOf = async (clinic: TestClinic, id: number): Promise<Patient> =>
  (await app.call(onePatient, clinic.owner.token, { params: { id } })).json();

/** What an edit that changes nothing may change. */
const content = (patient: Patient) => ({ ...patient, version: 0, updatedAt: "" });

const registration = {
  admissionNo: "20261120-900",
  hospital: "Chong Hua Hospital - Fuente",
  patientName: "Villareal, Consuelo Abad",
  age: 44,
  sex: "F",
  birthday: "1982-03-14",
  roomNumber: "",
  dateOfAdmission: null,
  admissionStatus: "Outpatient",
  phicPayment: "Yes",
  preopDiagnosis: "Cholelithiasis ".repeat(400),
  surgicalProcedure: "",
  postopDiagnosis: "",
  paymentStatus: "Pending",
  amount: "1250.00",
  referringPhysician: "Dr. Uy",
  chiefComplaint: "Pain after meals",
  remarks: "Prefers mornings",
};

describe("an owner", () => {
  it("registers, edits from the lists, consults, prescribes and refers, and loses nothing", async () => {
    const clinic = await aClinic(app);
    const neighbour = await aClinic(app);
    const owner = await aClient("/api/auth/login", clinic.owner.email);

    await owner.does("GET", "/api/auth/me");
    await owner.does("GET", "/api/clinic/settings");
    await owner.does("GET", "/api/dashboard/stats");
    const files = {
      laboratoryFiles: [await owner.uploads("CBC.pdf", aPdf("CBC"))],
      imagingFiles: [await owner.uploads("Chest.png", aPng())],
      otherFiles: [await owner.uploads("Letter.pdf", aPdf("Letter"))],
    };
    const added: Row = (await owner.does("POST", "/api/patients", { ...registration, ...files })).json();
    const { id } = added;
    const vitalSigns = {
      bloodPressure: "120/80",
      temperature: 36.8,
      pulse: 78,
      respiratoryRate: null,
      oxygenSaturation: 98,
      weight: 61.5,
      height: null,
    };
    const first = { vitalSigns, chiefComplaint: "Pain after meals", notes: "" };
    await owner.does("POST", `/api/patients/${id}/consultation`, first);
    expect(await owner.reads<Row>(`/api/patients/${id}/vitals`)).toMatchObject({ bloodPressure: "120/80" });
    // Set on screens that the client does not have.
    await owner.does("POST", "/api/clinic/custom-fields", { fieldName: "Company" });
    const more = { internalNotes: "Pays in two parts", customFields: { Company: "Ayala" } };
    await owner.does("PATCH", `/api/patients/${id}`, { ...more, historyOfPresentIllness: "Three weeks" });

    const before = content(await recordOf(clinic, id));
    expect(before).toMatchObject({
      ...files,
      ...more,
      amount: "1250.00",
      historyOfPresentIllness: "Three weeks",
    });
    for (const list of ["/api/patients", "/api/patients?archived=true", "/api/consultations/today"]) {
      await owner.edits(id, {}, list);
      expect(content(await recordOf(clinic, id)), list).toEqual(before);
    }
    for (const path of [...files.laboratoryFiles, ...files.imagingFiles, ...files.otherFiles])
      expect((await owner.does("GET", `/api/uploads/${path}`)).rawPayload.length).toBeGreaterThan(50);

    await owner.edits(id, { amount: "2500.00", paymentStatus: "Paid-Received", remarks: "Moved" });
    expect(await owner.rowOf(id)).toMatchObject({
      ...files,
      ...more,
      amount: "2500.00",
      paymentStatus: "Paid-Received",
      remarks: "Moved",
    });
    await owner.edits(id, { amount: null, dateOfAdmission: null, paymentStatus: "Pending" });
    expect(await owner.rowOf(id)).toMatchObject({ ...files, amount: null, paymentStatus: "Pending" });
    // Sent by a date picker as an instant of the Manila day.
    await owner.edits(id, { birthday: "1982-03-13T16:00:00.000Z" });
    expect(await owner.rowOf(id)).toMatchObject({ birthday: "1982-03-14" });

    const visit = {
      patientId: id,
      chiefComplaint: "Pain after meals",
      historyOfPresentIllness: JSON.stringify({ pain: true, painLocation: "RUQ" }),
      vitalSigns: JSON.stringify({ ...vitalSigns, pulse: 80 }),
      physicalExamination: "Soft abdomen",
      diagnosis: "Biliary colic",
      treatment: "Low-fat diet",
      medications: "Hyoscine",
      followUpDate: null,
      notes: "",
      consultationType: "General",
    };
    await owner.does("POST", "/api/consultations", visit);
    expect(await owner.reads(`/api/patients/${id}/consultations`)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ diagnosis: "Biliary colic", medications: "Hyoscine" }),
      ]),
    );
    const prescription = {
      patientId: id,
      physicianName: "Rafael Peñaflor",
      physicianLicense: "0098412",
      physicianSpecialization: "",
      physicianPTR: "",
      physicianS2: "",
      patientAddress: "",
      medications: [
        {
          name: "Hyoscine 10 mg",
          dosage: "1 tab",
          frequency: "3x a day",
          duration: "5 days",
          instructions: "",
        },
      ],
      diagnosis: "Biliary colic",
      additionalInstructions: "",
      prescriptionDate: "2026-11-20",
    };
    await owner.does("POST", `/api/patients/${id}/prescription`, prescription);
    const pdf = await owner.does("POST", `/api/patients/${id}/prescription?format=pdf`, prescription);
    expect(pdf.headers["content-type"]).toContain("application/pdf");
    expect(await owner.reads(`/api/patients/${id}/prescriptions`)).toHaveLength(2);

    await owner.does("PATCH", `/api/patients/${id}/complete-consultation`);
    expect(await owner.reads("/api/consultations/today")).toEqual([]);
    await owner.does("PATCH", `/api/patients/${id}/archive`);
    expect(await owner.rowOf(id, "/api/patients/archived")).toMatchObject({ ...files, ...more });
    await owner.edits(id, {}, "/api/patients/archived");
    await owner.does("PATCH", `/api/patients/${id}/unarchive`);
    expect(await owner.rowOf(id)).toMatchObject({ ...files, ...more, amount: null });

    const clinics = await owner.reads("/api/referrals/available-clinics");
    expect(clinics.map((one) => one.id)).toContain(neighbour.id);
    const referral = { toClinicId: neighbour.id, referralReason: "Surgery", referralNotes: "" };
    await owner.does("POST", `/api/patients/${id}/refer`, referral);
    const receiver = await aClient("/api/auth/token-login", neighbour.owner.email);
    const [shared] = await receiver.reads("/api/referrals/shared-with-me");
    const claimed = (await receiver.does("POST", `/api/referrals/${shared?.id}/claim`)).json();
    expect(claimed.newPatient.patientName).toBe(registration.patientName);

    const [person] = await owner.reads("/api/users");
    const task = {
      title: "Call",
      description: "",
      dueDate: null,
      priority: "Medium",
      assignedToId: person?.id,
    };
    const { id: taskId } = (await owner.does("POST", "/api/tasks", { ...task, status: "Pending" })).json();
    await owner.does("PATCH", `/api/tasks/${taskId}`, { status: "Done" });
    expect(await owner.reads("/api/tasks?status=Done")).toHaveLength(1);
    await owner.does("DELETE", `/api/tasks/${taskId}`);
    await owner.does("GET", "/api/notifications");
    const { name, subdomain, address, phone, email, primaryColor } =
      await owner.reads<Row>("/api/clinic/settings");
    await owner.does("PUT", "/api/clinic/settings", { name, subdomain, address, phone, email, primaryColor });
    await owner.does("DELETE", `/api/patients/${id}`);
    expect(await owner.reads("/api/patients")).toEqual([]);
    await owner.does("POST", "/api/auth/logout");
  });

  it("edits a patient whom the desk queues and bills, and no peso or file changes", async () => {
    const clinic = await aClinic(app);
    const desk = clinic.owner.token;
    const owner = await aClient("/api/auth/login", clinic.owner.email);
    const laboratoryFiles = [await owner.uploads("CBC.pdf", aPdf("CBC"))];
    const { id }: Row = (
      await owner.does("POST", "/api/patients", { ...registration, amount: null, laboratoryFiles })
    ).json();
    const done = async (answer: Promise<{ statusCode: number; body: string; json: () => Row }>) => {
      const { statusCode, body, json } = await answer;
      expect(statusCode, body).toBeLessThan(300);
      return json();
    };
    await done(app.call(addVisit, desk, { body: { patientId: id, reason: "Pain" } }));
    const lines = [{ description: "Consultation", quantity: 1, amount: "1250" }];
    const bill = await done(app.call(addBill, desk, { body: { patientId: id, lines } }));
    const cash = { method: "cash", amount: "500" };
    await done(app.call(takePayment, desk, { params: { id: bill.id }, body: cash }));
    const revenue = async () => (await app.call(patientBills, desk, { params: { id } })).json();
    const [before, owed] = [await recordOf(clinic, id), await revenue()];
    expect(owed.bills).toHaveLength(1);
    expect(before).toMatchObject({ amount: "1250.00", paymentStatus: "Pending" });
    for (const list of ["/api/patients", "/api/consultations/today"]) {
      const answer = await owner.edits(id, { remarks: `From ${list}` }, list);
      expect(answer).toMatchObject({ amount: "1250.00", paymentStatus: "Pending" });
      expect(content(await recordOf(clinic, id))).toEqual({ ...content(before), remarks: `From ${list}` });
      expect(await revenue()).toEqual(owed);
    }
  });
});

describe("a secretary", () => {
  it("signs in at either address and works with the same lists", async () => {
    const clinic = await aClinic(app);
    const { email } = await aStaffMember(app, clinic, ["view_patients", "add_patients", "edit_patients"]);
    for (const path of ["/api/staff/login", "/api/secretaries/login"]) {
      const secretary = await aClient(path, email);
      const admissionNo = path === "/api/staff/login" ? "S-1" : "S-2";
      const { id }: Row = (
        await secretary.does("POST", "/api/patients", { ...registration, admissionNo })
      ).json();
      await secretary.edits(id, { remarks: "At the desk" });
      expect(await secretary.rowOf(id)).toMatchObject({ remarks: "At the desk", amount: "1250.00" });
    }
  });
});

describe("sixteen minutes after signing in", () => {
  const later = new Date(testNow.getTime() + 16 * 60_000);

  it("the administrator's polls go on, and the two changes say what is missing", async () => {
    const { email } = await anAdmin(app);
    const clinic = await aClinic(app);
    const admin = await aClient("/api/admin/login", email);
    atInstant(app, later);
    for (const path of ["stats", "clinics", "users"]) await admin.does("GET", `/api/admin/${path}`);
    const changes = [
      [`/api/admin/clinics/${clinic.id}/status`, { isActive: true }],
      [`/api/admin/clinics/${clinic.id}/subscription`, { subscriptionStatus: "active" }],
    ] as const;
    for (const [url, body] of changes) {
      const refused = await admin.send("PUT", url, body);
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({
        code: "password_required",
        message: expect.stringMatching(/^Enter your password to continue\./),
      });
    }
    await admin.does("POST", "/api/auth/confirm-password", { password: aPassword });
    for (const [url, body] of changes) await admin.does("PUT", url, body);
  });

  it("an owner's reads and daily work go on; staff accounts and deleting a patient ask", async () => {
    const clinic = await aClinic(app);
    const { id: staffId } = await aStaffMember(app, clinic, ["view_patients"]);
    const owner = await aClient("/api/auth/login", clinic.owner.email);
    const { id }: Row = (await owner.does("POST", "/api/patients", registration)).json();
    atInstant(app, later);
    for (const url of [
      "/api/auth/me",
      "/api/dashboard/stats",
      "/api/secretaries",
      "/api/consultations/today",
      "/api/patients",
      "/api/patients/archived",
      "/api/referrals/shared-with-me",
      "/api/referrals/available-clinics",
      "/api/users",
      "/api/tasks",
      "/api/notifications",
      "/api/clinic/settings",
      `/api/patients/${id}/vitals`,
      `/api/patients/${id}/consultations`,
      `/api/patients/${id}/prescriptions`,
    ])
      await owner.does("GET", url);
    await owner.edits(id, { remarks: "Later" });
    const settings = await owner.reads<Row>("/api/clinic/settings");
    const { name, subdomain, primaryColor } = settings;
    await owner.does("PUT", "/api/clinic/settings", { name, subdomain, primaryColor });
    const account = {
      email: "new@clinic.test",
      firstName: "Ana",
      lastName: "Uy",
      permissions: ["view_patients"],
    };
    for (const [method, url, body] of [
      ["POST", "/api/secretaries", account],
      ["PATCH", `/api/secretaries/${staffId}/permissions`, { permissions: ["add_patients"] }],
      ["DELETE", `/api/secretaries/${staffId}`, undefined],
      ["DELETE", `/api/patients/${id}`, undefined],
    ] as const) {
      const refused = await owner.send(method, url, body);
      expect(refused.statusCode, url).toBe(403);
      expect(refused.json().message).toMatch(/^Enter your password to continue\./);
    }
    expect(await owner.rowOf(id)).toMatchObject({ remarks: "Later" });
  });
});
