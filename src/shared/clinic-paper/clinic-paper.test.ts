import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imagingTests, laboratoryTests } from "#shared/clinical/requested-tests.ts";
import { panelOf } from "#shared/clinical/results/panels.ts";
import { inBase32, paperCode, readPaperCode } from "./code.ts";
import { restProblem } from "./rest.ts";
import { nothingEntered, paperSheet, sheetProblem } from "./sheet.ts";
import { certificateKinds, starterTemplates } from "./starter-templates.ts";
import { fieldsIn, filled, missingIn, periodProblem, unknownFieldIn, wholePeriod } from "./words.ts";

describe("the words of a template", () => {
  const body = "{patient}, {age}.\n\nDiagnosis: {diagnosis}\nFindings: {findings}\n\nRest {days}.\n{other} {";
  it("are filled, and a line with an empty field is omitted", () => {
    expect(filled(body, { patient: "Ana", age: "3 years old", findings: "None\nat all" })).toEqual([
      "Ana, 3 years old.",
      "Findings: None\nat all",
      "{other} {",
    ]);
  });
  it("never interpret fields in entered text", () => {
    expect(filled("{remarks}", { remarks: "{patient}", patient: "Ana" })).toEqual(["{patient}"]);
    expect(filled("{remarks}", { remarks: "$& $1" })).toEqual(["$& $1"]);
  });
  it("may only contain known fields", () => {
    expect(unknownFieldIn(body)).toBe("other");
    expect(unknownFieldIn("{constructor}")).toBe("constructor");
    expect(fieldsIn(body)).toEqual(["diagnosis", "days", "findings"]);
    for (const kind of certificateKinds) expect(unknownFieldIn(starterTemplates[kind].body)).toBeNull();
  });
});

it("computes the third of days, first and last day", () => {
  const day = "2026-11-20";
  const of = (days: number | null, from: string | null, to: string | null) =>
    wholePeriod({ days, from, to }, day);
  expect(of(3, null, null)).toEqual({ days: 3, from: day, to: "2026-11-22" });
  expect(of(null, "2026-11-30", "2026-12-01")).toEqual({ days: 2, from: "2026-11-30", to: "2026-12-01" });
  expect(of(2, null, "2026-12-01")).toEqual({ days: 2, from: "2026-11-30", to: "2026-12-01" });
  expect(of(null, "2026-11-21", null)).toEqual({ days: null, from: "2026-11-21", to: null });
  expect(periodProblem({ days: 2, from: "2026-11-20", to: "2026-11-22" })?.field).toBe("days");
  expect(periodProblem({ days: 3, from: "2026-11-20", to: "2026-11-22" })).toBeNull();
});

describe("what is entered", () => {
  const day = "2026-11-20";
  const rest = starterTemplates.medical_certificate.body;
  const missing = (entered: object, kind = "medical_certificate", body = rest) =>
    missingIn(kind, body, { diagnosis: "Flu", ...entered })?.field;
  it("asks for the rest of its line", () => {
    expect(missing({ to: day })).toBe("days");
    expect(missing({ from: day })).toBe("days");
    expect(missing({ days: 3 })).toBeUndefined();
    expect(missing({ from: day, to: day })).toBeUndefined();
    expect(missing({ from: day }, "fit_to_work", starterTemplates.fit_to_work.body)).toBeUndefined();
    expect(missing({ to: day }, "own", "Fit to travel on {from}.\nUntil {to}.")).toBeUndefined();
    expect(missing({}, "own", "{diagnosis}, for {purpose}")).toBe("purpose");
    expect(missing({}, "own", "{diagnosis}, for {purpose}\n{diagnosis}")).toBeUndefined();
  });
  it("is printed, or its paper asks for more", () => {
    const values = { diagnosis: "Flu", purpose: "School", findings: "Clear", remarks: "None" };
    const name = fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[]));
    const lines = fc.array(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(lines, fc.uniqueArray(name), (fields, given) => {
        const body = fields.map((line) => line.map((one) => `{${one}}`).join(" ")).join("\n");
        const entered = Object.fromEntries(given.map((one) => [one, values[one]]));
        if (missingIn("own", body, entered) !== null) return;
        const text = filled(body, entered).join(" ");
        for (const one of given.filter((each) => body.includes(`{${each}}`)))
          expect(text).toContain(values[one]);
      }),
    );
  });
});

it.each(["{next visit}", "{}", "{ Salary }", "{patient} and {constructor}", "{first-day}"])(
  "names no field in a template: %s",
  (body) => expect(unknownFieldIn(body)).not.toBeNull(),
);

it("accepts blanks in the braces of a field", () => {
  expect(unknownFieldIn("{ patient }, {  age}")).toBeNull();
  expect(fieldsIn("{ purpose }")).toEqual(["purpose"]);
  expect(filled("{ patient } may fly.\nFor { purpose }", { patient: "Ana Reyes" })).toEqual([
    "Ana Reyes may fly.",
  ]);
});

it("refuses more than a year of rest", () => {
  expect(periodProblem({ days: null, from: "2026-11-20", to: "2027-11-19" })).toBeNull();
  expect(periodProblem({ days: null, from: "2026-11-20", to: "2027-11-20" })?.field).toBe("to");
});

describe("the code", () => {
  it("is read in any notation", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        (secret, clinicId) => {
          const code = paperCode(clinicId, inBase32(secret));
          expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]+(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
          expect(readPaperCode(code)).toEqual({ clinicId, code });
          expect(readPaperCode(code.toLowerCase().replaceAll("-", ""))).toEqual({ clinicId, code });
        },
      ),
    );
  });
  it("is invalid if characters are missing or wrong", () => {
    for (const odd of ["", "1A-7Q4M-9ZXP", "0-0000-0000-0000-0000", "1U-7Q4M-9ZXP-3HVD-W8R1", "x".repeat(60)])
      expect(readPaperCode(odd)).toBeNull();
  });
});

it("refers to existing panels and tests", () => {
  const seen = new Set<string>();
  for (const { tests } of [...laboratoryTests, ...imagingTests])
    for (const { id, panels = [], analytes } of tests) {
      expect(seen.has(id), id).toBe(false);
      seen.add(id);
      for (const code of panels) expect(panelOf(code), `${id} ${code}`).toBeDefined();
      for (const analyte of analytes ?? [])
        expect(
          panels.some((code) => panelOf(code)?.analytes.includes(analyte)),
          `${id} ${analyte}`,
        ).toBe(true);
    }
});

it("tells a newborn's age in days", () => {
  const certified = (birthday: string | null) => {
    const { patient, paragraphs } = paperSheet({
      clinic: { name: "Clinic" },
      patient: { name: "Reyes, Ana", sex: "F", birthday, age: 0 },
      day: "2026-11-20",
      number: null,
      doctor: null,
      kind: "own",
      template: { title: "Own", body: "{age}" },
      entered: nothingEntered,
    });
    return [patient.ageAndSex, ...paragraphs];
  };
  expect(certified("2026-11-08")).toEqual(["12 d / F", "12 days old"]);
  expect(certified("2026-10-20")).toEqual(["1 mo / F", "1 month old"]);
  expect(certified(null)[1]).toBe("age not given");
});

it("refuses a paper that says nothing, or too much", () => {
  const input = {
    clinic: { name: "Clinic" },
    patient: { name: "Reyes, Ana" },
    day: "2026-11-20",
    number: null,
    doctor: null,
  };
  const body = "{remarks}".repeat(400);
  const own = (remarks: string | null) =>
    sheetProblem(
      paperSheet({
        ...input,
        kind: "own",
        template: { title: "Own", body },
        entered: { ...nothingEntered, remarks },
      }),
    );
  expect(own(null)).toMatch(/Nothing would be printed/);
  expect(own("x".repeat(3000))).toMatch(/too long/);
  expect(own("x")).toBeNull();
});

describe("rest and fitness in one certificate", () => {
  const medical = starterTemplates.medical_certificate.body;
  const day = "2026-11-27";
  const rest = { days: null, from: "2026-11-27", to: "2026-11-30" };
  const field = (remarks: string, period: object = rest) =>
    restProblem(medical, { ...rest, ...period, remarks }, day)?.field ?? null;

  it.each([
    "Fit to work from Nov 29",
    "fit to return to work on November 30, 2026.",
    "Patient is FIT FOR DUTY effective 11/29/2026",
    "May go back to school by 29 Nov",
    "May resume regular work starting 2026-11-28",
    "Fit to work as of Nov. 29th, with light meals",
    "Rest at home. Returns to classes on 11/30",
  ])("contradict each other: %s", (remarks) => {
    expect(field(remarks)).toBe("remarks");
  });

  it.each([
    "Fit to work from Dec 1",
    "Fit to work from December 1, 2026",
    "Not fit to work from Nov 27 to Nov 30",
    "Unfit for work from Nov 27",
    "Come back on Nov 29 for follow-up",
    "Return on Nov 29 for removal of stitches",
    "Fit to work",
    "Seen on Nov 29. Fit to work from Dec 1",
  ])("agree: %s", (remarks) => {
    expect(field(remarks)).toBeNull();
  });

  it("count the days of rest, and a year's end", () => {
    expect(field("Fit to work from Nov 29", { days: 3, from: null, to: null })).toBe("remarks");
    expect(field("Fit to work from Nov 30", { days: 3, from: null, to: null })).toBeNull();
    const over = { from: "2026-12-30", to: "2027-01-02" };
    expect(field("Fit to work from Jan 3", over)).toBeNull();
    expect(field("Fit to work from Dec 31", over)).toBe("remarks");
    expect(field("Fit to work from Nov 1", { to: null })).toBeNull();
  });

  it("are compared in a clinic's own wording too", () => {
    const both = "Rest until {to}.\nFit to work from {from}.";
    expect(restProblem(both, rest, day)).toEqual({
      field: "from",
      message: "The rest ends on Nov 30, 2026, so the patient is fit from Dec 1, 2026 at the earliest",
    });
    expect(restProblem(starterTemplates.fit_to_work.body, rest, day)).toBeNull();
  });
});
