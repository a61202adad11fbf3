import { expect, test } from "vitest";
import { nameLikeness, nameWords, spellingDistance } from "./name-likeness.ts";

test("particles, titles and generations tell nobody apart", () => {
  expect(nameWords("De la Peña, Ma. Concepcion R. Jr.")).toEqual(["pena", "maria", "concepcion", "r"]);
  expect(nameWords("Delacruz, Juan")).toEqual(nameWords("dela Cruz, Juan"));
});

test.each([
  ["", "Cruz", 4],
  ["mendoza", "mednoza", 1],
  ["cristina", "kristina", 1],
  ["banez", "banes", 1],
  ["juan", "juan", 0],
])("%s and %s are %i apart", (one, other, distance) => {
  expect(spellingDistance(one, other)).toBe(distance);
  expect(spellingDistance(other, one)).toBe(distance);
});

test.each([
  ["Dela Peña, Maria", "De la Pena, Ma."],
  ["Juan Dela Cruz", "DELACRUZ, JUAN MIGUEL"],
  ["Mendoza, Cristina", "Mednoza, Kristina"],
  ["Ybañez, Jhon", "Ibanez, John"],
])("%s is like %s", (one, other) => {
  expect(nameLikeness(one, other)).toBeGreaterThanOrEqual(0.75);
});

test.each([
  ["Santos, Maria", "Santos, Jose"],
  ["Reyes, Ana", "Cruz, Ana"],
  ["", "Cruz, Ana"],
])("%s is not like %s", (one, other) => {
  expect(nameLikeness(one, other)).toBeLessThan(0.6);
});
