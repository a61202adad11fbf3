import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import { editPatient, type HistoryEntry, onePatient, patientHistory } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import {
  aClinic,
  aDoctor,
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
});

it("doctors read it, but no values of a colleague's confidential entry", async () => {
  const doctor = await aDoctor(test, clinic);
  const patientId = await aPatient(test, clinic);
  const write = async (token: string, diagnosis: string, isConfidential: boolean) => {
    const body = { patientId, chiefComplaint: "Fever", diagnosis, treatment: "Fluids", isConfidential };
    expect((await test.call(addConsultation, token, { body })).statusCode).toBe(200);
  };
  await write(owner, "Shared with all", false);
  await write(owner, "Kept by the owner", true);
  await write(doctor.token, "Kept by the doctor", true);
  const read = async (token: string) => {
    const { body } = await test.call(patientHistory, token, { params: { id: patientId } });
    return ["Shared with all", "Kept by the owner", "Kept by the doctor"].filter((text) =>
      body.includes(text),
    );
  };
  expect(await read(doctor.token)).toEqual(["Shared with all", "Kept by the doctor"]);
  expect(await read(owner)).toEqual(["Shared with all", "Kept by the owner"]);
});
