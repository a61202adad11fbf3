import { expect, test } from "vitest";
import { lacksBill } from "#shared/clinical/visit-states.ts";
import { aVisit } from "#web/testing-records.ts";
import { queueGroupOf } from "./queue-groups.ts";
import { lacksVitals, mayPrintNumber, moveRefusal, movesOf, sinceOf } from "./rules.ts";

const today = "2026-11-20";
const booked = aVisit({
  state: "booked",
  number: null,
  arrivedAt: null,
  appointmentAt: "2026-11-20T03:00:00Z",
});
const steps = { hasVitals: true, hasPayment: true };

test.each([
  ["booked", "booked"],
  ["arrived", "waiting"],
  ["vitals_taken", "waiting"],
  ["with_doctor", "withDoctor"],
  ["for_payment", "forPayment"],
  ["done", "done"],
  ["no_show", "notSeen"],
  ["cancelled", "notSeen"],
  ["left", "notSeen"],
] as const)("counts %s as %s", (state, group) =>
  expect(queueGroupOf({ state, purpose: "consultation" })).toBe(group),
);

test("counts who only came for results apart, until the doctor calls them", () => {
  expect(queueGroupOf({ state: "arrived", purpose: "results" })).toBe("visitors");
  expect(queueGroupOf({ state: "with_doctor", purpose: "results" })).toBe("withDoctor");
});

test("says since when a visit is in its state", () => {
  const times = {
    arrivedAt: "2026-11-20T01:00:00Z",
    withDoctorAt: "2026-11-20T02:00:00Z",
    forPaymentAt: "2026-11-20T03:00:00Z",
    closedAt: "2026-11-20T04:00:00Z",
  };
  const since = (["arrived", "vitals_taken", "with_doctor", "for_payment", "done"] as const).map((state) =>
    sinceOf({ state, ...times }),
  );
  const { arrivedAt, withDoctorAt, forPaymentAt, closedAt } = times;
  expect(since).toEqual([arrivedAt, arrivedAt, withDoctorAt, forPaymentAt, closedAt]);
});

test.each([
  ["an appointment of today", booked, "arrived", null],
  ["an appointment of tomorrow", { ...booked, day: "2026-11-21" }, "arrived", /is on November 21/],
  ["that it is cancelled", { ...booked, day: "2026-11-21" }, "cancelled", null],
  [
    "one of yesterday, to whom nobody came",
    { ...booked, day: "2026-11-19" },
    "arrived",
    /was on November 19/,
  ],
  ["that nobody came", { ...booked, day: "2026-11-19" }, "no_show", null],
  ["one of yesterday who came", aVisit({ state: "done", day: "2026-11-19" }), "with_doctor", null],
  ["a walk-in", aVisit(), "booked", /without an appointment/],
  ["somebody with an appointment", { ...booked, state: "arrived" }, "booked", null],
] as const)("moving %s", (_, visit, to, words) => {
  if (words === null) expect(moveRefusal(visit, to, today)).toBeNull();
  else expect(moveRefusal(visit, to, today)).toMatch(words);
});

test("offers no move that is refused, and no step that the clinic or the visit skips", () => {
  expect(movesOf(booked, steps, today)).toEqual(["arrived", "no_show", "cancelled"]);
  expect(movesOf({ ...booked, day: "2026-11-21" }, steps, today)).toEqual(["no_show", "cancelled"]);
  const cancelled = { ...booked, state: "cancelled" as const };
  expect(movesOf(cancelled, steps, today)).toEqual(["arrived"]);
  expect(movesOf({ ...cancelled, day: "2026-11-19" }, steps, today)).toEqual([]);
  const here = ["with_doctor", "for_payment", "done", "left", "cancelled"];
  expect(movesOf(aVisit(), steps, today)).toEqual(["vitals_taken", ...here]);
  expect(movesOf(aVisit(), { hasVitals: false, hasPayment: true }, today)).toEqual(here);
  expect(movesOf(aVisit({ purpose: "results", state: "done" }), steps, today)).toEqual(["with_doctor"]);
});

test("asks for vital signs, a number and a bill where they are missing", () => {
  const measured = aVisit({ vitalsTakenAt: "2026-11-20T02:30:00Z" });
  expect(
    [aVisit(), measured, aVisit({ purpose: "results" })].map((visit) => lacksVitals(visit, steps)),
  ).toEqual([true, false, false]);
  expect(lacksVitals(aVisit(), { ...steps, hasVitals: false })).toBe(false);
  expect([aVisit(), booked].map(mayPrintNumber)).toEqual([true, false]);
  const unbilled = aVisit({ state: "done", isUnbilled: true });
  expect([unbilled, { ...unbilled, noBillReason: "No charge" }, aVisit()].map(lacksBill)).toEqual([
    true,
    false,
    false,
  ]);
});
