import { expect, it } from "vitest";
import type { SignInEntry } from "#features/accounts/security-contract.ts";
import { signInInWords, withRepeatsAsOne } from "./sign-ins-in-words.ts";

const entry = (changes: Partial<SignInEntry>): SignInEntry => ({
  id: 1,
  at: "2026-11-23T01:00:00.000Z",
  userName: null,
  clinicName: null,
  device: "Chrome on Windows",
  address: "203.0.113.7",
  way: "password",
  isRight: false,
  waitsForCode: false,
  ...changes,
});
const inWords = (entries: SignInEntry[]) => withRepeatsAsOne(entries).map(signInInWords);

it("merges consecutive failures into one row with the newest time", () => {
  const lines = withRepeatsAsOne([entry({ id: 9, at: "2026-11-23T03:00:00.000Z" }), entry({ id: 8 })]);
  expect(lines).toMatchObject([{ id: 9, at: "2026-11-23T03:00:00.000Z", times: 2 }]);
  expect(lines.map(signInInWords)).toEqual(["Sign-in refused, 2 times"]);
});

it("does not merge different ones, or successes", () => {
  expect(
    inWords([
      entry({ isRight: true }),
      entry({ isRight: true }),
      entry({ way: "totp" }),
      entry({ waitsForCode: true }),
      entry({}),
      entry({ address: "198.51.100.1" }),
      entry({ address: "198.51.100.1", userName: "Ana Reyes" }),
    ]),
  ).toEqual([
    "Signed in",
    "Signed in",
    "Code refused",
    "Password right, second step not done",
    "Sign-in refused",
    "Sign-in refused",
    "Sign-in refused",
  ]);
});
