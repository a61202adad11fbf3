import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addConsultation,
  recordVitals,
  type TodayItem,
  todayOnScreen,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import {
  archivePatient,
  editPatient,
  exportPatients,
  listPatients,
  patientCounts,
} from "#features/patients/contract.ts";
import { addPlace } from "#features/places/contract.ts";
import {
  admissionFigures,
  analytics,
  dashboardFigures,
  exportAdmissions,
  exportAnalytics,
  listAdmissions,
} from "#features/reports/contract.ts";
import {
  addDisplayLink,
  addVisit,
  callNext,
  display,
  listVisits,
  moveInQueue,
  moveVisit,
} from "#features/visits/contract.ts";
import { dayFigures } from "#features/visits/web/day-figures.ts";
import { groupsOf } from "#features/visits/web/day-words.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "./data/factories.ts";
import { readCsv } from "./read-csv.ts";

// A figure of the day is the same wherever it is shown.

let app: TestApp;
let clinic: TestClinic;
let places: number[];

const answerOf = async (endpoint: Endpoint, sent: object = {}, as: string | null = clinic.owner.token) => {
  const answer = await app.call(endpoint, as, sent);
  expect(answer.statusCode, `${endpoint.path} ${answer.body.slice(0, 300)}`).toBe(200);
  return answer;
};
const send = async (endpoint: Endpoint, sent: object = {}) => (await answerOf(endpoint, sent)).json();
const longAgo = { created_at: "2026-10-01T02:00:00Z", updated_at: "2026-10-01T02:00:00Z" };
const old = (columns: object = {}) => aPatient(app, clinic, { ...longAgo, ...columns });
const consulted = (patientId: number) =>
  send(addConsultation, {
    body: { patientId, chiefComplaint: "Cough", diagnosis: "Acute bronchitis", treatment: "Rest" },
  });
const queued = async (
  patientId: number,
  states: readonly string[] = [],
  { placeId = places[0], purpose = "consultation" } = {},
) => {
  const { id } = await send(addVisit, { body: { patientId, placeId, purpose } });
  for (const state of states) await send(moveVisit, { params: { id }, body: { state } });
};
const noon = new Date("2026-11-20T04:00:00Z");

beforeAll(async () => {
  app = await startTestApp();
  app.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(app);
  const annex = await send(addPlace, { body: { name: "Annex" } });
  const [first] = await app.sql<{ id: string }>("select id from places where clinic_id = $1 and id <> $2", [
    clinic.id,
    annex.id,
  ]);
  places = [Number(first?.id), annex.id];
  // In the queue of either place.
  await queued(await old());
  await queued(await old(), ["vitals_taken"]);
  await queued(await old(), [], { placeId: places[1] });
  await queued(await old(), ["vitals_taken", "with_doctor"]);
  await queued(await old(), ["vitals_taken", "with_doctor", "for_payment"], { placeId: places[1] });
  // Seen, then back in the queue.
  const again = await old();
  await consulted(again);
  await queued(again);
  // Seen: through the queue, without it, twice, and with both.
  await queued(await old(), ["with_doctor", "done"]);
  await consulted(await old());
  const twice = await old();
  await consulted(twice);
  await consulted(twice);
  const both = await old();
  await consulted(both);
  await queued(both, ["with_doctor", "done"]);
  // For results: one waits, one has left with them, whom nobody examined.
  await queued(await old(), [], { purpose: "results" });
  await queued(await old(), ["with_doctor", "done"], { purpose: "results" });
  // Neither waiting nor seen.
  await queued(await old(), ["left"]);
  await send(recordVitals, { params: { id: await old() }, body: { vitalSigns: { pulse: 80 } } });
  await old({ appointment_time: "2026-11-20T08:00:00Z" });
  // Seen in the morning; at noon an appointment of later in the morning is due, so to be seen again.
  const due = await old({ appointment_time: "2026-11-20T03:30:00Z" });
  await consulted(due);
  // Archived while waiting, and after being seen.
  const archivedWaiting = await old();
  await queued(archivedWaiting);
  await send(archivePatient, { params: { id: archivedWaiting } });
  const archivedSeen = await old();
  await consulted(archivedSeen);
  await send(archivePatient, { params: { id: archivedSeen } });
  // In hospital.
  for (const hospital of ["Cebu Doctors' University Hospital", "Chong Hua Hospital - Fuente"])
    for (const status of ["Admitted", "Discharged"] as const) {
      const id = await old({ hospital });
      await send(editPatient, {
        params: { id },
        body: { admissionStatus: "Admitted", dateOfAdmission: "2026-11-18" },
      });
      if (status === "Discharged")
        await send(editPatient, { params: { id }, body: { admissionStatus: status } });
    }
  const archived = await old();
  await send(editPatient, {
    params: { id: archived },
    body: { admissionStatus: "Admitted", dateOfAdmission: "2026-11-18" },
  });
  await send(archivePatient, { params: { id: archived } });
  app.setNow(noon);
  clinic.owner.token = await aSession(app, clinic.owner.id);
}, 60_000);
afterAll(() => app.close());

test("who waits is the same on the dashboard, the board and the displays of all places", async () => {
  const items: TodayItem[] = await send(todaysConsultations, todayOnScreen);
  const { seenToday } = await send(dashboardFigures);
  const board = groupsOf(await send(listVisits));
  const displays = await Promise.all(
    places.map(async (placeId) => {
      const { token } = await send(addDisplayLink, { body: { placeId } });
      return (await answerOf(display, { params: { token } }, null)).json();
    }),
  );
  const sum = (count: (each: { waiting: number; serving: number[] }) => number) =>
    displays.reduce((total, each) => total + count(each), 0);
  const { words } = dayFigures(items, seenToday, noon);
  expect(words).toContain(`${board.waiting.length} waiting`);
  expect(words).toContain(`${board.withDoctor.length} with doctor`);
  expect(words).toContain(`${board.forPayment.length} for payment`);
  expect([sum(({ waiting }) => waiting), sum(({ serving }) => serving.length)]).toEqual([
    board.waiting.length,
    board.withDoctor.length,
  ]);
  expect([board.waiting.length, board.visitors.length]).toEqual([4, 1]);
  expect(words).toContain("1 for results");
});

test("who is called next is the same on the board, on the displays and for Call Next", async () => {
  const waitingAt = async (placeId: number | undefined) =>
    groupsOf(await send(listVisits)).waiting.filter((visit) => visit.placeId === placeId);
  const [placeId] = places;
  const [first, ...later] = await waitingAt(placeId);
  await send(moveInQueue, { params: { id: later.at(-1)?.id }, body: { before: first?.id } });
  const waiting = await waitingAt(placeId);
  expect(waiting[0]?.id).toBe(later.at(-1)?.id);
  const { token } = await send(addDisplayLink, { body: { placeId } });
  const shown = (await answerOf(display, { params: { token } }, null)).json();
  expect(shown.next.map(({ number }: { number: number }) => number)).toEqual(
    waiting.slice(0, 3).map(({ number }) => number),
  );
  const { id } = await send(callNext, { body: { placeId } });
  expect(id).toBe(waiting[0]?.id);
  await send(moveVisit, { params: { id }, body: { state: "arrived" } });
});

test("who was seen is the same on the owner's and the staff's dashboard", async () => {
  const items: TodayItem[] = await send(todaysConsultations, todayOnScreen);
  const { seenToday } = await send(dashboardFigures);
  const day = dayFigures(items, seenToday, noon);
  expect([day.seen, seenToday]).toEqual([5, 5]);
  // Each of the day's patients once: 8 in the queue or to be seen, 1 with vital signs alone, 1 booked.
  expect(day.words).toEqual([
    "4 waiting",
    "1 with doctor",
    "1 for payment",
    "1 for results",
    "2 not in the queue",
    "1 booked for later",
  ]);
  expect(day.total).toBe(5 + 10);
});

test("who is in hospital is the same on the dashboard, the chip, the list, the reports and their exports", async () => {
  const expected = 2;
  const { admittedCount, totalPatients } = await send(dashboardFigures);
  const counts = await send(patientCounts);
  expect([admittedCount, counts.admitted]).toEqual([expected, expected]);
  expect(counts.active).toBe(totalPatients);
  expect(await send(listPatients)).toHaveLength(totalPatients);
  expect(await send(listPatients, { query: { status: "Admitted" } })).toHaveLength(expected);
  const exported = await answerOf(exportPatients, { query: { status: "Admitted" } });
  expect(readCsv(exported.body).slice(1)).toHaveLength(expected);
  expect(await send(listAdmissions, { query: { show: "admitted" } })).toHaveLength(expected);
  expect((await send(admissionFigures)).currentlyAdmitted).toBe(expected);
  expect(
    readCsv((await answerOf(exportAdmissions, { query: { show: "admitted" } })).body).slice(1),
  ).toHaveLength(expected);
  const { statuses, activeAdmissions, totalPatients: all } = await send(analytics);
  expect([activeAdmissions, statuses.admitted.patients, all]).toEqual([expected, expected, totalPatients]);
  const csv = readCsv((await answerOf(exportAnalytics)).body);
  expect(csv.find(([, item]) => item === "Admitted")?.[2]).toBe(String(expected));
});
