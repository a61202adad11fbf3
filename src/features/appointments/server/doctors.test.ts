import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPlace, listPlaces, setPlaceHours } from "#features/places/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  type Appointment,
  addCalendarFeed,
  addDayOff,
  bookAppointment,
  changeAppointment,
  freeTimes,
  listAppointments,
  listDaysOff,
  listRecalls,
  readCalendarFeed,
} from "../contract.ts";
import {
  addExtraHours,
  type DoctorHours,
  listDoctorHours,
  removeExtraHours,
  setDoctorHours,
} from "../hours-contract.ts";
import { bookedOfDoctor, moveToDoctor } from "../moves-contract.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

let clinic: TestClinic;
/** The owner, practitioner A, and a colleague, B. */
let a: number;
let b: number;
let colleague: { token: string };
let main: number;
let annex: number;

const token = () => clinic.owner.token;
const week = (from: string, to: string, weekdays = [1, 2, 3, 4, 5, 6]) =>
  weekdays.map((weekday) => ({ weekday, from, to }));
const setHours = (id: number, placeId: number, hours: object[], more: object = {}, as = token()) =>
  test.call(setDoctorHours, as, { params: { id }, body: { placeId, hours, ...more } });
const addExtra = (id: number, body: object) => test.call(addExtraHours, token(), { params: { id }, body });
const book = (body: object, as = token()) =>
  test.call(bookAppointment, as, {
    body: { personName: "Reyes, Ana", startsAt: "2026-11-24T01:00:00Z", ...body },
  });
const booked = async (body: object): Promise<Appointment> => {
  const answer = await book(body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const change = (id: number, body: object) => test.call(changeAppointment, token(), { params: { id }, body });
const free = async (query: object): Promise<string[]> => {
  const slots: { startsAt: string; placeId: number; practitionerId: number }[] = (
    await test.call(freeTimes, token(), { query: { from: "2026-11-24", ...query } })
  ).json();
  return slots.map(
    ({ startsAt, placeId, practitionerId }) =>
      `${startsAt.slice(8, 16)} ${practitionerId === a ? "A" : "B"} ${placeId === main ? "main" : "annex"}`,
  );
};

/** Friday, November 20, 2026, 9:00. A is at the main clinic in the mornings, at the annex in the afternoons; B the other way round. */
beforeEach(async () => {
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
  annex = (await test.call(addPlace, token(), { body: { name: "Annex", room: "Rm. 512" } })).json().id;
  main = (await test.call(listPlaces, token())).json()[0].id;
  const doctor = await aDoctor(test, clinic);
  colleague = doctor;
  b = doctor.practitionerId;
  const [owner] = await test.sql<{ id: string }>("select id from practitioners where user_id = $1", [
    clinic.owner.id,
  ]);
  a = Number(owner?.id);
  for (const [id, placeId, from, to] of [
    [a, annex, "", ""],
    [a, main, "08:00", "12:00"],
    [a, annex, "13:00", "17:00"],
    [b, annex, "08:00", "12:00"],
    [b, main, "13:00", "17:00"],
  ] as const) {
    const answer = await setHours(id, placeId, from ? week(from, to) : []);
    expect(answer.statusCode, answer.body).toBe(200);
  }
});

describe("hours", () => {
  it("belong to doctor and place, and a place has those of all", async () => {
    const all: DoctorHours[] = (await test.call(listDoctorHours, token())).json();
    expect(all.map(({ practitionerId }) => practitionerId)).toEqual([a, b]);
    expect(all[1]?.places).toEqual([
      { placeId: main, hours: week("13:00", "17:00") },
      { placeId: annex, hours: week("08:00", "12:00") },
    ]);
    const [place] = (await test.call(listPlaces, token())).json();
    expect(place.hours.filter(({ weekday }: { weekday: number }) => weekday === 2)).toEqual([
      { weekday: 2, from: "08:00", to: "12:00" },
      { weekday: 2, from: "13:00", to: "17:00" },
    ]);
    // As long as the colleague does not practise, they are the only doctor's.
    await test.sql("update practitioners set is_practising = false where id = $1", [b]);
    expect((await test.call(listPlaces, token())).json()[0].hours).toEqual(week("08:00", "12:00"));
    await test.sql("update practitioners set is_practising = (id = $1) where clinic_id = $2", [b, clinic.id]);
    expect((await test.call(listPlaces, token())).json()[0].hours).toEqual(week("13:00", "17:00"));
    const saved = await test.call(setPlaceHours, token(), {
      params: { id: main },
      body: { hours: week("14:00", "15:00", [3]), weekdays: [3] },
    });
    expect(saved.json().hours.find(({ weekday }: { weekday: number }) => weekday === 3)).toEqual(
      week("14:00", "15:00", [3])[0],
    );
    await test.sql("update practitioners set is_practising = true where clinic_id = $1", [clinic.id]);
    const both: DoctorHours[] = (await test.call(listDoctorHours, token())).json();
    expect(both[0]?.places[0]?.hours).toEqual(week("08:00", "12:00"));
    expect(both[1]?.places[0]?.hours).toContainEqual({ weekday: 3, from: "14:00", to: "15:00" });
  });

  it("of two places at one time are refused, with the other place and its hours", async () => {
    const refused = await setHours(a, annex, week("11:00", "15:00", [2]), { weekdays: [2] });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: "Rafael Peñaflor is at Main clinic on Tuesday, 8:00 AM to 12:00 PM. Change those hours first.",
      fields: { "hours.0.from": expect.any(String) },
    });
    // One day keeps the others, and may touch.
    const kept = await setHours(a, annex, week("12:00", "15:00", [2]), { weekdays: [2] });
    expect(kept.json().places[1].hours).toHaveLength(6);
    expect((await setHours(b, annex, week("08:00", "12:00", [7]), {}, colleague.token)).statusCode).toBe(200);
    expect((await setHours(a, annex, [], {}, colleague.token)).statusCode).toBe(403);
    const desk = await aStaffMember(test, clinic, ["manage_schedule"]);
    expect((await setHours(a, annex, week("13:00", "16:00"), {}, desk.token)).statusCode).toBe(200);
    const ofPlace = await test.call(setPlaceHours, token(), {
      params: { id: main },
      body: { hours: week("08:00", "12:00") },
    });
    expect(ofPlace.json().fields).toEqual({ practitionerId: "Choose the doctor whose hours these are." });
    const length = await test.call(setPlaceHours, token(), {
      params: { id: main },
      body: { hours: [], weekdays: [], slotMinutes: 20 },
    });
    expect(length.json()).toMatchObject({ slotMinutes: 20, hours: expect.objectContaining({ length: 12 }) });
  });

  it("where the doctor is booked elsewhere are refused", async () => {
    await setHours(a, annex, []);
    await booked({ practitionerId: a, placeId: main, startsAt: "2026-11-24T06:00:00Z" });
    const refused = await setHours(a, annex, week("13:00", "17:00"));
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe(
      "Rafael Peñaflor is booked at Main clinic on Tuesday, Nov 24, 2026, 2:00 PM. Move that appointment first.",
    );
    expect((await setHours(a, annex, week("13:00", "14:00"))).statusCode).toBe(200);
  });

  it("on one date are added, used and removed", async () => {
    // Sunday.
    const sunday = { placeId: main, day: "2026-11-22", from: "14:00", to: "15:00" };
    const added = await addExtra(a, sunday);
    expect(added.json()).toMatchObject(sunday);
    expect(
      (await addExtra(a, { ...sunday, placeId: annex, from: "14:30", to: "16:00" })).json().message,
    ).toBe(
      "Rafael Peñaflor is at Main clinic on Nov 22, 2026, 2:00 PM to 3:00 PM. Change those hours first.",
    );
    expect((await setHours(a, annex, week("14:30", "16:00", [7]), { weekdays: [7] })).statusCode).toBe(409);
    expect((await addExtra(b, { ...sunday, placeId: annex })).statusCode).toBe(200);
    expect(await free({ from: "2026-11-22", practitionerId: String(a) })).toEqual(
      expect.arrayContaining(["22T06:00 A main", "22T06:30 A main"]),
    );
    const at = { practitionerId: a, placeId: main, startsAt: "2026-11-22T06:00:00Z" };
    expect((await booked(at)).closed).toBeNull();
    const closed = await addExtra(a, { ...sunday, day: "2026-11-30" });
    expect(closed.json().fields).toEqual({ day: "Main clinic is closed then: Bonifacio Day." });
    const { id: hoursId } = added.json();
    const remove = { params: { id: a, hoursId } };
    expect((await test.call(removeExtraHours, colleague.token, remove)).statusCode).toBe(403);
    expect((await test.call(removeExtraHours, token(), remove)).json()).toEqual({ id: hoursId });
    expect((await test.call(removeExtraHours, token(), remove)).statusCode).toBe(404);
    const query = { from: "2026-11-22", to: "2026-11-22" };
    expect((await test.call(listAppointments, token(), { query })).json()[0].closed).toBe(
      "Outside clinic hours",
    );
  });
});

describe("a booking", () => {
  it("names the doctor: who is told, the caller, or else it asks", async () => {
    const patientId = await aPatient(test, clinic);
    const made = await booked({ personName: undefined, patientId, practitionerId: b, placeId: annex });
    expect(made).toMatchObject({ practitionerId: b, closed: null });
    const [visit] = await test.sql("select practitioner_id from visits where id = $1", [made.visitId]);
    expect(visit).toEqual({ practitioner_id: String(b) });
    expect((await booked({ placeId: main })).practitionerId).toBe(a);
    expect((await book({ placeId: annex }, colleague.token)).json().practitionerId).toBe(b);
    const desk = await aStaffMember(test, clinic, ["manage_schedule", "view_patients"]);
    expect((await book({}, desk.token)).json().fields).toEqual({ practitionerId: "Choose the doctor." });
    const query = { from: "2026-11-24", practitionerId: String(b) };
    const ofColleague = (await test.call(listAppointments, token(), { query })).json();
    expect(ofColleague.map((each: Appointment) => each.practitionerId)).toEqual([b, b]);
  });

  it("is refused where the doctor is at another place, by hours or by a booking", async () => {
    const elsewhere = await book({ practitionerId: a, placeId: main, startsAt: "2026-11-24T06:00:00Z" });
    expect(elsewhere.statusCode).toBe(409);
    const message = "Rafael Peñaflor is at Annex, Rm. 512 from 1:00 PM to 5:00 PM. Not booked.";
    expect(elsewhere.json()).toMatchObject({ message, fields: { placeId: message } });
    // The colleague is there.
    const colleagues = await booked({ practitionerId: b, placeId: main, startsAt: "2026-11-24T06:00:00Z" });
    expect(colleagues.overlaps).toBe(0);
    expect((await change(colleagues.id, { practitionerId: a })).statusCode).toBe(409);
    expect((await change(colleagues.id, { practitionerId: a, placeId: annex })).json()).toMatchObject({
      practitionerId: a,
      placeId: annex,
    });
    // Outside everybody's hours one place is as good as the other, but not both.
    await booked({ practitionerId: a, placeId: main, startsAt: "2026-11-24T10:00:00Z" });
    expect(
      (await book({ practitionerId: a, placeId: annex, startsAt: "2026-11-24T10:15:00Z" })).json().message,
    ).toBe("Rafael Peñaflor is booked at Main clinic then, 6:00 PM to 6:30 PM. Not booked.");
    expect(
      (await booked({ practitionerId: b, placeId: annex, startsAt: "2026-11-24T10:15:00Z" })).overlaps,
    ).toBe(0);
  });

  it("at one time at two places: of two at once one is refused", async () => {
    const desk = await aStaffMember(test, clinic, ["manage_schedule"]);
    for (let round = 0; round < 6; round++) {
      const startsAt = `2026-11-2${3 + (round % 5)}T1${round < 5 ? 1 : 2}:00:00Z`;
      const answers = await Promise.all(
        [main, annex, main, annex].map((placeId, index) =>
          book({ practitionerId: a, startsAt, placeId }, index % 2 ? desk.token : token()),
        ),
      );
      const taken = answers.filter(({ statusCode }) => statusCode === 200).map((each) => each.json().placeId);
      expect(new Set(taken).size).toBe(1);
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
    }
  });

  it("of a doctor who left can be cancelled, and moved to a colleague", async () => {
    const made = await booked({ practitionerId: b, placeId: annex });
    await test.sql("update practitioners set is_practising = false where id = $1", [b]);
    const third = await aDoctor(test, clinic, { firstName: "Jun", lastName: "Ang" });
    expect((await change(made.id, { note: "Call first" })).json()).toMatchObject({ practitionerId: b });
    const gone = await change(made.id, { practitionerId: b, startsAt: "2026-11-24T01:30:00Z" });
    expect(gone.json().fields).toEqual({
      practitionerId: "This doctor does not see patients here. Choose another.",
    });
    expect((await change(made.id, { practitionerId: third.practitionerId })).json()).toMatchObject({
      practitionerId: third.practitionerId,
      closed: "Outside clinic hours",
    });
  });
});

describe("who is booked with a doctor who left", () => {
  it("is listed from today on, and given to a colleague who is free there then", async () => {
    const patientId = await aPatient(test, clinic);
    const fits = await booked({ personName: undefined, patientId, practitionerId: b, placeId: annex });
    const late = await booked({ practitionerId: b, placeId: annex, startsAt: "2026-11-24T03:30:00Z" });
    const busy = await booked({ practitionerId: b, placeId: annex, startsAt: "2026-11-25T01:00:00Z" });
    const gone = await booked({ practitionerId: b, placeId: annex, startsAt: "2026-11-25T02:00:00Z" });
    await change(gone.id, { state: "cancelled" });
    await test.sql(
      "update users set is_active = false where id = (select user_id from practitioners where id = $1)",
      [b],
    );
    const { practitionerId: third } = await aDoctor(test, clinic, { firstName: "Jun", lastName: "Ang" });
    await setHours(third, annex, week("08:00", "11:00"));
    await booked({ practitionerId: third, placeId: annex, startsAt: "2026-11-25T01:00:00Z" });
    const list = async (query = {}) =>
      (await test.call(bookedOfDoctor, token(), { params: { id: b }, query })).json();
    expect(await list()).toMatchObject({
      name: "Ma. Corazon dela Peña",
      appointments: [{ id: fits.id }, { id: late.id }, { id: busy.id }],
    });
    expect((await list({ from: "2026-11-25", to: "2026-11-25" })).appointments).toHaveLength(1);
    const give = (practitionerId: number, ids = [fits.id, late.id, busy.id, gone.id]) =>
      test.call(moveToDoctor, token(), {
        params: { id: b },
        body: { practitionerId, appointmentIds: ids },
      });
    expect((await give(b)).json().fields).toEqual({
      practitionerId: "This doctor does not see patients here. Choose another.",
    });
    const given = await give(third);
    expect(given.json()).toEqual({
      moved: [fits.id],
      left: [
        { id: gone.id, why: "It is not booked with this doctor any more." },
        { id: late.id, why: "Annex is closed then: outside clinic hours." },
        { id: busy.id, why: "The doctor is booked then." },
      ],
    });
    const [visit] = await test.sql("select practitioner_id from visits where id = $1", [fits.visitId]);
    expect(visit).toEqual({ practitioner_id: String(third) });
    expect((await list()).appointments).toHaveLength(2);
    // No registered patient among them.
    expect((await give(third, [late.id])).json()).toMatchObject({ moved: [], left: [{ id: late.id }] });
    expect((await test.call(bookedOfDoctor, token(), { params: { id: 1 } })).statusCode).toBe(404);
  });
});

describe("free times", () => {
  it("are a doctor's, at the place where the doctor sits then", async () => {
    expect((await free({ practitionerId: String(a) })).slice(0, 6)).toEqual([
      "24T00:00 A main",
      "24T00:30 A main",
      "24T01:00 A main",
      "24T05:00 A annex",
      "24T05:30 A annex",
      "24T06:00 A annex",
    ]);
    await booked({ practitionerId: b, placeId: annex, startsAt: "2026-11-24T00:00:00Z" });
    expect((await free({ placeId: String(annex), practitionerId: String(b) }))[0]).toBe("24T00:30 B annex");
    expect((await free({}))[0]).toBe("24T00:00 A main");
    const desk = await aStaffMember(test, clinic, ["manage_schedule"]);
    const query = { from: "2026-11-24" };
    const ofAll = (await test.call(freeTimes, desk.token, { query })).json();
    expect(new Set(ofAll.map((each: { practitionerId: number }) => each.practitionerId))).toEqual(
      new Set([a, b]),
    );
  });

  it("follow a doctor's days off, which close no colleague's day", async () => {
    const day = { firstDay: "2026-11-24", lastDay: "2026-11-24" };
    const added = await test.call(addDayOff, token(), {
      body: { ...day, practitionerId: a, note: "Convention in Manila" },
    });
    expect(added.json()).toMatchObject({ practitionerId: a, placeId: null });
    expect((await free({ practitionerId: String(a) }))[0]).toBe("25T00:00 A main");
    expect((await free({ practitionerId: String(b) }))[0]).toBe("24T00:00 B annex");
    expect((await booked({ practitionerId: a })).closed).toBe("Convention in Manila");
    expect((await booked({ practitionerId: b, placeId: annex })).closed).toBeNull();
    await test.call(addDayOff, token(), { body: { firstDay: "2026-11-25", lastDay: "2026-11-25" } });
    expect((await free({ practitionerId: String(b), from: "2026-11-25" }))[0]).toBe("26T00:00 B annex");
    const [own, all] = (await test.call(listDaysOff, token())).json();
    expect(own.practitionerId).toBe(a);
    expect(all).not.toHaveProperty("practitionerId");
  });
});

describe("a machine", () => {
  it("is booked like a place, beside its doctor", async () => {
    const body = { name: "Audiometer", kind: "machine" };
    const machine = (await test.call(addPlace, token(), { body })).json();
    expect(machine).toMatchObject({ kind: "machine", hours: expect.objectContaining({ length: 11 }) });
    const first = await booked({ placeId: machine.id, practitionerId: b });
    expect(first.closed).toBeNull();
    // The doctor is not bound by it; the machine is.
    expect((await booked({ placeId: annex, practitionerId: b })).overlaps).toBe(0);
    expect((await booked({ placeId: machine.id, practitionerId: a })).overlaps).toBe(1);
    expect((await free({ placeId: String(machine.id) }))[0]).toMatch("24T00:00");
    expect(await free({ practitionerId: String(b) })).not.toContain("24T01:00 B annex");
    const hours: DoctorHours[] = (await test.call(listDoctorHours, token())).json();
    expect(hours.flatMap(({ places }) => places.map(({ placeId }) => placeId))).not.toContain(machine.id);
    expect((await setHours(a, machine.id, [])).json().fields).toEqual({
      placeId: "Choose an active place of your clinic",
    });
  });
});

it("the recall list is of all doctors or of one", async () => {
  const patientId = await aPatient(test, clinic);
  const { visitId } = await booked({
    personName: undefined,
    patientId,
    practitionerId: b,
    placeId: annex,
    startsAt: "2026-11-20T02:00:00Z",
  });
  test.setNow(new Date("2026-11-21T01:00:00Z"));
  clinic.owner.token = await aSession(test, clinic.owner.id);
  await test.sql(
    "with scope as materialized (select set_config('app.event', 'visit.update', true)) update visits set state = 'no_show', closed_at = now() from scope where id = $1",
    [visitId],
  );
  const recalls = async (query = {}) => (await test.call(listRecalls, token(), { query })).json();
  expect(await recalls()).toMatchObject([{ patientId, practitionerId: b }]);
  expect(await recalls({ practitionerId: String(b) })).toHaveLength(1);
  expect(await recalls({ practitionerId: String(a) })).toEqual([]);
});

it("a doctor's calendar link shows the doctor's appointments at every place", async () => {
  await booked({ practitionerId: b, placeId: annex });
  await booked({ practitionerId: b, placeId: main, startsAt: "2026-11-24T06:00:00Z" });
  await booked({ practitionerId: a, placeId: main });
  const link = await test.call(addCalendarFeed, token(), { body: { practitionerId: b } });
  expect(link.json()).toMatchObject({ placeId: null, practitionerId: b });
  const file = await test.call(readCalendarFeed, null, { params: { feedToken: link.json().token } });
  expect(file.body).toContain("Ma. Corazon dela Peña");
  expect(file.body.match(/SUMMARY:.*/g)?.map((line) => line.trim())).toEqual([
    "SUMMARY:AR\\, Annex",
    "SUMMARY:AR\\, Main clinic",
  ]);
  const body = { practitionerId: b, placeId: main };
  expect((await test.call(addCalendarFeed, token(), { body })).statusCode).toBe(400);
});
