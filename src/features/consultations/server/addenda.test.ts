import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAddendum, addConsultation, patientConsultations } from "#features/consultations/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let patientId: number;
let id: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
});
afterAll(() => test.close());

const consult = async (of: TestClinic, patient: number): Promise<number> => {
  const body = { patientId: patient, chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" };
  return (await test.call(addConsultation, of.owner.token, { body })).json().id;
};
beforeEach(async () => {
  patientId = await aPatient(test, clinic);
  id = await consult(clinic, patientId);
});

const body = { text: "Platelets 92, from the laboratory by phone." };
const add = (token: string | null, sent: object = body, of = id) =>
  test.call(addAddendum, token, { params: { id: of }, body: sent });
const stored = (of = id) =>
  test.sql("select text, author_id, patient_id from consultation_addenda where consultation_id = $1", [of]);

describe("POST /api/consultations/:id/addenda", () => {
  it("finds no consultation of another clinic and writes nothing", async () => {
    const foreign = await consult(other, await aPatient(test, other));
    const answer = await add(clinic.owner.token, body, foreign);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().message).toBe("Consultation not found");
    expect(await stored(foreign)).toEqual([]);
  });

  it("refuses an empty one at its field", async () => {
    const answer = await add(clinic.owner.token, { text: "  " });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ text: "Write the addendum first" });
  });

  it("refuses the hundred and first", async () => {
    const row = { clinic: clinic.id, patient: patientId, consultation: id, author: clinic.owner.id };
    await test.sql(
      `insert into consultation_addenda (clinic_id, patient_id, consultation_id, author_id, text, created_at)
       select $1, $2, $3, $4, 'Seen', now()
       from generate_series(1, 99), set_config('app.event', 'consultation.addendum', true)`,
      Object.values(row),
    );
    expect((await add(clinic.owner.token)).statusCode).toBe(200);
    const answer = await add(clinic.owner.token);
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      "This consultation has 100 addenda already. Start a new consultation instead.",
    ]);
    expect(await stored()).toHaveLength(100);
  });

  it("is listed under the consultation with author and time, and the consultation is unchanged", async () => {
    const [before] = await test.sql("select to_jsonb(c) as row from consultations c where id = $1", [id]);
    await add(clinic.owner.token);
    const nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    atInstant(test, new Date("2026-11-20T04:00:00Z"));
    const answer = await add(nurse.token, { text: "Repeat count at 6 PM." });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id,
      patientId,
      diagnosis: "Dengue",
      addenda: [
        { text: body.text, authorName: "Rafael Peñaflor", createdAt: "2026-11-20T02:42:00Z" },
        { text: "Repeat count at 6 PM.", authorName: "Marites Bañez", createdAt: "2026-11-20T04:00:00Z" },
      ],
    });
    expect(await test.sql("select to_jsonb(c) as row from consultations c where id = $1", [id])).toEqual([
      before,
    ]);
    const list = await test.call(patientConsultations, clinic.owner.token, { params: { id: patientId } });
    const [first, second] = answer.json().addenda;
    const addenda = [
      { ...first, isOwn: true },
      { ...second, isOwn: false },
    ];
    expect(list.json()).toEqual([{ ...answer.json(), isOwn: true, addenda }]);
  });

  it("cannot be changed or removed", async () => {
    await add(clinic.owner.token);
    const { db } = test.app.kit.databases.openClinic({
      clinicId: clinic.id,
      userId: clinic.owner.id,
      ownerUserId: null,
      event: "consultation.addendum",
    });
    await expect(db.updateTable("consultations").set({ diagnosis: "x" }).execute()).rejects.toThrow(
      /permission denied/,
    );
    await expect(db.updateTable("consultationAddenda").set({ text: "x" }).execute()).rejects.toThrow(
      /permission denied/,
    );
    await expect(db.deleteFrom("consultationAddenda").execute()).rejects.toThrow(/permission denied/);
  });

  it("the same key stores one addendum", async () => {
    const sent = { params: { id }, body, headers: { "idempotency-key": "addendum-1" } };
    await test.call(addAddendum, clinic.owner.token, sent);
    const again = await test.call(addAddendum, clinic.owner.token, sent);
    expect(again.json().addenda).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it("is in the patient's record history", async () => {
    await add(clinic.owner.token);
    expect(
      await test.sql(
        "select entity, user_id from record_history where patient_id = $1 and event = 'consultation.addendum'",
        [patientId],
      ),
    ).toEqual([{ entity: "consultation_addenda", user_id: String(clinic.owner.id) }]);
  });
});

it("a page of consultations with all addenda is one query", async () => {
  for (let index = 0; index < 3; index += 1) await add(clinic.owner.token, { text: `Note ${index}` });
  const second = await consult(clinic, patientId);
  await add(clinic.owner.token, { text: "Of the second" }, second);
  const list = await test.call(patientConsultations, clinic.owner.token, {
    params: { id: patientId },
    query: { limit: "1" },
  });
  expect(list.headers["x-total-count"]).toBe("2");
  expect(list.json().map((row: { addenda: unknown[] }) => row.addenda.length)).toEqual([1]);
  const whole = await test.call(patientConsultations, clinic.owner.token, { params: { id: patientId } });
  expect(
    whole.json().map(({ addenda }: { addenda: { text: string }[] }) => addenda.map(({ text }) => text)),
  ).toEqual([["Of the second"], ["Note 0", "Note 1", "Note 2"]]);
});
