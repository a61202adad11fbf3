import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beginFullHistory,
  type FullHistory,
  fullHistories,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let patientId: number;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic);
});

const list = async (as = token) => test.call(fullHistories, as, { params: { id: patientId } });
const begin = (as: string | null = token, body: object = {}, id = patientId) =>
  test.call(beginFullHistory, as, { params: { id }, body });
const write = (id: number, body: object, as: string | null = token, version?: number) =>
  test.call(writeFullHistory, as, {
    params: { id },
    body,
    ...(version !== undefined && { headers: { "if-match": `"v${version}"` } }),
  });
const stored = (id: number) => test.sql("select * from consultation_records where id = $1", [id]);

describe("GET /api/patients/:id/consultation-records", () => {
  it("is empty at first, then newest first, page by page", async () => {
    expect((await list()).json()).toEqual([]);
    const ids: number[] = [];
    for (const hour of [1, 2, 3]) {
      atInstant(test, new Date(Date.UTC(2026, 10, 20, 2 + hour)));
      const { id } = (await begin(token, { chiefComplaint: `Visit ${hour}` })).json();
      await write(id, { status: "finished" });
      ids.unshift(id);
    }
    expect((await list()).json().map(({ id }: FullHistory) => id)).toEqual(ids);
    const page = await test.call(fullHistories, token, { params: { id: patientId }, query: { limit: "2" } });
    const next = await test.call(fullHistories, token, {
      params: { id: patientId },
      query: { limit: "2", cursor: String(page.headers["x-next-cursor"]) },
    });
    expect([...page.json(), ...next.json()].map(({ id }: FullHistory) => id)).toEqual(ids);
    expect(next.headers["x-next-cursor"]).toBeUndefined();
  });
});

describe("POST /api/patients/:id/consultation-records", () => {
  it("refuses an unknown field, and a doctor of the caller's choice", async () => {
    for (const body of [{ allergies: "x" }, { doctorId: 1 }, { status: "finished" }])
      expect((await begin(token, body)).statusCode).toBe(400);
  });

  it("creates a draft with the text typed so far", async () => {
    const answer = await begin(token, { chiefComplaint: "Shortness of breath", pastSurgeries: "" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      patientId,
      clinicId: clinic.id,
      doctorId: null,
      writtenByName: "Rafael Peñaflor",
      chiefComplaint: "Shortness of breath",
      pastSurgeries: null,
      status: "draft",
      version: 1,
      finishedAt: null,
      createdAt: "2026-11-20T02:42:00Z",
    });
  });

  it("a second draft of a patient is refused with the open one", async () => {
    const first = (await begin(token, { chiefComplaint: "Mine" })).json();
    const nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const second = await begin(nurse.token, { chiefComplaint: "Hers" });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: "taken", current: { ...first, isOwn: false } });
    await write(first.id, { status: "finished" });
    expect((await begin(nurse.token)).statusCode).toBe(200);
  });
});

describe("PATCH /api/consultation-records/:id", () => {
  let id: number;
  beforeEach(async () => {
    id = (await begin(token, { chiefComplaint: "Shortness of breath" })).json().id;
  });

  it("finds none of another clinic, and changes nothing", async () => {
    expect((await write(id, { managementPlan: "x" }, other.owner.token)).statusCode).toBe(404);
    expect(await stored(id)).toMatchObject([{ management_plan: null, version: 1 }]);
  });

  it("refuses an invalid status", async () => {
    const answer = await write(id, { status: "signed" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("status");
  });

  it("changes only what was sent, and staff may write", async () => {
    const nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const answer = await write(id, { pastSurgeries: "Appendectomy, 1998" }, nurse.token, 1);
    expect(answer.json()).toMatchObject({
      chiefComplaint: "Shortness of breath",
      pastSurgeries: "Appendectomy, 1998",
      writtenByName: "Marites Bañez",
      status: "draft",
      version: 2,
    });
  });

  it("answers an outdated version with the current record, and keeps the other user's text", async () => {
    await write(id, { workingDiagnosis: "Heart failure" }, token, 1);
    const late = await write(id, { workingDiagnosis: "Asthma" }, token, 1);
    expect(late.statusCode).toBe(412);
    expect(late.json()).toMatchObject({
      code: "changed_meanwhile",
      current: { id, version: 2, workingDiagnosis: "Heart failure" },
    });
    expect(await stored(id)).toMatchObject([{ working_diagnosis: "Heart failure", version: 2 }]);
  });

  it("is finalized only by the doctor", async () => {
    const nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    expect((await write(id, { status: "finished" }, nurse.token)).statusCode).toBe(403);
    const answer = await write(id, { finalDiagnosis: "Heart failure", status: "finished" });
    expect(answer.json()).toMatchObject({
      status: "finished",
      doctorId: clinic.owner.id,
      doctorName: "Rafael Peñaflor",
      finalDiagnosis: "Heart failure",
      finishedAt: "2026-11-20T02:42:00Z",
    });
  });

  it("is not finalized without a chief complaint", async () => {
    const answer = await write(id, { chiefComplaint: "", status: "finished" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ chiefComplaint: "Chief complaint is required" });
    expect(await stored(id)).toMatchObject([{ status: "draft", chief_complaint: "Shortness of breath" }]);
  });

  it("is immutable once finalized, by a call and by a query", async () => {
    await write(id, { status: "finished" });
    const answer = await write(id, { managementPlan: "x" });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "already_done", current: { status: "finished" } });
    expect((await write(id, { managementPlan: "x" }, token, 1)).statusCode).toBe(412);
    await expect(
      test.sql("update consultation_records set management_plan = 'x' where id = $1", [id]),
    ).rejects.toThrow(/never changed/);
  });

  it("the history says who began, edited and finalized it, without each autosave", async () => {
    const nurse = await aStaffMember(test, clinic, ["edit_patients"]);
    await write(id, { pastSurgeries: "A" });
    await write(id, { pastSurgeries: "Ap" });
    await write(id, { pastSurgeries: "App" }, nurse.token);
    await write(id, { pastSurgeries: "Appendectomy" }, nurse.token);
    await write(id, { status: "finished" });
    const rows = await test.sql<{ event: string; user_id: string }>(
      "select event, user_id from record_history where entity = 'consultation_records' and entity_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ event, user_id }) => [event, Number(user_id)])).toEqual([
      ["fullHistory.begin", clinic.owner.id],
      ["fullHistory.write", nurse.id],
      ["fullHistory.write", clinic.owner.id],
    ]);
  });
});
