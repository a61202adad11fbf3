import { expect, test } from "vitest";
import type { VisitState } from "#shared/clinical/visit-states.ts";
import {
  countedUser,
  hmoOwes,
  mayPrintBill,
  mayVoidBill,
  notifiesOwnerOfVoid,
  patientOwes,
  visitToBill,
} from "./rules.ts";
import { aBill } from "./web/testing-bills.ts";

const owner = { userId: 1, role: "owner" } as const;
const staff = { userId: 2, role: "secretary" } as const;
const payment = {
  id: 5,
  method: "cash",
  amount: "300.00",
  tendered: null,
  reference: null,
  referenceAlsoOn: null,
  takenAt: "2026-11-20T02:50:00Z",
  takenByName: "Liezl Bañez",
  voidedAt: null,
  voidedByName: null,
  voidReason: null,
} as const;
const voided = { ...payment, voidedAt: "2026-11-20T03:00:00Z" };

test("the owner counts everyone's payments, staff their own", () => {
  expect([owner, staff].map(countedUser)).toEqual([null, 2]);
});

test.each([
  ["an open bill", aBill(), { mayVoid: true, mayPrint: true, patient: true, hmo: false }],
  [
    "one with a payment",
    aBill({ payments: [voided, payment] }),
    { mayVoid: false, mayPrint: true, patient: true, hmo: false },
  ],
  [
    "one whose payment is voided",
    aBill({ payments: [voided] }),
    { mayVoid: true, mayPrint: true, patient: true, hmo: false },
  ],
  [
    "one that only the HMO owes",
    aBill({ patientBalance: "0.00", hmoBalance: "800.00" }),
    { mayVoid: true, mayPrint: true, patient: false, hmo: true },
  ],
  [
    "a voided one",
    aBill({ state: "void", hmoBalance: "100.00" }),
    { mayVoid: false, mayPrint: false, patient: false, hmo: false },
  ],
])("of %s", (_, bill, expected) => {
  expect({
    mayVoid: mayVoidBill(bill),
    mayPrint: mayPrintBill(bill),
    patient: patientOwes(bill),
    hmo: hmoOwes(bill),
  }).toEqual(expected);
});

test.each([
  [owner, { byId: 2, isCounted: true }, false],
  [staff, { byId: 2, isCounted: false }, false],
  [staff, { byId: 2, isCounted: true }, true],
  [staff, { byId: 3, isCounted: false }, true],
  [staff, { byId: null, isCounted: false }, true],
])("%o voids what %o is: the owner is notified: %s", (user, what, isNotified) =>
  expect(notifiesOwnerOfVoid(user, what)).toBe(isNotified),
);

test("a new bill is for the visit that the patient is here for, and for an appointment only without one", () => {
  const today = "2026-11-20";
  const visit = (id: number, state: VisitState, more = {}) => ({
    id,
    state,
    day: today,
    isUnbilled: false,
    ...more,
  });
  const billed = (...visits: ReturnType<typeof visit>[]) => visitToBill(visits, today)?.id;
  const [booked, left, seen] = [visit(9, "booked"), visit(8, "left"), visit(7, "done", { isUnbilled: true })];
  const yesterday = { day: "2026-11-19" };
  expect(billed(booked, visit(5, "arrived"), visit(4, "for_payment"))).toBe(4);
  expect(billed(booked, visit(5, "with_doctor"), seen)).toBe(5);
  expect(billed(booked, visit(5, "done"), seen)).toBe(7);
  expect(billed(booked, left, visit(3, "for_payment", yesterday))).toBe(3);
  expect(billed(booked, left, visit(5, "done"), visit(3, "done", yesterday))).toBe(5);
  expect(billed(left, booked, visit(3, "arrived", yesterday))).toBe(9);
  expect(billed(left, visit(3, "done", { ...yesterday, isUnbilled: true }))).toBeUndefined();
});
