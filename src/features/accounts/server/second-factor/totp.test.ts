import { expect, it } from "vitest";
import { newTotpSecret, stepOfCode, totpKey } from "./totp.ts";

const secret = new TextEncoder().encode("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1000);

// RFC 6238, appendix B, SHA-1; an app shows the last six of the eight digits.
it.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("accepts the RFC's code at %i seconds", (seconds, code) => {
  expect(stepOfCode(secret, code.slice(2), at(seconds), null)).toBe(Math.floor(seconds / 30));
});

it("accepts a code one step early or late, and no further", () => {
  const step = Math.floor(1111111109 / 30);
  const tried = [-60, -30, 0, 30, 60].map((shift) =>
    stepOfCode(secret, "081804", at(step * 30 + shift), null),
  );
  expect(tried).toEqual([null, step, step, step, null]);
});

it("refuses a code that was used, and any of an earlier step", () => {
  const step = Math.floor(1111111109 / 30);
  const now = at(1111111109);
  expect(stepOfCode(secret, "081804", now, step - 1)).toBe(step);
  expect(stepOfCode(secret, "081804", now, step)).toBeNull();
  expect(stepOfCode(secret, "081804", now, step + 1)).toBeNull();
});

it("accepts a code with a space in it, and refuses what is not a code", () => {
  const now = at(1111111109);
  expect(stepOfCode(secret, "081 804", now, null)).not.toBeNull();
  for (const typed of ["", "81804", "07081804", "08180a", "٠٨١٨٠٤"])
    expect(stepOfCode(secret, typed, now, null)).toBeNull();
});

it("labels the secret for the app with product and account", () => {
  const { secret: typed, uri } = totpKey(secret, "ana@sunrise.test");
  expect(typed).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const read = new URL(uri);
  expect(decodeURIComponent(read.pathname)).toContain("Klinika:ana@sunrise.test");
  expect(read.searchParams.get("secret")).toBe(typed);
  expect(newTotpSecret()).toHaveLength(20);
});
