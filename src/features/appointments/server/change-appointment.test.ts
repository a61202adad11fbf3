import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { editPatient } from "#features/patients/contract.ts";
import { addPlace, changePlace } from "#features/places/contract.ts";
import { moveVisit } from "#features/visits/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { type Appointment, bookAppointment, changeAppointment, listAppointments } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
/** A clinic of its own on Friday, November 20, at 9:00 in Manila. */
beforeEach(async () => {
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
});

const owner = () => clinic.owner.token;
const patient = (more: Parameters<typeof aPatient>[2] = {}) => aPatient(test, clinic, more);
const change = (id: number, body: object, token = owner()) =>
  test.call(changeAppointment, token, { params: { id }, body });
const booked = async (more: object = {}): Promise<Appointment> => {
  const answer = await test.call(bookAppointment, owner(), {
    body: {
      ...("personName" in more || "patientId" in more ? {} : { patientId: await patient() }),
      startsAt: "2026-11-20T03:00:00Z",
      ...more,
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const move = (id: number | null, state: string) =>
  test.call(moveVisit, owner(), { params: { id: id ?? 0 }, body: { state } });
const list = async (from: string, to = from): Promise<Appointment[]> =>
  (await test.call(listAppointments, owner(), { query: { from, to } })).json();

describe("after arrival", () => {
  it.each(["arrived", "with_doctor", "done", "left"])(
    "a patient who is %s cannot be cancelled or booked again",
    async (come) => {
      const { id, visitId } = await booked();
      await move(visitId, come);
      const desk = await aStaffMember(test, clinic, ["manage_schedule"]);
      for (const state of ["cancelled", "no_show", "booked"]) {
        const answer = await change(id, { state }, desk.token);
        expect([state, answer.statusCode]).toEqual([state, 409]);
        expect(answer.json().message).toBe("This patient has already arrived. Book another appointment.");
      }
      expect(await list("2026-11-20")).toMatchObject([{ id, state: come }]);
      expect((await change(id, { note: "With her daughter" })).json()).toMatchObject({ state: come });
    },
  );

  it("is not named to staff who may not view patients", async () => {
    const { id, visitId } = await booked({ patientId: await patient({ patient_name: "Cruz, Amparo" }) });
    await move(visitId, "with_doctor");
    const desk = await aStaffMember(test, clinic, ["manage_schedule"]);
    const answer = await change(id, { startsAt: "2026-11-24T01:00:00Z" }, desk.token);
    expect(answer.statusCode).toBe(409);
    expect(answer.body).not.toMatch(/Cruz|Amparo/);
  });
});

describe("with its stored time sent back, however it is written", () => {
  const sameTime = ({ startsAt }: Appointment) => [
    startsAt,
    new Date(startsAt).toISOString(),
    startsAt.replace("T03:00:00Z", "T11:00:00+08:00"),
  ];

  it("a note books nothing again", async () => {
    for (const state of ["cancelled", "no_show"])
      for (const who of [{}, { personName: "Reyes, Ana" }]) {
        const made = await booked(who);
        await change(made.id, { state });
        for (const startsAt of sameTime(made))
          expect((await change(made.id, { startsAt, note: "Called" })).json()).toMatchObject({ state });
      }
  });

  it("a note can be added after arrival, and after the day", async () => {
    const made = await booked();
    await move(made.visitId, "arrived");
    for (const startsAt of sameTime(made))
      expect((await change(made.id, { startsAt, note: "With her son" })).json().state).toBe("arrived");
    test.setNow(new Date("2026-11-23T01:00:00Z"));
    const token = await aSession(test, clinic.owner.id);
    const later = await change(made.id, { startsAt: made.startsAt, note: "Left a bag" }, token);
    expect(later.json()).toMatchObject({ note: "Left a bag" });
  });
});

it("concurrent changes of one appointment, one of which registers the person, wait for each other", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await booked({ personName: "Reyes, Ana", startsAt: "2026-11-24T01:00:00Z" });
    const patientId = await patient();
    const answers = await Promise.all(
      [0, 1, 2, 3].flatMap((index) => [
        change(id, { patientId }),
        change(id, { state: "booked" }),
        change(id, { startsAt: `2026-11-24T0${index + 2}:00:00Z` }),
      ]),
    );
    for (const { statusCode, body } of answers) expect([200, 409], body).toContain(statusCode);
    expect((await change(id, { note: "Once more" })).json()).toMatchObject({ patientId });
  }
});

describe("at a deactivated place", () => {
  const closed = async () => {
    const { id: placeId } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const made = await booked({ startsAt: "2026-11-24T01:00:00Z", placeId });
    await test.call(changePlace, owner(), { params: { id: placeId }, body: { isActive: false } });
    return made;
  };

  it("an appointment can only be moved elsewhere or cancelled", async () => {
    const { id, placeId } = await closed();
    const there = await change(id, { startsAt: "2026-11-25T01:00:00Z" });
    expect(there.json().fields).toEqual({ placeId: "Choose an active place of your clinic" });
    expect((await change(id, { placeId, note: "Call her" })).statusCode).toBe(200);
    expect((await change(id, { state: "cancelled" })).json()).toMatchObject({ state: "cancelled" });
  });

  it("one that is moved in the record goes to the first place", async () => {
    const { id, placeId, patientId } = await closed();
    const typed = await test.call(editPatient, owner(), {
      params: { id: patientId ?? 0 },
      body: { appointmentTime: "2026-11-25T01:00:00Z" },
    });
    expect(typed.statusCode, typed.body).toBe(200);
    const [moved] = await list("2026-11-25");
    expect(moved).toMatchObject({ id, startsAt: "2026-11-25T01:00:00Z" });
    expect(moved?.placeId).not.toBe(placeId);
  });
});
