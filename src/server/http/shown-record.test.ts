import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { addAddendum, addConsultation } from "#features/consultations/contract.ts";
import {
  archivePatient,
  editPatient,
  onePatient,
  removePatientPhoto,
  retrievePatient,
} from "#features/patients/contract.ts";
import { releasePrescription, savePrescription } from "#features/prescriptions/contract.ts";
import {
  cancelReferral,
  claimReferral,
  declineReferral,
  sendReferral,
  sharedWithMe,
} from "#features/referrals/contract.ts";
import { endpoint } from "#shared/endpoint.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import {
  aClinic,
  anAdmin,
  aPatient,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import { ShownRecord } from "./shown-record.ts";

let test: TestApp;
let clinic: TestClinic;
let editor: TestUser;
let patientId: number;

beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  editor = await aStaffMember(test, clinic, ["edit_patients"]);
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, {
    birthday: "1961-03-17",
    internal_notes: "not for the desk",
    custom_fields: JSON.stringify({ Religion: "Catholic" }),
  });
});

const params = () => ({ params: { id: patientId } });
const edit = (as: TestUser, body: object, headers: Record<string, string> = {}) =>
  test.call(editPatient, as.token, { ...params(), body, headers });
const aViewer = () => aStaffMember(test, clinic, ["view_patients", "edit_patients"]);

/** The views of a user in the record history. */
const viewsOf = async ({ id }: TestUser) => {
  await test.app.kit.views.flush();
  const rows = await test.sql<{ event: string; patient_id: string }>(
    "select event, patient_id from record_history where user_id = $1 and event ~ 'view|list' order by id",
    [id],
  );
  return rows.map(({ event, patient_id }) => [event, patient_id === null ? null : Number(patient_id)]);
};

const state = () => ({
  id: patientId,
  clinicId: clinic.id,
  version: expect.any(Number),
  isArchived: false,
  consultationStatus: "pending",
  updatedAt: expect.any(String),
});

describe("a user who may edit but not view", () => {
  it("gets back the fields that were sent, with ids, version and state", async () => {
    const answer = await edit(editor, { remarks: "Came early", age: 20 });
    expect(answer.statusCode).toBe(200);
    // The age of the record follows from the birthday, which was not sent.
    expect(answer.json()).toEqual({ ...state(), version: 2, remarks: "Came early", age: 20 });
    expect(await viewsOf(editor)).toEqual([]);
  });

  it("gets only the state from a change without fields", async () => {
    for (const change of [removePatientPhoto, retrievePatient])
      expect((await test.call(change, editor.token, params())).json()).toEqual(state());
    expect((await test.call(archivePatient, editor.token, params())).json()).toEqual({
      ...state(),
      isArchived: true,
    });
  });

  it("learns of a newer version without seeing it", async () => {
    const answer = await edit(editor, { remarks: "late" }, { "if-match": '"v7"' });
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toEqual({
      code: "changed_meanwhile",
      message: "Someone else changed this patient.",
    });
  });

  it("gets no more from the stored answer of a key from when viewing was allowed", async () => {
    const nurse = await aViewer();
    const visit = await test.call(addConsultation, clinic.owner.token, {
      body: { patientId, chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" },
    });
    const { id } = visit.json();
    const add = () =>
      test.call(addAddendum, nurse.token, {
        params: { id },
        body: { text: "Platelets 92" },
        headers: { "idempotency-key": "one" },
      });
    expect((await add()).json()).toMatchObject({ id, diagnosis: "Dengue" });
    await test.sql("update users set permissions = '{edit_patients}' where id = $1", [nurse.id]);
    const again = await add();
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.json()).toEqual({ id, patientId, clinicId: clinic.id });
  });
});

describe("a user who may view", () => {
  it("gets the record, and the view is logged once in five minutes", async () => {
    const nurse = await aViewer();
    const answer = await edit(nurse, { remarks: "Came early" });
    expect(answer.json()).toMatchObject({ remarks: "Came early", internalNotes: "not for the desk" });
    await test.call(retrievePatient, nurse.token, params());
    await test.call(onePatient, nurse.token, params());
    expect(await viewsOf(nurse)).toEqual([["patient.view", patientId]]);
  });

  it("gets the newer version of a refused change, and the view is logged", async () => {
    const nurse = await aViewer();
    const answer = await edit(nurse, { remarks: "late" }, { "if-match": '"v7"' });
    expect(answer.json()).toMatchObject({ current: { id: patientId, internalNotes: "not for the desk" } });
    expect(await viewsOf(nurse)).toEqual([["patient.view", patientId]]);
  });

  it("changes nothing while views cannot be logged", async () => {
    const nurse = await aViewer();
    const noteViews =
      "note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[], bigint[])";
    await test.sql(`revoke execute on function ${noteViews} from klinika_app`);
    // Each process detects it with a view of its own.
    await Promise.all([1, 2].map(() => test.call(onePatient, nurse.token, params())));
    await test.app.kit.views.flush();
    const refused = await edit(nurse, { remarks: "unseen" });
    await test.sql(`grant execute on function ${noteViews} to klinika_app`);
    expect(refused.statusCode).toBe(503);
    expect(await test.sql("select remarks from patients where id = $1", [patientId])).toEqual([
      { remarks: null },
    ]);
    await test.app.kit.views.flush();
  });
});

it("logs the views in the owner's answers to referrals and prescriptions", async () => {
  const other = await aClinic(test);
  const refer = async () => {
    const body = { toClinicId: other.id, referralReason: "Echocardiography" };
    return (await test.call(sendReferral, clinic.owner.token, { ...params(), body })).json().id;
  };
  const received = async () => (await test.call(sharedWithMe, other.owner.token)).json()[0].id;
  await test.call(cancelReferral, clinic.owner.token, { params: { id: await refer() } });
  const nurse = await aViewer();
  const written = await test.call(savePrescription, nurse.token, {
    ...params(),
    body: acceptedBodies[nameOf(savePrescription)],
  });
  await test.call(releasePrescription, clinic.owner.token, {
    params: { id: patientId, rxId: written.json().id },
  });
  const own = (await viewsOf(clinic.owner)).filter(([, about]) => about === patientId);
  expect(own).toEqual([
    ["referral.view", patientId],
    ["prescription.view", patientId],
  ]);

  await refer();
  await test.call(declineReferral, other.owner.token, { params: { id: await received() }, body: {} });
  await refer();
  const claimed = await test.call(claimReferral, other.owner.token, { params: { id: await received() } });
  expect(await viewsOf(other.owner)).toEqual([
    ["referral.list", null],
    ["patient.view", claimed.json().patientId],
  ]);
});

describe("a change without fields", () => {
  const changes = endpoints.filter(
    ({ method, body }) => body !== undefined && (method === "PATCH" || method === "PUT"),
  );

  it.each(changes.map((one) => [nameOf(one), one] as const))("%s fails with 400", async (_, one) => {
    const by = one.access === "admin" ? await anAdmin(test) : clinic.owner;
    const ids = Object.fromEntries(placesOf(one).map((place) => [place, patientId]));
    const answer = await test.call(one, by.token, { params: ids, body: {} });
    expect(answer.statusCode).toBe(400);
    // One error per required field, else one for the body.
    const { shape = {} } = one.body as { shape?: Record<string, z.ZodMiniType> };
    const required = Object.values(shape).filter((field) => !z.safeParse(field, undefined).success);
    expect(Object.keys(answer.json().fields)).toHaveLength(Math.max(required.length, 1));
  });
});

it("refuses to serve a change of records that does not declare its answer without the right to view", () => {
  const undeclared = endpoint({
    method: "PATCH",
    path: "/api/patients/:id/anything",
    access: { any: ["edit_patients"] },
    audit: "patient.update",
    changes: ["patients"],
    response: z.object({ diagnosis: z.string() }),
  });
  expect(() => new ShownRecord(undeclared)).toThrow(/Declare in `record`/);
  expect(() => new ShownRecord({ ...undeclared, record: { noted: "patient.view" } })).toThrow();
  expect(() => new ShownRecord({ ...undeclared, record: null })).not.toThrow();
});
