import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportBills, exportPayments } from "#features/billing/contract.ts";
import {
  archivedPatients,
  exportPatients,
  listPatients,
  patientCounts,
} from "#features/patients/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { readCsv } from "#test/read-csv.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
  token = clinic.owner.token;
  await aPatient(test, other, { patient_name: "Next Door, Nena" });
  await aPatient(test, clinic, {
    patient_name: "Abad, Ana",
    hospital: "Perpetual Succour Hospital",
    admission_status: "Admitted",
    date_of_admission: "2026-11-03",
    room_number: "204-B",
    preop_diagnosis: "Bilateral pneumonia",
    amount: "1500",
    created_at: "2026-11-01T02:00:00Z",
  });
  await aPatient(test, clinic, {
    patient_name: "Bello, Ben",
    hospital: "Allegiant Regional Care Hospital",
    admission_status: "Discharged",
    payment_status: "Overdue",
    amount: "700",
    patient_status: "Follow-up",
    created_at: "2026-11-02T02:00:00Z",
  });
  await aPatient(test, clinic, {
    patient_name: "Castro, Carlo",
    hospital: "Perpetual Succour Hospital",
    payment_status: "Paid-Received",
    patient_status: "Seen",
    consultation_status: "completed",
    postop_diagnosis: "Acute appendicitis, removed",
    created_at: "2026-11-03T02:00:00Z",
    internal_notes: "Asked for her sister's number",
  });
  await aPatient(test, clinic, {
    patient_name: "Dizon, Delia",
    is_archived: true,
    created_at: "2026-11-04T02:00:00Z",
  });
});
afterAll(() => test.close());

const names = (answer: { json(): unknown }) =>
  (answer.json() as { patientName: string }[]).map(({ patientName }) => patientName.split(",")[0]);

const listed = async (query: Record<string, string> = {}) =>
  names(await test.call(listPatients, token, { query }));

describe("GET /api/patients", () => {
  it("refuses users who may only add", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    expect((await test.call(listPatients, clerk.token)).statusCode).toBe(403);
  });

  it.each([
    ["status", "Gone"],
    ["payment", "Paid"],
    ["consultationStatus", "Seen"],
    ["patientStatus", "Admitted"],
    ["archived", "yes"],
    ["from", "2026-02-30"],
    ["to", "yesterday"],
    ["sort", "name"],
    ["limit", "0"],
    ["cursor", "page-2"],
    ["search", "x".repeat(201)],
  ])("names the filter %s when it is %s", async (field, value) => {
    const answer = await test.call(listPatients, token, { query: { limit: "5", [field]: value } });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  it("refuses days that run backwards, which would look like nobody", async () => {
    const query = { from: "2026-11-02", to: "2026-11-01" };
    for (const endpoint of [listPatients, exportPatients, exportBills, exportPayments]) {
      const answer = await test.call(endpoint, token, { query });
      expect(answer.statusCode, endpoint.path).toBe(400);
      expect(answer.json().fields).toEqual({ to: "Choose an end date on or after the start date" });
    }
  });

  it("refuses a cursor of another order", async () => {
    const first = await test.call(listPatients, token, { query: { limit: "1", sort: "hospital-asc" } });
    const answer = await test.call(listPatients, token, {
      query: { limit: "1", cursor: String(first.headers["x-next-cursor"]) },
    });
    expect(answer.statusCode).toBe(400);
  });

  it("contains the clinic's active patients, newest first, and no one else's", async () => {
    const answer = await test.call(listPatients, token);
    expect(answer.statusCode).toBe(200);
    expect(names(answer)).toEqual(["Castro", "Bello", "Abad"]);
    expect(answer.headers["x-total-count"]).toBe("3");
  });

  it("contains the entity with empty fields as null, and with a limit no notes, histories, files and custom fields", async () => {
    const query = { search: "castro", limit: "25" };
    const [patient] = (await test.call(listPatients, token, { query })).json();
    expect(patient).toMatchObject({
      patientName: "Castro, Carlo",
      clinicId: clinic.id,
      birthday: null,
      amount: null,
      remarks: null,
      isArchived: false,
      version: 1,
    });
    for (const left of [
      "internalNotes",
      "historyOfPresentIllness",
      "laboratoryFiles",
      "customFields",
      "searchText",
    ])
      expect(patient).not.toHaveProperty(left);
  });

  it.each([
    [{ status: "Admitted" }, ["Abad"]],
    [{ status: "All Patients", payment: "All Payments" }, ["Castro", "Bello", "Abad"]],
    [{ status: "" }, ["Castro", "Bello", "Abad"]],
    [{ payment: "Overdue" }, ["Bello"]],
    [{ consultationStatus: "completed" }, ["Castro"]],
    [{ consultationStatus: "pending" }, ["Bello", "Abad"]],
    [{ patientStatus: "Follow-up" }, ["Bello"]],
    [{ status: "Waiting" }, ["Abad"]],
    [{ status: "Seen" }, ["Castro"]],
    [{ status: "Follow-up" }, ["Bello"]],
    [{ status: "Follow-up", patientStatus: "Follow-up", payment: "Overdue" }, ["Bello"]],
    [{ status: "Waiting", patientStatus: "Seen" }, []],
    [{ sort: "name-asc" }, ["Abad", "Bello", "Castro"]],
    [{ sort: "name-desc", archived: "true" }, ["Dizon", "Castro", "Bello", "Abad"]],
    [{ sort: "name-asc", search: "perpetual" }, ["Abad", "Castro"]],
    [{ sort: "best" }, ["Castro", "Bello", "Abad"]],
    [{ diagnosis: "PNEUMONIA bilat" }, ["Abad"]],
    [{ diagnosis: "appendicitis" }, ["Castro"]],
    [{ diagnosis: "perpetual" }, []],
    [{ archived: "true" }, ["Dizon", "Castro", "Bello", "Abad"]],
    [{ sort: "hospital-asc" }, ["Bello", "Abad", "Castro"]],
    [{ sort: "hospital-desc" }, ["Castro", "Abad", "Bello"]],
    [{ sort: "hospital-desc", search: "perpetual", payment: "Pending" }, ["Abad"]],
    [{ payment: "Pending", status: "Discharged" }, []],
  ])("%j lists %j", async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it.each([
    [{ from: "2026-11-03" }, ["Castro", "Abad"]],
    [{ to: "2026-11-02" }, ["Bello"]],
    [{ from: "2026-11-02", to: "2026-11-03" }, ["Castro", "Bello", "Abad"]],
    [{ from: "2026-11-02", to: "2026-11-02" }, ["Bello"]],
  ])("%j counts a patient by admission date, else by registration: %j", async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it.each(["newest", "name-asc", "name-desc", "hospital-asc", "hospital-desc"])(
    "pages through %s",
    async (sort) => {
      const query = { archived: "true", sort };
      const whole = await listed(query);
      const turned: unknown[] = [];
      let cursor: string | undefined;
      do {
        const answer = await test.call(listPatients, token, {
          query: { ...query, limit: "1", ...(cursor && { cursor }) },
        });
        expect(answer.headers["x-total-count"]).toBe(cursor ? undefined : "4");
        turned.push(...names(answer));
        cursor = answer.headers["x-next-cursor"] as string | undefined;
      } while (cursor);
      expect(turned).toEqual(whole);
      expect(turned).toHaveLength(4);
    },
  );

  it("orders names as they sound, with or without ñ, the same in every page and export", async () => {
    const named = await aClinic(test);
    for (const patient_name of [
      "Penaflor, Ana",
      "Peña, Zoe",
      "PENA, Berta",
      "Pena, Ana",
      "Peña, Ana",
      "Perez, Ana",
    ])
      await aPatient(test, named, { patient_name });
    const read = async (query: Record<string, string>) => {
      const answer = await test.call(listPatients, named.owner.token, {
        query: { sort: "name-asc", ...query },
      });
      return { rows: answer.json().map((row: { patientName: string }) => row.patientName), answer };
    };
    const { rows: whole } = await read({});
    expect(whole.slice(0, 2).toSorted()).toEqual(["Pena, Ana", "Peña, Ana"]);
    expect(whole.slice(2)).toEqual(["PENA, Berta", "Peña, Zoe", "Penaflor, Ana", "Perez, Ana"]);
    const turned: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const { rows, answer } = await read({ limit: "1", ...(cursor && { cursor }) });
      turned.push(...rows);
      cursor = answer.headers["x-next-cursor"] as string | undefined;
    }
    expect(turned).toEqual(whole);
    const exported = await test.call(exportPatients, named.owner.token, { query: { sort: "name-asc" } });
    expect(
      readCsv(exported.body)
        .slice(1)
        .map((cells) => whole.find((name: string) => cells.includes(name))),
    ).toEqual(whole);
  });

  it("answers 304 while nothing changed", async () => {
    const first = await test.call(listPatients, token, { query: { limit: "25" } });
    const again = await test.call(listPatients, token, {
      query: { limit: "25" },
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it("computes the age from the birthday on the Manila day", async () => {
    const aged = await aClinic(test);
    await aPatient(test, aged, { age: 5, birthday: "1990-11-21" });
    const age = async (as: string) => (await test.call(listPatients, as)).json()[0].age as number;
    expect(await age(aged.owner.token)).toBe(35);
    atInstant(test, new Date("2026-11-20T16:30:00Z"));
    expect(await age(await aSession(test, aged.owner.id))).toBe(36);
  });
});

describe("a long list without a limit", () => {
  it("is streamed whole, in order", async () => {
    const large = await aClinic(test);
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'patient.create', true))
       insert into patients (clinic_id, admission_no, hospital, patient_name, sex, created_at)
       select $1, 'L-' || n, 'Makati Medical Center', 'Long, "List" ' || n, 'F', timestamptz '2026-11-20' - n * interval '1 minute'
       from scope, generate_series(1, 2500) n`,
      [large.id],
    );
    const answer = await test.call(listPatients, large.owner.token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const numbers = (answer.json() as { admissionNo: string }[]).map(({ admissionNo }) => admissionNo);
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, index) => `L-${index + 1}`));
    const packed = await test.call(listPatients, large.owner.token, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(answer.json());
    const page = await test.call(listPatients, large.owner.token, { query: { limit: "25" } });
    expect(page.headers["x-total-count"]).toBe("2500");
    expect(Object.keys(answer.json()[0])).toEqual(expect.arrayContaining(Object.keys(page.json()[0])));
  });
});

describe("GET /api/patients/archived", () => {
  it("contains only archived ones, and searches them", async () => {
    expect(names(await test.call(archivedPatients, token))).toEqual(["Dizon"]);
    expect(names(await test.call(archivedPatients, token, { query: { search: "deli" } }))).toEqual(["Dizon"]);
    expect(names(await test.call(archivedPatients, token, { query: { search: "castro" } }))).toEqual([]);
  });
});

describe("GET /api/patients/counts", () => {
  it("counts the own clinic; archived patients only as archived", async () => {
    expect((await test.call(patientCounts, token)).json()).toEqual({
      active: 3,
      archived: 1,
      admitted: 1,
      paymentPending: 1,
    });
  });

  it("is all zero for a new clinic", async () => {
    const empty = await aClinic(test);
    expect((await test.call(patientCounts, empty.owner.token)).json()).toEqual({
      active: 0,
      archived: 0,
      admitted: 0,
      paymentPending: 0,
    });
  });
});
