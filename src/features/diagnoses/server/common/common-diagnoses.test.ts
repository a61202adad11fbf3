import { describe, expect, test } from "vitest";
import { isIcd10Code } from "#shared/clinical/icd10-code.ts";
import { isOneTypoFrom } from "../diagnosis-index.ts";
import { commonDiagnoses, commonIndex, commonLines } from "./common-diagnoses.ts";

const codes = commonDiagnoses.map(({ code }) => code);
const repeated = (texts: readonly string[]) => texts.filter((text, place) => texts.indexOf(text) !== place);

describe("the table", () => {
  test("has three fields a line, and well-formed codes", () => {
    expect(commonLines.length).toBeGreaterThan(600);
    expect(commonLines.filter((line) => line.split("|").length !== 3)).toEqual([]);
    expect(codes.filter((code) => !isIcd10Code(code))).toEqual([]);
    // PhilHealth uses one digit behind the dot at most.
    expect(codes.filter((code) => code.length > 5)).toEqual([]);
  });

  test("has unique codes and words, sorted by code", () => {
    expect(repeated(codes)).toEqual([]);
    expect(repeated(commonDiagnoses.map(({ words }) => words.toLowerCase()))).toEqual([]);
    expect(codes).toEqual([...codes].sort());
  });

  test("has words and aliases without stray spaces", () => {
    const untidy = commonDiagnoses.filter(({ words, also = [] }) =>
      [words, ...also].some((name) => name === "" || name !== name.trim() || name.includes("  ")),
    );
    expect(untidy).toEqual([]);
    expect(commonDiagnoses.filter(({ words }) => !/^\p{Lu}/u.test(words))).toEqual([]);
  });

  test("lists no category together with its parts, where the WHO divides it", () => {
    const divided = new Set(codes.filter((code) => code.length > 3).map((code) => code.slice(0, 3)));
    expect(codes.filter((code) => divided.has(code))).toEqual([]);
  });
});

/** The best matches, as the common table alone ranks them. */
const best = (typed: string) =>
  commonIndex()
    .search(typed)
    .sort(
      (one, other) =>
        one.level - other.level ||
        one.found.words.length - other.found.words.length ||
        one.found.words.localeCompare(other.found.words),
    )
    .map(({ found }) => found.code);

describe("searching it", () => {
  test.each([
    ["htn", "I10"],
    ["HTN", "I10"],
    ["hypertension stage 2", "I10"],
    ["high blood", "I10"],
    ["dm2", "E11.9"],
    ["dm type 2", "E11.9"],
    ["t2dm", "E11.9"],
    ["uti", "N39.0"],
    ["utp", "N39.0"],
    ["urti", "J06.9"],
    ["cap", "J18.9"],
    ["pud", "K27.9"],
    ["gerd", "K21.9"],
    ["ubo", "R05"],
    ["lagnat", "R50.9"],
    ["age", "A09.9"],
    ["hfmd", "B08.4"],
    ["bpv", "H81.1"],
    ["bppv", "H81.1"],
    ["pnc", "Z34.9"],
    ["dengue", "A97.9"],
    ["lepto", "A27.9"],
    ["dog bite", "Z20.3"],
    ["ptb", "A15.0"],
    ["pneumonia", "J18.9"],
    ["bells palsy", "G51.0"],
    ["meniere", "H81.0"],
    ["i10", "I10"],
    ["E11.9", "E11.9"],
    ["e119", "E11.9"],
    ["vitamin d", "E55.9"],
    ["kidney chronic stage 3", "N18.3"],
    ["hypertnsion", "I10"],
    ["gastroentiritis", "A09.9"],
  ])("%s finds %s among the first", (typed, code) => {
    expect(best(typed).slice(0, 4)).toContain(code);
  });

  test.each([
    ["htn", "I10"],
    ["uti", "N39.0"],
    ["gerd", "K21.9"],
    ["lagnat", "R50.9"],
    ["hfmd", "B08.4"],
    ["i10", "I10"],
    ["cap", "J18.9"],
    ["urti", "J06.9"],
    ["utp", "N39.0"],
    ["hypertension stage 2", "I10"],
    ["hypertention", "I10"],
    ["hypertensoin", "I10"],
    ["diabtes", "E11.9"],
    ["pnuemonia", "J18.9"],
    ["asma", "J45.9"],
    ["dengge", "A97.9"],
    ["gastroentiritis", "A09.9"],
  ])("%s finds %s first", (typed, code) => {
    expect(best(typed)[0]).toBe(code);
  });

  test("words match in any order, and by their beginnings", () => {
    expect(best("gastro acu")).toEqual(best("acu gastro"));
    expect(best("acu gastro")).toContain("A09.9");
  });

  test("partial matches come after full ones", () => {
    expect(best("htn ckd")).toEqual(expect.arrayContaining(["I12.9", "I10", "N18.9"]));
    expect(best("htn ckd").indexOf("I12.9")).toBeLessThan(best("htn ckd").indexOf("I10"));
  });

  test("an empty search, or one without a known word, finds nothing", () => {
    for (const typed of ["", "  ", "—", "qqqqzz", "%", "\\", "👩‍⚕️"]) expect(best(typed)).toEqual([]);
  });
});

test.each([
  ["pneumona", "pneumonia", true],
  ["pnuemonia", "pneumonia", true],
  ["pneumoniaa", "pneumonia", true],
  ["xneumonia", "pneumonia", true],
  ["pneumo", "pneumonia", true],
  ["pnumona", "pneumonia", false],
  ["asthma", "pneumonia", false],
])("%s is a typo of %s: %s", (typed, word, isTypo) => {
  expect(isOneTypoFrom(typed, word)).toBe(isTypo);
});
