import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPatient, editPatient } from "#features/patients/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import {
  aClinic,
  aPatient,
  aSession,
  aStaffMember,
  manyAdmitted,
  type TestClinic,
} from "#test/data/factories.ts";
import { type Admission, admissionFigures, listAdmissions, printAdmissions } from "../contract.ts";

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
const admitted = (columns: Parameters<typeof aPatient>[2] = {}) =>
  patient({ admission_status: "Admitted", ...columns });
/** Discharged at that instant, after a stay from that day. */
const discharged = async (admittedOn: string, at: string, columns: Parameters<typeof aPatient>[2] = {}) => {
  const id = await admitted({ date_of_admission: admittedOn, ...columns });
  await test.sql(
    `with scope as materialized (select set_config('app.event', 'patient.update', true))
     update patients set admission_status = 'Discharged', date_of_admission = null, updated_at = $2 from scope where id = $1`,
    [id, at],
  );
  return id;
};
const list = async (query: Record<string, string> = {}, token = clinic.owner.token) => {
  const answer = await test.call(listAdmissions, token, { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return { rows: answer.json() as Admission[], headers: answer.headers };
};
const names = async (query: Record<string, string> = {}) =>
  (await list(query)).rows.map(({ patientName }) => patientName);
const figures = async (token = clinic.owner.token) => (await test.call(admissionFigures, token)).json();

describe("GET /api/reports/admissions", () => {
  it("needs the right to view reports, whatever other rights", async () => {
    const bookkeeper = await aStaffMember(test, clinic, ["view_reports"]);
    expect((await list({}, bookkeeper.token)).rows).toEqual([]);
  });

  it("names unknown parameters", async () => {
    for (const [name, value] of [
      ["show", "gone"],
      ["sort", "amount"],
      ["limit", "0"],
      ["cursor", "x"],
    ] as const) {
      const answer = await test.call(listAdmissions, clinic.owner.token, { query: { [name]: value } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toHaveProperty(name);
    }
    const answer = await test.call(listAdmissions, clinic.owner.token, {
      query: { show: "all", sort: "longest" },
    });
    expect(answer.json().fields).toHaveProperty("sort");
  });

  it("shows the admitted, with the days of their stay, and nobody else's patients", async () => {
    await aPatient(test, await aClinic(test), { admission_status: "Admitted" });
    const id = await admitted({
      admission_no: "20261118-004",
      patient_name: "Peñaranda, Rosario",
      age: null,
      birthday: "1954-11-21",
      hospital: "Perpetual Succour Hospital",
      room_number: "304",
      date_of_admission: "2026-11-17",
      preop_diagnosis: "Pneumonia",
      postop_diagnosis: "Community-acquired pneumonia",
      physician_in_charge: "Dr. Tan",
      admission_status: "Admitted",
    });
    await patient({ admission_status: "Outpatient" });
    await discharged("2026-11-01", "2026-11-10T02:00:00Z");
    const { rows, headers } = await list();
    expect(rows).toEqual([
      {
        id,
        admissionNo: "20261118-004",
        patientName: "Peñaranda, Rosario",
        age: 71,
        sex: "F",
        birthday: "1954-11-21",
        hospital: "Perpetual Succour Hospital",
        roomNumber: "304",
        admissionStatus: "Admitted",
        admittedOn: "2026-11-17",
        dischargedAt: null,
        days: 3,
        diagnosis: "Community-acquired pneumonia",
        attending: "Dr. Tan",
      },
    ]);
    expect(headers["x-total-count"]).toBe("1");
  });

  it("All Admissions is everything but outpatients and archived records", async () => {
    await admitted({ patient_name: "In" });
    await discharged("2025-01-01", "2025-01-05T02:00:00Z", { patient_name: "Out" });
    await patient({ patient_name: "Never", admission_status: "Outpatient" });
    await admitted({ patient_name: "Archived", is_archived: true });
    expect((await names({ show: "all" })).sort()).toEqual(["In", "Out"]);
  });

  it("Recently Discharged is seven Manila days, latest first, without readmitted patients", async () => {
    // Now is November 20, 10:42 in Manila; the seventh day back is November 14.
    await discharged("2026-11-01", "2026-11-13T15:59:59.999Z", { patient_name: "The night before" });
    await discharged("2026-11-01", "2026-11-13T16:00:00Z", { patient_name: "First minute" });
    await discharged("2026-11-01", "2026-11-20T01:00:00Z", { patient_name: "This morning" });
    const back = await discharged("2026-11-01", "2026-11-19T01:00:00Z", { patient_name: "Back in" });
    await test.call(editPatient, clinic.owner.token, {
      params: { id: back },
      body: { admissionStatus: "Admitted", dateOfAdmission: "2026-11-20" },
    });
    expect(await names({ show: "recent" })).toEqual(["This morning", "First minute"]);
    expect(await names({ show: "recent", sort: "hospital-asc" })).toEqual(["First minute", "This morning"]);
    expect(await names()).toEqual(["Back in"]);
  });

  it("finds by any part of the name, the number, the hospital or the diagnosis", async () => {
    await admitted({ patient_name: "Ybañez, Marilou", hospital: "Chong Hua Hospital - Mandaue" });
    await admitted({ patient_name: "Dela Cruz, Juan", preop_diagnosis: "Dengue fever" });
    expect(await names({ search: "ybanez mari" })).toEqual(["Ybañez, Marilou"]);
    expect(await names({ search: "delacruz" })).toEqual(["Dela Cruz, Juan"]);
    expect(await names({ search: "mandaue" })).toEqual(["Ybañez, Marilou"]);
    expect(await names({ search: "dengue" })).toEqual(["Dela Cruz, Juan"]);
    expect(await names({ search: "zzyzx" })).toEqual([]);
  });

  it.each([
    ["newest", ["D", "B", "E", "A", "C"]],
    ["hospital-asc", ["B", "D", "A", "C", "E"]],
    ["hospital-desc", ["E", "C", "A", "D", "B"]],
    ["longest", ["C", "A", "E", "B", "D"]],
    ["shortest", ["D", "B", "E", "A", "C"]],
  ])("pages through %s by key, none twice and none left out", async (sort, expected) => {
    const rows: [string, string, string][] = [
      ["A", "Makati Medical Center", "2026-11-10"],
      ["B", "Asian Hospital and Medical Center", "2026-11-15"],
      ["C", "Makati Medical Center", "2026-11-01"],
      ["D", "Cardinal Santos Medical Center", "2026-11-15"],
      ["E", "The Medical City", "2026-11-12"],
    ];
    for (const [index, [name, hospital, day]] of rows.entries())
      await admitted({
        patient_name: name,
        hospital,
        date_of_admission: day,
        created_at: `2026-11-18T0${index}:00:00Z`,
      });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 3; pages += 1) {
      const { rows: page, headers } = await list({ sort, limit: "2", ...(cursor && { cursor }) });
      expect(headers["x-total-count"]).toBe(pages === 0 ? "5" : undefined);
      seen.push(...page.map(({ patientName }) => patientName));
      cursor = headers["x-next-cursor"] as string | undefined;
    }
    expect(cursor).toBeUndefined();
    expect(seen).toEqual(expected);
  });

  it("pages through the recently discharged", async () => {
    for (const hour of [1, 2, 3]) await discharged("2026-11-01", `2026-11-19T0${hour}:00:00Z`);
    const first = await list({ show: "recent", limit: "2" });
    const second = await list({
      show: "recent",
      limit: "2",
      cursor: String(first.headers["x-next-cursor"]),
    });
    expect([...first.rows, ...second.rows].map(({ dischargedAt }) => dischargedAt)).toEqual([
      "2026-11-19T03:00:00Z",
      "2026-11-19T02:00:00Z",
      "2026-11-19T01:00:00Z",
    ]);
  });

  it("returns all rows at once for printing, and the history logs how many", async () => {
    for (let index = 0; index < 27; index += 1) await admitted();
    const answer = await test.call(printAdmissions, clinic.owner.token, { query: { show: "all" } });
    expect(answer.json()).toHaveLength(27);
    const [noted] = await test.sql<{ changes: object }>(
      "select changes from record_history where clinic_id = $1 and event = 'report.print'",
      [clinic.id],
    );
    expect(noted?.changes).toEqual({ report: "admissions", rows: 27, filters: ["show"] });
  });

  it("refuses more rows than a print may have, rather than print a part", async () => {
    await manyAdmitted(test, clinic, 5001);
    const answer = await test.call(printAdmissions, clinic.owner.token, {});
    expect(answer.statusCode).toBe(413);
    expect(answer.json().message).toContain("5,000");
  });
});

describe("GET /api/reports/admissions/figures", () => {
  it("an empty clinic has fifty beds and nobody in them", async () => {
    expect(await figures()).toEqual({
      currentlyAdmitted: 0,
      dischargedToday: 0,
      averageStayDays: null,
      bedCapacity: 50,
      bedOccupancy: 0,
    });
  });

  it("counts beds, discharges and days of active records", async () => {
    await aPatient(test, await aClinic(test), { admission_status: "Admitted" });
    await admitted({ date_of_admission: "2026-11-17" });
    await admitted({ date_of_admission: "2026-11-20" });
    await discharged("2026-11-10", "2026-11-20T01:00:00Z");
    await discharged("2026-11-01", "2026-11-05T01:00:00Z");
    await admitted({ date_of_admission: "2026-01-01", is_archived: true });
    await patient({ admission_status: "Outpatient" });
    // 3, 0, 10 and 4 days.
    expect(await figures()).toEqual({
      currentlyAdmitted: 2,
      dischargedToday: 1,
      averageStayDays: 4.3,
      bedCapacity: 50,
      bedOccupancy: 4,
    });
  });

  it("more patients than beds are more than a hundred percent", async () => {
    await test.sql("update clinics set bed_capacity = 2 where id = $1", [clinic.id]);
    for (let index = 0; index < 3; index += 1) await admitted();
    expect(await figures()).toMatchObject({ currentlyAdmitted: 3, bedCapacity: 2, bedOccupancy: 150 });
  });

  it("a discharge is today's from midnight to midnight in Manila, even when the record is edited later", async () => {
    const id = await discharged("2026-11-18", "2026-11-20T15:59:59.999Z");
    const at = async (instant: string) => {
      atInstant(test, new Date(instant));
      return figures(await aSession(test, clinic.owner.id));
    };
    expect(await at("2026-11-20T15:59:59.999Z")).toMatchObject({ dischargedToday: 1, averageStayDays: 2 });
    expect(await at("2026-11-20T16:00:00Z")).toMatchObject({ dischargedToday: 0, averageStayDays: 2 });
    await test.call(editPatient, await aSession(test, clinic.owner.id), {
      params: { id },
      body: { remarks: "Bill sent" },
    });
    expect(await figures(await aSession(test, clinic.owner.id))).toMatchObject({ dischargedToday: 0 });
  });

  it("a stay grows by a day at each Manila midnight, across February 29", async () => {
    await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
    await admitted({ date_of_admission: "2028-02-28", updated_at: "2028-02-28T00:00:00Z" });
    const at = async (instant: string) => {
      atInstant(test, new Date(instant));
      return (await figures(await aSession(test, clinic.owner.id))).averageStayDays;
    };
    expect(await at("2028-02-28T15:59:59Z")).toBe(0);
    expect(await at("2028-02-28T16:00:00Z")).toBe(1);
    expect(await at("2028-03-01T00:00:00Z")).toBe(2);
  });

  it("a patient registered as or set to Discharged without an admission was discharged that day", async () => {
    await test.call(addPatient, clinic.owner.token, {
      body: {
        admissionNo: "1",
        hospital: "Makati Medical Center",
        patientName: "From another hospital",
        sex: "M",
        admissionStatus: "Discharged",
      },
    });
    const outpatient = await patient();
    await test.call(editPatient, clinic.owner.token, {
      params: { id: outpatient },
      body: { admissionStatus: "Discharged" },
    });
    expect(await figures()).toMatchObject({ dischargedToday: 2, averageStayDays: 0 });
  });
});
