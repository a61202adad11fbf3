import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editPatient, type HistoryEntry, onePatient, patientHistory } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import {
  aClinic,
  aPatient,
  aSession,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let secretary: TestUser;
let id: number;
/** The owner on another device: where staff mode was entered, the owner's session is inactive. */
let owner: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  secretary = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  id = await aPatient(test, clinic);
  await test.call(editPatient, secretary.token, { params: { id }, body: { admissionStatus: "Admitted" } });
  const staffMode = await aSession(test, secretary.id, { ownerToken: clinic.owner.token });
  await test.call(editPatient, staffMode, { params: { id }, body: { remarks: "at the owner's desk" } });
  await test.call(onePatient, secretary.token, { params: { id } });
  owner = await aSession(test, clinic.owner.id);
  await test.app.kit.views.flush();
});
afterAll(() => test.close());

const history = (query: Record<string, string> = {}, as = owner) =>
  test.call(patientHistory, as, { params: { id }, query });

describe("GET /api/patients/:id/history", () => {
  it("refuses an invalid cursor", async () => {
    const answer = await history({ cursor: "first" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("cursor");
  });

  it("says who did what, newest first, with both people in staff mode", async () => {
    const entries: HistoryEntry[] = (await history()).json();
    // Both views were written at the same time: the owner's, and the one of the change in staff mode.
    const looks = entries.slice(0, 2);
    expect(looks.map(({ ownerName }) => ownerName).sort()).toEqual(["Rafael Peñaflor", null]);
    for (const look of looks)
      expect(look).toMatchObject({
        event: "patient.view",
        label: "Record viewed",
        userName: "Marites Bañez",
        userRole: "secretary",
        changes: {},
      });
    expect(entries.slice(2)).toMatchObject([
      {
        event: "patient.update",
        label: "Record changed",
        userName: "Marites Bañez",
        ownerName: "Rafael Peñaflor",
        entity: "patients",
        entityId: id,
        changes: { remarks: [null, "at the owner's desk"] },
      },
      {
        event: "patient.update",
        ownerName: null,
        changes: { admissionStatus: ["Outpatient", "Admitted"] },
      },
      { event: "patient.create", label: "Patient registered" },
    ]);
  });

  it("is paged", async () => {
    const whole = (await history()).json().map((entry: { id: number }) => entry.id);
    const turned: number[] = [];
    const totals: unknown[] = [];
    let cursor: string | undefined;
    do {
      const answer = await history({ limit: "2", ...(cursor && { cursor }) });
      totals.push(answer.headers["x-total-count"]);
      turned.push(...answer.json().map((entry: { id: number }) => entry.id));
      cursor = answer.headers["x-next-cursor"] as string | undefined;
    } while (cursor);
    expect(turned.slice(0, whole.length)).toEqual(whole);
    expect(totals.slice(0, 2)).toEqual([String(turned.length), undefined]);
  });

  it("shows a page of long changes in shortened form, without reading them whole", async () => {
    const patient = await aPatient(test, clinic);
    await test.sql(
      `insert into record_history (clinic_id, patient_id, user_id, event, entity, changes)
       select $1, $2, $3, 'patient.update', 'patients', jsonb_build_object(
         'remarks', jsonb_build_array(texts.long, 'short'), 'custom_fields', jsonb_build_array(null, jsonb_build_object('note', texts.long)))
       from generate_series(1, 50),
         (select string_agg(md5(m::text), '') as long from generate_series(1, 16000) m) texts`,
      [clinic.id, patient, clinic.owner.id],
    );
    const began = performance.now();
    const answer = await test.call(patientHistory, owner, {
      params: { id: patient },
      query: { limit: "50" },
    });
    // Reading it whole takes more than a second.
    expect(performance.now() - began).toBeLessThan(500);
    const [{ changes }] = answer.json();
    expect(changes.remarks).toEqual([expect.stringMatching(/^.{2000}…$/), "short"]);
    expect(changes.customFields).toEqual([null, { note: expect.stringMatching(/^.{2000}…$/) }]);
  });
});
