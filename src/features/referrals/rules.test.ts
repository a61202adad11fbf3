import { expect, it } from "vitest";
import { hasLetter, letterState, mayCancel } from "./rules.ts";

it.each([
  // side, status, awaitsRelease; whether it is printed, its letter, whether it is cancelled
  ["sent", "pending", false, { letter: "final", prints: true, cancels: true }],
  ["sent", "pending", true, { letter: "prepared", prints: true, cancels: true }],
  ["sent", "claimed", true, { letter: "prepared", prints: true, cancels: false }],
  ["sent", "declined", false, { letter: "final", prints: true, cancels: false }],
  ["sent", "cancelled", true, { letter: "withdrawn", prints: false, cancels: false }],
  ["sent", "letter", true, { letter: "prepared", prints: true, cancels: true }],
  ["sent", "letter", false, { letter: "final", prints: true, cancels: true }],
  ["received", "pending", false, { letter: "final", prints: false, cancels: false }],
] as const)("a %s referral that is %s, awaiting release: %s", (side, status, awaitsRelease, expected) => {
  const referral = { side, status, awaitsRelease };
  expect({
    letter: letterState(referral),
    prints: hasLetter(referral),
    cancels: mayCancel(referral),
  }).toEqual(expected);
});
