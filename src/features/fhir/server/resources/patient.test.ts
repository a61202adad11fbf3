import { expect, test } from "vitest";
import { nameOf } from "./patient.ts";

test.each([
  ["Reyes, Antonio V.", { family: "Reyes", given: ["Antonio", "V."] }],
  ["Dela Cruz Jr., Juan Sipag", { family: "Dela Cruz", given: ["Juan", "Sipag"], suffix: ["Jr."] }],
  ["Dela Cruz, Jr., Juan", { family: "Dela Cruz", given: ["Juan"], suffix: ["Jr."] }],
  [
    "De los Santos, José Miguel dela Peña III",
    { family: "De los Santos", given: ["José", "Miguel", "dela Peña"], suffix: ["III"] },
  ],
  ["Juan Cruz, Jr.", {}],
  ["Juan Dela Cruz", {}],
  ["Santos,", {}],
])("%s has its parts", (text, parts) => {
  expect(nameOf(text)).toEqual({ text, ...parts });
});
