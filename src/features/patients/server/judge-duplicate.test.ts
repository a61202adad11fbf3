import { expect, test } from "vitest";
import { judgeDuplicate, traitsOf } from "./judge-duplicate.ts";

const judged = (one: string, other: string) =>
  judgeDuplicate(traitsOf("Dela Peña, Maria", one, null), traitsOf("De la Pena, Ma.", other, null));

/** Every date with two neighboring digits exchanged, where they differ. */
const exchanged = (day: string) =>
  [0, 1, 2, 5, 8].map((at) => `${day.slice(0, at)}${day[at + 1]}${day[at]}${day.slice(at + 2)}`);

test.each([
  ["day and month exchanged", "1959-03-12", "1959-12-03"],
  ["one digit off", "1959-03-12", "1969-03-12"],
  ["the last digits of the year exchanged", "1987-03-12", "1978-03-12"],
  ...exchanged("1987-02-13").map((slip): [string, string, string] => [`${slip} typed`, "1987-02-13", slip]),
])("a birthday with %s is of the same person", (_, one, other) => {
  expect(judged(one, other)).toMatchObject({ likeBirthday: true });
  expect(judged(other, one).rank).toBeGreaterThan(0);
});

test.each([
  ["two digits off", "1987-03-12", "1996-03-12"],
  ["distant digits exchanged", "1987-03-12", "1783-09-12"],
  ["another day and month", "1987-03-12", "1987-11-04"],
  ["day and month exchanged in another year", "1987-03-12", "1988-12-03"],
])("a birthday with %s is of another person", (_, one, other) => {
  expect(judged(one, other)).toMatchObject({ likeBirthday: false, rank: 0 });
});
