import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { nameLikeness, nameWords, spellingDistance } from "./name-likeness.ts";

test("particles, titles and generations do not distinguish names", () => {
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

test("with a bound the distance is the same up to it, and one more beyond", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, atMost) => {
      const whole = spellingDistance(one, other);
      expect(spellingDistance(one, other, atMost)).toBe(Math.min(whole, atMost + 1));
    }),
    { numRuns: 2000 },
  );
});

test("comparing the longest name with six hundred others does not block requests", () => {
  const ofOneWord = (last: string) => `${"ab".repeat(126)}${last}`;
  const ofManyWords = (last: string) => `${"abcdefghijklmno ".repeat(15)}${last}`;
  for (const name of [ofOneWord, ofManyWords]) {
    const others = Array.from({ length: 600 }, (_, row) => name(String(row % 10)));
    const start = cpuTime();
    for (const other of others) nameLikeness(name("x"), other);
    // It took over 3,000 ms for one word before the distance was bounded.
    expect(cpuTime() - start).toBeLessThan(400);
  }
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
