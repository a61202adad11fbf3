import { expect, test } from "vitest";
import { isConsultation, isOpenDraft, mayFinish } from "./rules.ts";

const mistake = { at: "2026-11-20T01:00:00Z", byName: null, reason: "Another patient's" };

test.each([
  ["General", false, true],
  ["", false, true],
  ["General", true, false],
  ["Vitals", false, false],
])(
  "an entry of the type %j, of the checklist: %s, is a consultation: %s",
  (consultationType, isIntake, is) => {
    expect(isConsultation({ consultationType, isIntake })).toBe(is);
  },
);

test.each([
  ["owner", "draft", null, true],
  ["staff", "draft", null, false],
  ["owner", "finished", null, false],
  ["owner", "draft", mistake, false],
] as const)(
  "the %s may finish a %s full history with the mark %j: %s",
  (role, status, enteredInError, may) => {
    expect(mayFinish({ role }, { status, enteredInError })).toBe(may);
    expect(isOpenDraft({ status, enteredInError })).toBe(status === "draft" && enteredInError === null);
  },
);
