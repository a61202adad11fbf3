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

it.each(Object.keys(importTargets.patients).filter((target) => target !== "remarks"))(
  "a number that the spreadsheet rounded is no %s",
  (target) => {
    const { values, faults } = readRow(["2.02611E+10", "Cruz, Ana", "F"], readingAs(target));
    expect(values).toBeNull();
    expect(faults).toContainEqual({
      column: 0,
      message: "The spreadsheet rounded this number. Enter it again",
    });
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
  ["Yes", true, "Date of death: Yes"],
  ["03/04/2024", true, "Date of death: 03/04/2024"],
  ["2024", true, "Date of death: 2024"],
  ["No", undefined, null],
  ["N/A", undefined, null],
])("a record of somebody with %s under “Date of death”", (typed, isArchived, remarks) => {
  const reading = { ...readingAs("recordStatus"), headers: ["Date of death", "Name", "Sex"] };
  const { values } = readRow([typed, "Cruz, Ana", "F"], reading);
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

it.each([
  ["Penicillin", "Shrimp", "Penicillin; Shrimp", undefined],
  ["Penicillin", "none", "Penicillin", "Food allergies: none"],
  ["no", "Shrimp", "Shrimp", "Drug allergies: None"],
  ["No", "(-)", "No known food and drug allergies", undefined],
  ["none", "", "No known drug allergies", undefined],
  ["NKDA", "n/a", "NKDA", undefined],
  ["", "wala", undefined, "Food allergies: wala"],
  ["No known allergy to penicillin", "Shrimp", "Shrimp", "Drug allergies: No known allergy to penicillin"],
  ["No allergies but penicillin", "", "No allergies but penicillin", undefined],
  ["n/a", "", undefined, undefined],
  ["Yes", "", "Yes", undefined],
])("drug allergies %j and food allergies %j", (drug, food, allergies, remarks) => {
  const reading = readingAs("allergies");
  const { values } = readRow([drug, "Cruz, Ana", "F", food], {
    ...reading,
    mapping: { ...reading.mapping, targets: [...reading.mapping.targets, "allergies"] },
    headers: ["Drug allergies", "Name", "Sex", "Food allergies"],
  });
  expect([values?.allergies, values?.remarks]).toEqual([allergies, remarks]);
});

it("an answer of the clinic's own field may be none", () => {
  const reading = readingAs("custom:Diet");
  const options = { fieldName: "Diet", fieldOptions: ["None", "Halal"], isRequired: false, isActive: true };
  const read = (fieldType: "choice" | "text") =>
    readRow(["None", "Cruz, Ana", "F"], { ...reading, customFields: [{ ...options, fieldType }] }).values;
  expect(read("choice")?.customFields).toEqual({ Diet: "None" });
  expect(read("text")?.customFields).toEqual({});
});

const NAMES = ["Na", "NA", "Null", "None", "Nil", "Nan", "Wala", "X", "Unknown", "Tba"];

const nameOf = (last: string, first: string, middle = "") => {
  const reading = readingAs("lastName");
  const { targets } = reading.mapping;
  const columns = { ...reading.mapping, targets: [...targets.slice(0, 1), "firstName", "sex", "middleName"] };
  const { values, faults } = readRow([last, first, "F", middle], {
    ...reading,
    mapping: columns,
    headers: ["Last name", "First name", "Sex", "Middle name"],
  });
  return {
    name: values?.patientName,
    remarks: values?.remarks,
    faults: faults.map(({ message }) => message),
  };
};

it.each(NAMES)("%s is a name beside another one", (word) => {
  expect(nameOf(word, "Min-ji").name).toBe(`${word}, Min-ji`);
  expect(nameOf("Cruz", word).name).toBe(`Cruz, ${word}`);
  // As a middle name it mostly says that there is none.
  expect(nameOf("Cruz", "Ana", word)).toMatchObject({ name: "Cruz, Ana", remarks: `Middle name: ${word}` });
});

it.each(["-", "N/A", "n.a.", "?", "none given", "#N/A"])("%s is no name", (mark) => {
  expect(nameOf(mark, "Ana").name).toBe("Ana");
  expect(nameOf("Cruz", "Ana", mark)).toMatchObject({ name: "Cruz, Ana", remarks: undefined });
});

it("a row whose names all say that there is none needs a name", () => {
  expect(nameOf("None", "NA")).toMatchObject({ name: undefined, faults: ["Name is required"] });
});
