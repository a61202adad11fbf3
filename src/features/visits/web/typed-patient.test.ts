import { expect, test } from "vitest";
import { isExactly, typedPatient } from "./typed-patient.ts";

test.each([
  ["Bañez, Corazon 67 F", "Bañez, Corazon", "67", "F"],
  ["  dela cruz, juan 4m ", "dela cruz, juan", "4", "M"],
  ["Reyes, Ana Maria, 31 y/o F", "Reyes, Ana Maria", "31", "F"],
  ["Reyes, Ana 31/F", "Reyes, Ana", "31", "F"],
  ["Reyes, Ana 31", "Reyes, Ana", "31", undefined],
  // An initial, a number and a phone number are no age or sex.
  ["Reyes, F", "Reyes, F", "", undefined],
  ["20261124-003", "20261124-003", "", undefined],
  ["0917 555 0100", "0917 555 0100", "", undefined],
  ["Reyes 2026", "Reyes 2026", "", undefined],
  ["", "", "", undefined],
])("%o", (text, name, age, sex) => {
  expect(typedPatient(text)).toEqual({ name, age, sex });
});

const ana = { patientName: "Reyes, Ana María", birthday: "1995-11-20", age: 30, sex: "F" as const };

test.each([
  ["reyes, ana maria 31 f", true],
  ["Reyes, Ana Maria 30 F", false],
  ["Reyes, Ana Maria 31", false],
  ["Reyes, Ana Maria", false],
  ["Reyes, Ana 31 F", false],
])("whether %s is a registered patient", (text, isSame) => {
  expect(isExactly(ana, typedPatient(text), "2026-11-20")).toBe(isSame);
});
