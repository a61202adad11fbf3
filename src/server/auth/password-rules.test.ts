import { expect, test } from "vitest";
import { findPasswordFault } from "./password-rules.ts";

const known = ["Dr. Rafael Peñaflor, MD", "Peñaflor Heart Clinic", "rpenaflor@clinic.test"];

test.each(["password", "PASSWORD", "12345678", "qwertyuiop", "iloveyou1", "football1", "sunshine"])(
  "%s is a common password",
  async (password) => {
    expect(await findPasswordFault(password, [])).toMatch(/first that people guess/);
  },
);

test.each([
  "Penaflor",
  "peñaflor2026!",
  "rpenaflor",
  "rpenaflor@clinic.test",
  "Peñaflor Heart Clinic",
  "penaflorheartclinic1",
])("%s is the account's own name", async (password) => {
  expect(await findPasswordFault(password, known)).toMatch(/not your name/);
});

test.each(["tinola-at-noon-42", "Rafael eats tinola", "penaflor-tinola-42", "4 sea urchins"])(
  "%s is accepted",
  async (password) => {
    expect(await findPasswordFault(password, known)).toBeNull();
  },
);
