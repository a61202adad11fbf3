import { expect, it } from "vitest";
import { hashOfRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";

it("makes ten different codes in three groups", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
});

it("accepts a code however it is typed, and no other", () => {
  const same = ["abcd-efgh-jkmn", " ABCD EFGH JKMN ", "abcdefghjkmn"].map((c) =>
    hashOfRecoveryCode(c).toString("hex"),
  );
  expect(new Set(same).size).toBe(1);
  expect(hashOfRecoveryCode("abcd-efgh-jkmp").toString("hex")).not.toBe(same[0]);
});
