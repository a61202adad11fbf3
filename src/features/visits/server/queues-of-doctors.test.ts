import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookAppointment } from "#features/appointments/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { editPatient, patientHistory } from "#features/patients/contract.ts";
import { addPlace } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor, aPatient, aSession, aStaffMember, type TestUser } from "#test/data/factories.ts";
import {
  addDisplayLink,
  addVisit,
  callNext,
  changeVisit,
  display,
  listVisits,
  moveInQueue,
  moveVisit,
  patientVisits,
  type Visit,
} from "../contract.ts";
import { takeVisitBack, transferVisit } from "../handover-contract.ts";

type Clinic = Awaited<ReturnType<typeof aClinic>>;
type Doctor = TestUser & { practitionerId: number };

let test: TestApp;
let clinic: Clinic;
/** The owner, as a doctor. */
let a: Doctor;
let b: Doctor;
let desk: TestUser;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const began = new Date("2026-12-01T01:00:00Z");
const minutesLater = (minutes: number) => test.setNow(new Date(began.getTime() + minutes * 60_000));

/** A clinic with its owner alone, at 9:00 in Manila. */
async function oneDoctor() {
  test.setNow(began);
  clinic = await aClinic(test, { at: began });
  const [own] = await test.sql<{ id: string }>("select id from practitioners where clinic_id = $1", [
    clinic.id,
  ]);
  a = { ...clinic.owner, practitionerId: Number(own?.id) };
  desk = await aStaffMember(test, clinic, ["view_patients", "add_patients", "edit_patients"]);
}
const aSecondDoctor = async () => {
  b = await aDoctor(test, clinic);
};

type Sent = Parameters<TestApp["call"]>[2];
const send = (endpoint: Parameters<TestApp["call"]>[0], sent: Sent = {}, as: TestUser = desk) =>
  test.call(endpoint, as.token, sent);
const add = async (body: object = {}, as: TestUser = desk): Promise<Visit> => {
  const answer = await send(addVisit, { body: { patientId: await aPatient(test, clinic), ...body } }, as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const addFor = (doctor: Doctor, body: object = {}) => add({ practitionerId: doctor.practitionerId, ...body });
const list = async (query: Record<string, string> = {}): Promise<Visit[]> =>
  (await send(listVisits, { query })).json();
const params = ({ id }: Visit) => ({ params: { id } });
const hand = (visit: Visit, to: Doctor, more: object = {}, as: TestUser = desk) =>
  send(transferVisit, { ...params(visit), body: { practitionerId: to.practitionerId, ...more } }, as);
const takeBack = (visit: Visit, as: TestUser = desk) => send(takeVisitBack, params(visit), as);
const move = (visit: Visit, state: string, as: TestUser = desk) =>
  send(moveVisit, { ...params(visit), body: { state } }, as);
const setPractising = ({ practitionerId }: Doctor, isPractising: boolean) =>
  test.sql("update practitioners set is_practising = $2 where id = $1", [practitionerId, isPractising]);

describe("one doctor", () => {
  beforeEach(oneDoctor);

  it("numbers and answers as ever, whoever calls", async () => {
    const visit = await add();
    expect(queueNumber(visit)).toBe("1");
    for (const answer of [visit, ...(await list())]) {
      expect(answer).not.toHaveProperty("letter");
      expect(answer).not.toHaveProperty("practitionerId");
      expect(answer).not.toHaveProperty("handover");
    }
    expect((await send(callNext, { body: {} })).json()).toMatchObject({ id: visit.id, state: "with_doctor" });
  });

  it("refuses to hand a patient to the doctor they wait for", async () => {
    const visit = await add();
    expect((await hand(visit, a)).statusCode).toBe(409);
    expect((await send(transferVisit, { ...params(visit), body: {} })).statusCode).toBe(400);
    expect((await takeBack(visit)).statusCode).toBe(409);
  });

  it("that gets another in the middle of a day goes on with letters, and gives no number twice", async () => {
    const numbers = [await add(), await add()].map(queueNumber);
    await aSecondDoctor();
    numbers.push(...[await addFor(a), await addFor(b), await addFor(a)].map(queueNumber));
    expect(numbers).toEqual(["1", "2", "A-03", "B-03", "A-04"]);
    // The slips of before stay true.
    expect((await list()).map(queueNumber).toSorted()).toEqual(numbers.toSorted());
    // Alone again, and not: the letters of the day stay.
    await setPractising(b, false);
    expect(queueNumber(await add())).toBe("A-05");
    await setPractising(b, true);
    expect(queueNumber(await addFor(b))).toBe("B-04");
    minutesLater(24 * 60);
    await setPractising(b, false);
    desk.token = await aSession(test, desk.id);
    expect(queueNumber(await add())).toBe("1");
  });

  it("two who arrive while the second doctor is added get two numbers", async () => {
    const patients = await Promise.all(Array.from({ length: 12 }, () => aPatient(test, clinic)));
    const [, ...answers] = await Promise.all([
      aSecondDoctor(),
      ...patients.map((patientId) =>
        send(addVisit, { body: { patientId, practitionerId: a.practitionerId } }),
      ),
    ]);
    const given: Visit[] = answers.map((answer) => answer.json());
    expect(new Set(given.map(({ number }) => number))).toHaveLength(patients.length);
  });
});

describe("several doctors", () => {
  beforeEach(async () => {
    await oneDoctor();
    await aSecondDoctor();
  });

  it("each has numbers of their own, from 1 at each place", async () => {
    const { id: placeId } = (await send(addPlace, { body: { name: "Annex" } }, a)).json();
    const visits = [
      await addFor(a),
      await addFor(b),
      await addFor(b),
      await addFor(b, { placeId }),
      // A doctor's own, without being named.
      await add({}, b),
    ];
    expect(visits.map(queueNumber)).toEqual(["A-01", "B-01", "B-02", "B-01", "B-03"]);
    expect(visits[1]).toMatchObject({ number: 1, letter: "B", practitionerId: b.practitionerId });
    const shown = await list({ practitionerId: String(b.practitionerId) });
    expect(shown.map(queueNumber).toSorted()).toEqual(["B-01", "B-01", "B-02", "B-03"]);
    expect(await list()).toHaveLength(5);
  });

  it("staff name the doctor; one who does not practise is refused", async () => {
    const patientId = await aPatient(test, clinic);
    const refused = await send(addVisit, { body: { patientId } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.practitionerId).toMatch(/choose the doctor/i);
    const walkIn = { patientName: "Reyes, Ana", sex: "F" };
    expect((await send(addWalkIn, { body: walkIn })).json().fields.practitionerId).toMatch(/choose/i);
    const registered = await send(addWalkIn, { body: { ...walkIn, practitionerId: b.practitionerId } });
    expect(registered.json()).toMatchObject({ letter: "B", practitionerId: b.practitionerId });
    await setPractising(b, false);
    for (const practitionerId of [b.practitionerId, 1])
      expect((await send(addVisit, { body: { patientId, practitionerId } })).statusCode).toBe(400);
  });

  it("a patient who is set to Waiting waits for the doctor who saw them last", async () => {
    const seen = await addFor(b);
    await move(seen, "with_doctor");
    await move(seen, "done");
    minutesLater(30);
    await send(editPatient, { params: { id: seen.patientId }, body: { patientStatus: "Waiting" } });
    const [again] = (await send(patientVisits, { params: { id: seen.patientId } })).json();
    expect(again).toMatchObject({ practitionerId: b.practitionerId, state: "arrived" });
  });

  it("who is booked arrives for the appointment's doctor, or the one named", async () => {
    const [kept, changed] = await Promise.all([aPatient(test, clinic), aPatient(test, clinic)]);
    for (const patientId of [kept, changed])
      await send(bookAppointment, { body: { patientId, startsAt: "2026-12-01T02:00:00Z" } }, b);
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'visit.change', true))
       update visits set practitioner_id = $2 from scope where clinic_id = $1`,
      [clinic.id, b.practitionerId],
    );
    expect(await add({ patientId: kept })).toMatchObject({ letter: "B", practitionerId: b.practitionerId });
    expect(await add({ patientId: changed, practitionerId: a.practitionerId })).toMatchObject({
      letter: "A",
      practitionerId: a.practitionerId,
    });
  });

  it("Call Next is the signed-in doctor's; staff name the doctor", async () => {
    const [ofA, ofB] = [await addFor(a), await addFor(b)];
    const refused = await send(callNext, { body: {} });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.practitionerId).toMatch(/choose the doctor/i);
    expect((await send(callNext, { body: {} }, b)).json().id).toBe(ofB.id);
    expect((await send(callNext, { body: {} }, b)).statusCode).toBe(404);
    const named = await send(callNext, { body: { practitionerId: a.practitionerId } });
    expect(named.json().id).toBe(ofA.id);
  });

  it("two desks that call for one doctor at once get different patients, and none of the other's", async () => {
    const other = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const waiting = await Promise.all(Array.from({ length: 6 }, () => addFor(b)));
    await Promise.all(Array.from({ length: 4 }, () => addFor(a)));
    const body = { practitionerId: b.practitionerId };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, press) => send(callNext, { body }, press % 2 ? desk : other)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 200, 200, 200, 200, 200, 404, 404,
    ]);
    const called = answers.flatMap((answer) => answer.json().id ?? []);
    expect(called.toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
  });

  it("a patient is handed over: a new number, the old arrival and priority, a notice, and a line in the history", async () => {
    const visit = await addFor(b, { priority: "pwd", reason: "Ear pain" });
    minutesLater(9);
    await addFor(a);
    await move(visit, "with_doctor");
    minutesLater(12);
    const answer = await hand(visit, a, { note: "Right ear, please look with the scope." });
    expect(answer.json()).toMatchObject({
      number: 2,
      letter: "A",
      practitionerId: a.practitionerId,
      state: "arrived",
      priority: "pwd",
      reason: "Ear pain",
      arrivedAt: visit.arrivedAt,
      withDoctorAt: null,
      handover: {
        fromId: b.practitionerId,
        at: "2026-12-01T01:12:00Z",
        note: "Right ear, please look with the scope.",
      },
    });
    // The priority keeps its place.
    const [first] = await list({ practitionerId: String(a.practitionerId) });
    expect(first?.id).toBe(visit.id);
    expect(queueNumber(await addFor(b))).toBe("B-02");
    const [notice] = (await send(notifications, {}, a)).json();
    expect(notice).toMatchObject({
      title: "Patient from Ma. Corazon dela Peña",
      message: `Number A-02, ${visit.patientName}. Right ear, please look with the scope.`,
      actionType: "patient",
    });
    expect((await send(notifications, {}, b)).json()).toEqual([]);
    const history = (await send(patientHistory, { params: { id: visit.patientId } }, a)).json();
    expect(history[0]).toMatchObject({ event: "visit.transfer" });
    expect(history[0].changes).toMatchObject({ letter: ["B", "A"], number: [1, 2] });
  });

  it("Undo restores number, state and position while the patient waits", async () => {
    const [first, second] = [await addFor(b), await addFor(b)];
    await send(moveInQueue, { ...params(second), body: { before: first.id } });
    await move(first, "with_doctor");
    minutesLater(3);
    const before = await list();
    for (const visit of [first, second]) {
      await hand(visit, a, { note: "To you" });
      expect((await takeBack(visit)).statusCode).toBe(200);
    }
    expect(await list()).toEqual(before);
    // The colleague's numbers are not given again either.
    expect(queueNumber(await addFor(a))).toBe("A-03");
    expect((await takeBack(first)).statusCode).toBe(409);
  });

  it("vital signs that were taken meanwhile stay; who was called is not taken back", async () => {
    const visit = await addFor(b);
    await hand(visit, a);
    await move(visit, "vitals_taken");
    expect((await takeBack(visit)).json()).toMatchObject({ letter: "B", number: 1, state: "vitals_taken" });
    const other = await addFor(b);
    await hand(other, a);
    await move(other, "with_doctor", a);
    const late = await takeBack(other);
    expect(late.statusCode).toBe(409);
    expect(late.json().current).toMatchObject({ practitionerId: a.practitionerId, state: "with_doctor" });
  });

  it("who is handed over while being called is called once, by one of the two", async () => {
    for (let round = 0; round < 8; round += 1) {
      const visit = await addFor(b);
      const [called, handed] = await Promise.all([send(callNext, { body: {} }, b), hand(visit, a)]);
      expect(handed.statusCode).toBe(200);
      expect([200, 404]).toContain(called.statusCode);
      const [now] = (await list()).filter(({ id }) => id === visit.id);
      expect(now).toMatchObject({ practitionerId: a.practitionerId, state: "arrived", letter: "A" });
      expect((await send(callNext, { body: {} }, a)).json().id).toBe(visit.id);
      await move(visit, "done");
    }
  });

  it("refuses who is closed, has not come, or waits there already, and a doctor who does not practise", async () => {
    const visit = await addFor(b);
    expect((await hand(visit, b)).json().message).toMatch(/waits for this doctor already/);
    await setPractising(a, false);
    expect((await hand(visit, a)).json().fields.practitionerId).toMatch(/another/i);
    await setPractising(a, true);
    await move(visit, "done");
    const closed = await hand(visit, a);
    expect(closed.statusCode).toBe(409);
    expect(closed.json().current).toMatchObject({ state: "done" });
    const patientId = await aPatient(test, clinic);
    await send(bookAppointment, { body: { patientId, startsAt: "2026-12-01T06:00:00Z" } }, b);
    const [booked] = (await send(patientVisits, { params: { id: patientId } })).json();
    const other = booked.practitionerId === a.practitionerId ? b : a;
    expect((await hand(booked, other)).json().message).toMatch(/has not come yet/);
  });

  it("a visit moves within its doctor's queue only", async () => {
    const [one, , two] = [await addFor(b), await addFor(a), await addFor(b)];
    const [ofA] = await list({ practitionerId: String(a.practitionerId) });
    expect((await send(moveInQueue, { ...params(two), body: { before: ofA?.id } })).statusCode).toBe(409);
    expect((await send(moveInQueue, { ...params(two), body: { before: one.id } })).statusCode).toBe(200);
    expect((await list({ practitionerId: String(b.practitionerId) })).map(({ id }) => id)).toEqual([
      two.id,
      one.id,
    ]);
  });

  it("the board's version follows a handover, the doctors, and the doctor asked for", async () => {
    const visit = await addFor(b);
    const version = async (query = {}) => (await send(listVisits, { query })).headers.etag;
    const seen = new Set([await version(), await version({ practitionerId: String(b.practitionerId) })]);
    await hand(visit, a);
    seen.add(await version());
    await send(changeVisit, { ...params(visit), body: { reason: "Fever" } });
    seen.add(await version());
    expect(seen.size).toBe(4);
    const before = await version();
    await setPractising(b, false);
    expect(await version()).not.toBe(before);
  });

  it("the waiting room shows each doctor with numbers alone", async () => {
    const { token } = (await send(addDisplayLink, { body: {} }, a)).json();
    const show = () => test.call(display, null, { params: { token } });
    expect((await show()).json()).not.toHaveProperty("doctors");
    const [ofA] = [await addFor(a, { reason: "Herpes" }), await addFor(a), await addFor(b)];
    await move(ofA, "with_doctor");
    const shown = await show();
    expect(shown.json().doctors).toEqual([
      {
        letter: "A",
        name: "Rafael Peñaflor",
        serving: ["A-01"],
        calledAt: "2026-12-01T01:00:00Z",
        next: [{ number: "A-02", minutes: null }],
        waiting: 1,
      },
      {
        letter: "B",
        name: "Ma. Corazon dela Peña",
        serving: [],
        calledAt: null,
        next: [{ number: "B-01", minutes: null }],
        waiting: 1,
      },
    ]);
    expect(shown.body).not.toMatch(/Ybañez|Herpes|"F"/);
    minutesLater(10);
    await move(ofA, "done");
    const later = (await show()).json().doctors;
    expect(later[0].next).toEqual([{ number: "A-02", minutes: 5 }]);
    expect(later[1].next).toEqual([{ number: "B-01", minutes: null }]);
  });
});

it("over any day of arrivals, handovers, Undo and ends, no number is given twice", async () => {
  const step = fc.record({
    act: fc.constantFrom("arrive", "arrive", "hand", "hand", "undo", "call", "end", "doctors"),
    who: fc.nat(9),
    to: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await oneDoctor();
      await aSecondDoctor();
      await setPractising(b, false);
      let isSeveral = false;
      const visits: Visit[] = [];
      /** Every number that a patient was told, with the visit it is of. */
      const given = new Map<string, number>();
      const note = (visit: Visit) => {
        const shown = queueNumber(visit);
        expect(given.get(shown) ?? visit.id, `${shown} of two patients`).toBe(visit.id);
        given.set(shown, visit.id);
        // One doctor never calls the same figure twice, with a letter or without.
        const figure = `${visit.practitionerId ?? a.practitionerId}/${visit.number}`;
        expect(given.get(figure) ?? visit.id, `${figure} of two patients`).toBe(visit.id);
        given.set(figure, visit.id);
      };
      for (const { act, who, to } of steps) {
        const visit = visits[who % Math.max(1, visits.length)];
        const doctor = isSeveral && to === 1 ? b : a;
        if (act === "doctors") {
          isSeveral = !isSeveral;
          await setPractising(b, isSeveral);
        } else if (act === "arrive") {
          const added = await addFor(doctor);
          visits.push(added);
          note(added);
        } else if (visit && act === "hand") {
          const answer = await hand(visit, doctor);
          expect([200, 400, 409]).toContain(answer.statusCode);
          if (answer.statusCode === 200) note(answer.json());
        } else if (visit && act === "undo") {
          const answer = await takeBack(visit);
          expect([200, 400, 409]).toContain(answer.statusCode);
          if (answer.statusCode === 200) note(answer.json());
        } else if (visit && (act === "call" || act === "end"))
          expect((await move(visit, act === "call" ? "with_doctor" : "done")).statusCode).toBe(200);
      }
    }),
    { numRuns: 12 },
  );
});
