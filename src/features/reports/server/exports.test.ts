import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, manyAdmitted, type TestClinic } from "#test/data/factories.ts";
import { exportAdmissions, exportAnalytics } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const patient = (columns: Parameters<typeof aPatient>[2] = {}) => aPatient(test, clinic, columns);
const noted = () =>
  test.sql<{ user_id: string; changes: object }>(
    "select user_id, changes from record_history where clinic_id = $1 and event = 'report.export' order by id",
    [clinic.id],
  );
const linesOf = (body: Buffer) => {
  expect(body.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const text = body.subarray(3).toString("utf8");
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  return text.slice(0, -2).split("\r\n");
};

describe.each([
  ["admissions", exportAdmissions, "admissions_report_2026-11-20.csv"],
  ["analytics", exportAnalytics, "clinic_report_all_2026-11-20.csv"],
] as const)("the export of %s", (_, endpoint, name) => {
  it("need the right to view reports, and otherwise log nothing", async () => {
    const clerk = await aStaffMember(test, clinic, ["view_patients"]);
    expect((await test.call(endpoint, clerk.token)).statusCode).toBe(403);
    expect(await noted()).toEqual([]);
  });

  it("contain only the header when there is nothing, with a count of 0", async () => {
    const answer = await test.call(endpoint, clinic.owner.token);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toContain(`filename="${name}"`);
    expect(answer.headers["x-row-count"]).toBe("0");
    expect(linesOf(answer.rawPayload)).toHaveLength(1);
    expect((await noted()).map(({ changes }) => changes)).toMatchObject([{ rows: 0 }]);
  });
});

describe("admissions", () => {
  it("contain the rows of the filter, with no cell that runs as a formula", async () => {
    await aPatient(test, await aClinic(test), { admission_status: "Admitted" });
    await patient({
      admission_no: "20261117-002",
      patient_name: "Peñaranda, Rosario",
      hospital: "Perpetual Succour Hospital",
      room_number: "304",
      admission_status: "Admitted",
      date_of_admission: "2026-11-17",
      preop_diagnosis: 'Fracture, "greenstick"',
      physician_in_charge: "Dr. Tan",
      created_at: "2026-11-17T00:00:00Z",
    });
    const out = await patient({
      admission_no: "20261101-001",
      patient_name: "=1+1",
      hospital: "+63 Hospital",
      admission_status: "Admitted",
      date_of_admission: "2026-11-01",
      physician_in_charge: "@tan",
      created_at: "2026-11-01T00:00:00Z",
    });
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'patient.update', true))
       update patients set admission_status = 'Discharged', date_of_admission = null, updated_at = '2026-11-04T17:00:00Z'
       from scope where id = $1`,
      [out],
    );
    const answer = await test.call(exportAdmissions, clinic.owner.token, { query: { show: "all" } });
    expect(answer.headers["x-row-count"]).toBe("2");
    expect(linesOf(answer.rawPayload)).toEqual([
      "Admission #,Patient,Hospital,Room,Status,Admitted,Discharged,Duration (days),Diagnosis,Attending",
      `20261117-002,"Peñaranda, Rosario",Perpetual Succour Hospital,304,Admitted,2026-11-17,,3,"Fracture, ""greenstick""",Dr. Tan`,
      "20261101-001,'=1+1,'+63 Hospital,,Discharged,2026-11-01,2026-11-05,4,,'@tan",
    ]);
    const admitted = await test.call(exportAdmissions, clinic.owner.token, {
      query: { search: "penaranda" },
    });
    expect(admitted.headers["x-row-count"]).toBe("1");
    expect(await noted()).toEqual([
      { user_id: String(clinic.owner.id), changes: { report: "admissions", rows: 2, filters: ["show"] } },
      { user_id: String(clinic.owner.id), changes: { report: "admissions", rows: 1, filters: ["search"] } },
    ]);
  });

  it("contain all of more rows than one query reads", async () => {
    await manyAdmitted(test, clinic, 2300);
    for (const sort of ["newest", "hospital-asc", "longest"]) {
      const answer = await test.call(exportAdmissions, clinic.owner.token, { query: { sort } });
      expect(answer.headers["x-row-count"]).toBe("2300");
      expect(new Set(linesOf(answer.rawPayload)).size).toBe(2301);
    }
  });
});

describe("analytics", () => {
  it("are one table by section, money as plain numbers", async () => {
    await patient({
      hospital: "Cebu Doctors' University Hospital",
      amount: "1234567.80",
      payment_status: "Paid-Received",
      admission_status: "Admitted",
      phic_payment: "Yes",
    });
    await patient({ hospital: "=Hospital, Ñ", amount: "432.20", payment_status: "Overdue" });
    await patient({ hospital: "=Hospital, Ñ" });
    await patient({ date_of_admission: "2026-09-30", amount: "5" });
    const answer = await test.call(exportAnalytics, clinic.owner.token, { query: { period: "month" } });
    expect(answer.headers["content-disposition"]).toContain("clinic_report_month_2026-11-20.csv");
    expect(answer.headers["x-row-count"]).toBe("22");
    expect(linesOf(answer.rawPayload)).toEqual([
      "Section,Item,Patients,Revenue,Average per Patient,Percent",
      "Figures,Total Patients,3,,,",
      "Figures,Total Revenue,,1235000.00,,",
      "Figures,Collection Rate,,,,100.0",
      "Figures,Active Admissions,1,,,",
      "Figures,PHIC Cases,1,,,33.3",
      "Patient Status Distribution,Admitted,1,1234567.80,,33.3",
      "Patient Status Distribution,Discharged,0,0.00,,0.0",
      "Patient Status Distribution,Outpatient,2,432.20,,66.7",
      "Payment Overview,Paid,1,1234567.80,,100.0",
      "Payment Overview,Pending (with Overdue),1,432.20,,0.0",
      "Payment Overview,of which Overdue,1,432.20,,0.0",
      "Payment Overview,HMO Receivable,,0.00,,0.0",
      "Payment Overview,PHIC,1,1234567.80,,33.3",
      "Payment Overview,Private,2,432.20,,66.7",
      "Hospital Performance,Cebu Doctors' University Hospital,1,1234567.80,1234567.80,100.0",
      `Hospital Performance,"'=Hospital, Ñ",2,432.20,216.10,0.0`,
      "6-Month Trend,2026-06,0,0.00,,",
      "6-Month Trend,2026-07,0,0.00,,",
      "6-Month Trend,2026-08,0,0.00,,",
      "6-Month Trend,2026-09,1,5.00,,",
      "6-Month Trend,2026-10,0,0.00,,",
      "6-Month Trend,2026-11,3,1235000.00,,",
    ]);
    expect(await noted()).toEqual([
      { user_id: String(clinic.owner.id), changes: { report: "analytics", rows: 22, period: "month" } },
    ]);
  });
});
