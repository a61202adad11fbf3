import { describe, expect, test } from "vitest";
import type { RecordHead } from "#features/record-head/contract.ts";
import type { VisitState } from "#shared/clinical/visit-states.ts";
import { aRecordHead } from "#web/testing-record-head.ts";
import { aVisit } from "#web/testing-records.ts";
import { type ActName, actsOfVisit, nextAct } from "./record-acts.ts";

const all = () => true;
const at = (state: VisitState, more: Partial<RecordHead> = {}, visit = {}): RecordHead =>
  aRecordHead({ visit: aVisit({ state, vitalsTakenAt: null, ...visit }), ...more });

describe("the one act fits the visit's state", () => {
  test.each<[string, RecordHead, ActName]>([
    ["without a visit", aRecordHead(), "consultation"],
    ["a visit that is over", at("done", { isWritten: true }), "consultation"],
    ["booked", at("booked"), "vitals"],
    ["arrived", at("arrived"), "vitals"],
    ["arrived and measured", at("arrived", {}, { vitalsTakenAt: "2026-11-20T01:00:00Z" }), "call"],
    ["arrived, where nobody measures first", at("arrived", { hasVitalsStep: false }), "call"],
    ["vitals taken", at("vitals_taken"), "call"],
    ["with the doctor", at("with_doctor"), "consultation"],
    [
      "written, with a prescription owed",
      at("with_doctor", { isWritten: true, owed: ["prescription", "laboratory_request"] }),
      "prescription",
    ],
    [
      "written, with a request owed",
      at("with_doctor", { isWritten: true, owed: ["laboratory_request"] }),
      "laboratory-request",
    ],
    ["written", at("with_doctor", { isWritten: true }), "for-payment"],
    [
      "written, where the doctor is paid directly",
      at("with_doctor", { isWritten: true, hasPaymentStep: false }),
      "done",
    ],
    ["written before the call", at("arrived", { isWritten: true }), "for-payment"],
    ["written, and not marked arrived", at("booked", { isWritten: true }), "done"],
    ["for payment", at("for_payment", { isWritten: true }), "payment"],
    ["results only", at("with_doctor", {}, { purpose: "results" }), "done"],
  ])("%s", (_, head, act) => {
    expect(nextAct(head, false, all)).toBe(act);
  });

  test("without a queue, a written consultation that is pending is Done", () => {
    expect(nextAct(aRecordHead({ isWritten: true }), true, all)).toBe("done");
    expect(nextAct(aRecordHead({ isWritten: true, owed: ["prescription"] }), true, all)).toBe("prescription");
    expect(nextAct(aRecordHead(), true, all)).toBe("consultation");
  });

  test("of what the user may not do, the next one counts", () => {
    const not =
      (...acts: ActName[]) =>
      (act: ActName) =>
        !acts.includes(act);
    expect(nextAct(at("arrived"), false, not("vitals"))).toBe("call");
    expect(
      nextAct(at("with_doctor", { isWritten: true, owed: ["prescription"] }), false, not("prescription")),
    ).toBe("for-payment");
    expect(nextAct(at("with_doctor"), false, not("consultation"))).toBeNull();
  });
});

test("the other steps of the visit are in the menu", () => {
  expect(actsOfVisit(at("arrived"), true)).toEqual(["call", "for-payment", "done"]);
  expect(actsOfVisit(at("with_doctor"), true)).toEqual(["call-again", "for-payment", "done"]);
  expect(actsOfVisit(at("with_doctor", { hasPaymentStep: false }), true)).toEqual(["call-again", "done"]);
  expect(actsOfVisit(at("arrived", {}, { purpose: "results" }), true)).toEqual(["done"]);
  expect(actsOfVisit(at("booked"), true)).toEqual(["call"]);
  expect(actsOfVisit(at("for_payment"), false)).toEqual(["payment", "done"]);
  expect(actsOfVisit(aRecordHead(), true)).toEqual(["done"]);
  expect(actsOfVisit(aRecordHead(), false)).toEqual([]);
});
