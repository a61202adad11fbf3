import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

const composed = "Pe\u00f1aflor eats tinola";
const decomposed = composed.normalize("NFD");

test("a password is the same in every form in which its letters can be typed", async () => {
  expect(decomposed).not.toBe(composed);
  for (const set of [composed, decomposed])
    for (const typed of [composed, decomposed])
      expect(await verifyPassword(await hashPassword(set), typed), `${set} as ${typed}`).toBe(true);
  // Full-width letters and digits of an East Asian keyboard.
  expect(await verifyPassword(await hashPassword("tinola-42"), "ｔinola-４２")).toBe(true);
  expect(await verifyPassword(await hashPassword(composed), "Penaflor eats tinola")).toBe(false);
});

test("a hash of a password as it was typed is still found, in both forms", async () => {
  for (const set of [composed, decomposed]) {
    const stored = await hash(set, { memoryCost: 1024, timeCost: 1 });
    expect(await verifyPassword(stored, composed)).toBe(true);
    expect(await verifyPassword(stored, decomposed)).toBe(true);
  }
});
