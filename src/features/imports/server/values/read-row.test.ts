import { expect, it } from "vitest";
import { importTargets } from "#features/imports/import-fields.ts";
import { cpuTime } from "#test/cpu-time.ts";
import { readRow } from "./read-row.ts";
import type { RowReading } from "./row-parts.ts";

const long = 32_000;
const cells = {
  spaces: `a${" ".repeat(long)}b`,
  letters: "a".repeat(long),
  words: "a ".repeat(long / 2),
  commas: "a,".repeat(long / 2),
  figures: `${"1".repeat(long)}x`,
  days: "1/".repeat(long / 2),
  zeros: `1.${"0".repeat(long)}x`,
  colons: `${" 1:".repeat(long / 3)}x`,
  marks: "e\u0301".repeat(long / 2),
};

const readingAs = (target: string): RowReading => ({
  mapping: {
    kind: "patients",
    targets: [target, "name.comma", "sex"],
    hospital: "Own Clinic",
    shortYears: null,
    sexWords: {},
    missingSex: null,
    toRemarks: [],
    doubles: "skip",
  },
  headers: ["Column", "Name", "Sex"],
  customFields: [],
  now: new Date("2026-11-20T00:00:00Z"),
  today: "2026-11-20",
});

it.each(Object.keys(importTargets.patients))(
  "no cell that is imported as %s blocks other requests",
  (target) => {
    const reading = readingAs(target);
    for (const [what, cell] of Object.entries(cells)) {
      const start = cpuTime();
      readRow([cell, "Cruz, Ana", "F"], reading);
      expect(cpuTime() - start, what).toBeLessThan(100);
    }
  },
);

it.each([
  ["Active", undefined, null],
  ["ARCHIVED", true, null],
  ["Deceased", true, "Column: Deceased"],
  ["Inactive", true, "Column: Inactive"],
])("a record that is %s", (typed, isArchived, remarks) => {
  const { values } = readRow([typed, "Cruz, Ana", "F"], readingAs("recordStatus"));
  expect([values?.isArchived, values?.remarks ?? null]).toEqual([isArchived, remarks]);
});

it.each([
  ["None", "None"],
  ["wala", "wala"],
  ["NKDA", "NKDA"],
  ["n/a", undefined],
  ["-", undefined],
  ["unknown", undefined],
])("allergies that are “%s” in a list", (typed, allergies) => {
  expect(readRow([typed, "Cruz, Ana", "F"], readingAs("allergies")).values?.allergies).toBe(allergies);
});
