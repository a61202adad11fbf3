import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportPatients } from "#features/patients/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { readCsv } from "#test/read-csv.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
  await aPatient(test, await aClinic(test), { patient_name: "Next Door, Nena" });
  await aPatient(test, clinic, {
    admission_no: "20261101-001",
    patient_name: "Peñaflor, Consuelo",
    age: null,
    birthday: "1959-03-08",
    gestation_days: 268,
    hospital: "Perpetual Succour Hospital",
    admission_status: "Admitted",
    date_of_admission: "2026-11-03",
    preop_diagnosis: 'Fracture, "greenstick"',
    payment_status: "Paid-Received",
    amount: "1200.50",
    referring_physician: "Dr. Tan",
    philhealth_number: "12-345678901-2",
    contact_number: "+639171234567",
    address: "Mabolo, Cebu City",
    created_at: "2026-11-01T02:00:00Z",
  });
  await aPatient(test, clinic, {
    admission_no: "20261102-001",
    patient_name: '=HYPERLINK("http://x")',
    sex: "M",
    age: null,
    hospital: "+63 Hospital",
    preop_diagnosis: "-none",
    referring_physician: "@tan",
    created_at: "2026-11-02T02:00:00Z",
  });
  await aPatient(test, clinic, { patient_name: "Archived, Ana", is_archived: true });
});
afterAll(() => test.close());

/** As the specification orders them; others follow. */
const specified =
  "Admission No,Patient Name,Age/Sex,Hospital,Date of Admission,Diagnosis,Payment Status,Amount,Referring Physician,Status";
const exported = (query: Record<string, string> = {}) => test.call(exportPatients, token, { query });
const noted = async () =>
  (
    await test.sql<{ user_id: string; patient_id: null; changes: Record<string, unknown> }>(
      `select user_id, patient_id, changes from record_history where clinic_id = $1 and event = 'patient.export'
       order by id desc limit 1`,
      [clinic.id],
    )
  )[0];

describe("GET /api/patients/export", () => {
  it("refuses users who may not view, and logs nothing", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients", "view_reports"]);
    expect((await test.call(exportPatients, clerk.token)).statusCode).toBe(403);
    expect(await noted()).toBeUndefined();
  });

  it("names an unknown filter", async () => {
    const answer = await exported({ status: "Gone" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("status");
  });

  it("contains the clinic's patients in the list's order, with no cell that runs as a formula", async () => {
    const answer = await exported();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toContain('filename="patients_export_2026-11-20.csv"');
    expect(answer.headers["x-row-count"]).toBe("2");
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [, first = "", second = ""] = answer.body.split("\r\n");
    expect(first).toMatch(
      /^20261102-001,"'=HYPERLINK\(""http:\/\/x""\)",M,'\+63 Hospital,,'-none,Pending,,'@tan,Outpatient,+$/,
    );
    expect(second).toMatch(/,"Fracture, ""greenstick""",.*,"Mabolo, Cebu City",/);
    const [headings = [], , cells = [], ...more] = readCsv(answer.body);
    expect(more).toEqual([]);
    expect(Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))).toMatchObject({
      "Admission No": "20261101-001",
      "Patient Name": "Peñaflor, Consuelo",
      "Age/Sex": "67/F",
      Hospital: "Perpetual Succour Hospital",
      "Date of Admission": "2026-11-03",
      Diagnosis: 'Fracture, "greenstick"',
      "Payment Status": "Paid-Received",
      Amount: "1200.50",
      "Referring Physician": "Dr. Tan",
      Status: "Admitted",
      Birthday: "1959-03-08",
      "Contact Number": "+63 917 123 4567",
      Email: "",
      "PhilHealth Number": "12-345678901-2",
      Address: "Mabolo, Cebu City",
      "Gestation at Birth": "38w 2d",
    });
  });

  it("applies the filter, and logs the count and the filters but never the search term", async () => {
    const answer = await exported({ search: "penaflor", payment: "Paid-Received", status: "All Patients" });
    expect(answer.headers["x-row-count"]).toBe("1");
    expect(await noted()).toEqual({
      user_id: String(clinic.owner.id),
      patient_id: null,
      changes: { rows: 1, filters: ["search", "payment"] },
    });
  });

  it("contains only the headings when nobody is found", async () => {
    const answer = await exported({ search: "zzyzx" });
    expect(answer.headers["x-row-count"]).toBe("0");
    expect(answer.body).toMatch(new RegExp(`^\uFEFF${specified},[^\r]*\r\n$`));
  });

  it("contains all of more rows than one query reads, and is named by the Manila day", async () => {
    const large = await aClinic(test);
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'patient.create', true))
       insert into patients (clinic_id, admission_no, hospital, patient_name, sex, created_at)
       select $1, 'L-' || n, 'Makati Medical Center', 'Long List ' || n, 'F', timestamptz '2026-11-20'
       from scope, generate_series(1, 2300) n`,
      [large.id],
    );
    atInstant(test, new Date("2026-11-20T16:00:00Z"));
    const answer = await test.call(exportPatients, await aSession(test, large.owner.id), {
      query: { sort: "hospital-asc" },
    });
    expect(answer.headers["x-row-count"]).toBe("2300");
    expect(new Set(answer.body.split("\r\n")).size).toBe(2302);
    expect(answer.headers["content-disposition"]).toContain("patients_export_2026-11-21.csv");
  });
});
