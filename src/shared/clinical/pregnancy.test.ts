import { describe, expect, it } from "vitest";
import {
  dueDayOf,
  gestationDays,
  gestationOn,
  gestationText,
  isPregnantOn,
  openGestationText,
  outcomeProblem,
  outcomes,
  pregnantText,
  prenatalFlags,
  redatedText,
  scoreOf,
  scoreText,
} from "./pregnancy.ts";

it.each([
  ["2026-06-04", null, false],
  ["2026-06-05", null, true],
  ["2027-04-09", null, true],
  // 44 weeks later nobody is pregnant, whether the end was recorded or not.
  ["2027-04-10", null, false],
  ["2027-03-01", "2027-03-01", true],
  ["2027-03-02", "2027-03-01", false],
])("on %s, ended %s, she is pregnant: %s", (day, endedOn, expected) => {
  expect(isPregnantOn({ dueOn: "2027-03-12", endedOn }, day)).toBe(expected);
  expect(gestationOn({ dueOn: "2027-03-12", endedOn }, day) !== null).toBe(expected);
});

describe("dates", () => {
  it("are 280 days from the LMP, or the ultrasound's", () => {
    expect(dueDayOf({ lmp: "2026-06-05", edc: null })).toBe("2027-03-12");
    expect(dueDayOf({ lmp: "2026-06-05", edc: "2027-03-20" })).toBe("2027-03-20");
    expect(dueDayOf({ lmp: null, edc: null })).toBeNull();
    expect(dueDayOf({ lmp: "2027-05-24", edc: null })).toBe("2028-02-28");
  });

  it.each([
    ["2026-06-05", "0 weeks"],
    ["2026-06-06", "0 weeks 1 day"],
    ["2026-11-20", "24 weeks"],
    ["2026-11-23", "24 weeks 3 days"],
    ["2027-03-12", "40 weeks"],
  ])("on %s are %s", (day, words) => {
    expect(gestationText(gestationDays("2027-03-12", day))).toBe(words);
  });

  it("of an ultrasound may be three weeks from the LMP's", () => {
    const lmp = "2026-06-05";
    for (const edc of [null, "2027-03-20", "2027-04-02", "2027-02-19"])
      expect(redatedText({ lmp, edc })).toBeNull();
    expect(redatedText({ lmp, edc: "2027-04-03" })).toBe("3 weeks 1 day later");
    expect(redatedText({ lmp, edc: "2026-11-20" })).toBe("16 weeks earlier");
    expect(redatedText({ lmp: null, edc: "2027-04-03" })).toBeNull();
  });

  it("count until 42 weeks", () => {
    expect(pregnantText(41 * 7 + 6)).toBe("Pregnant, 41 weeks 6 days");
    expect(pregnantText(42 * 7)).toBe("Pregnant past 42 weeks");
    expect(pregnantText(44 * 7)).toBe("Pregnant past 42 weeks");
    expect(openGestationText(42 * 7)).toBe("past 42 weeks");
  });

  it("call nobody pregnant past 44 weeks", () => {
    expect(pregnantText(44 * 7 + 1)).toBe("Pregnancy past 44 weeks, outcome not recorded");
    expect(openGestationText(78 * 7)).toBe("past 44 weeks, outcome not recorded");
  });
});

describe("the obstetric score", () => {
  const row = {
    state: "ended",
    lmp: null,
    edc: "2024-03-10",
    outcome: null,
    endedOn: "2024-03-08",
    living: null,
    term: null,
    preterm: null,
    abortions: null,
  };
  const score = (...rows: object[]) => scoreText(scoreOf(rows.map((one) => ({ ...row, ...one }))));

  it("counts ended, current and earlier pregnancies", () => {
    expect(score({ state: "open", endedOn: null })).toBe("G1P0 (0-0-0-0)");
    expect(
      score(
        { state: "open", endedOn: null },
        { outcome: "term", living: 1 },
        { state: "earlier", edc: null, endedOn: null, term: 1, preterm: 0, abortions: 0, living: 1 },
      ),
    ).toBe("G3P2 (2-0-0-2)");
    expect(score({ outcome: "preterm", living: 2 }, { outcome: "ectopic" }, { outcome: "miscarriage" })).toBe(
      "G3P1 (0-1-2-2)",
    );
  });

  it("counts a termination by its weeks", () => {
    expect(score({ outcome: "termination", endedOn: "2023-10-21" })).toBe("G1P0 (0-0-1-0)");
    expect(score({ outcome: "termination", endedOn: "2023-10-22" })).toBe("G1P1 (0-1-0-0)");
  });

  it("counts a stillbirth by its weeks, an unknown outcome only in G, and no mistaken entry", () => {
    expect(score({ outcome: "stillbirth" })).toBe("G1P1 (1-0-0-0)");
    expect(score({ outcome: "stillbirth", endedOn: "2024-01-08" })).toBe("G1P1 (0-1-0-0)");
    // A loss before 20 weeks is no birth.
    expect(score({ outcome: "stillbirth", endedOn: "2023-10-22" })).toBe("G1P1 (0-1-0-0)");
    expect(score({ outcome: "stillbirth", endedOn: "2023-10-21" })).toBe("G1P0 (0-0-1-0)");
    expect(score({ outcome: "unknown" })).toBe("G1P0 (0-0-0-0)");
    expect(score({ state: "entered_in_error", outcome: "term", living: 1 })).toBe("G0P0 (0-0-0-0)");
  });
});

// Term from 37 weeks on (ACOG, WHO); a loss before 20 weeks is a miscarriage, later a stillbirth.
it("an outcome is possible at its weeks", () => {
  const at = (weeks: number, days = 0) =>
    outcomes.filter((outcome) => outcomeProblem(outcome, weeks * 7 + days) === null).join(" ");
  const anytime = "ectopic molar termination unknown";
  expect(at(15, 6)).toBe(`miscarriage ${anytime}`);
  expect(at(16)).toBe(`preterm miscarriage ${anytime}`);
  expect(at(19, 6)).toBe(`preterm miscarriage ${anytime}`);
  expect(at(20)).toBe(`preterm stillbirth ${anytime}`);
  expect(at(36, 6)).toBe(`preterm stillbirth ${anytime}`);
  expect(at(37)).toBe(`term stillbirth ${anytime}`);
});

describe("flags of a pregnancy", () => {
  it("flags a fasting blood sugar from 92 on, and leaves other ones to the usual limits", () => {
    const flag = (bloodSugar: number, bloodSugarTiming: "fasting" | "random") =>
      prenatalFlags({ bloodPressure: null, bloodSugar, bloodSugarTiming }, 100).bloodSugar;
    expect(flag(92, "fasting")).toEqual({ level: "amber", text: "92 or above, fasting in pregnancy" });
    expect(flag(91, "fasting")).toBeUndefined();
    expect(flag(92, "random")).toBeUndefined();
    expect(flag(300, "fasting")).toBeUndefined();
  });

  const flags = (bloodPressure: string | null, fundalHeight: number | null, weeks: number) =>
    prenatalFlags({ bloodPressure, fundalHeight }, weeks * 7 + 3);

  it.each([
    ["139/89", undefined],
    ["140/80", "amber"],
    ["120/90", "amber"],
    ["160/100", "red"],
    ["150/110", "red"],
  ])("of blood pressure %s", (pressure, level) => {
    expect(flags(pressure, null, 24).bloodPressure?.level).toBe(level);
  });

  it.each([
    [24, 27, "ok"],
    [24, 27.5, "amber"],
    [24, 20.5, "amber"],
    [20, 16, "amber"],
    [36, 32, "amber"],
    [19, 10, undefined],
    [37, 30, undefined],
  ])("at %d weeks of %d cm", (weeks, cm, level) => {
    expect(flags(null, cm, weeks).fundalHeight?.level).toBe(level);
  });

  it("say by how much the fundal height differs, and in which direction", () => {
    expect(flags(null, 20, 24).fundalHeight?.text).toBe("More than 3 cm below 24 weeks");
    expect(flags(null, 28, 24).fundalHeight?.text).toBe("More than 3 cm above 24 weeks");
  });
});
