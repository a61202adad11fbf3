import { expect, test } from "vitest";
import { AdultRangesDraft } from "#shared/clinical/adult-ranges-draft.ts";

const problems = (typed: unknown) =>
  Object.fromEntries(
    (AdultRangesDraft.safeParse(typed).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]),
  );

test("text and numbers are read alike, and defaults are not stored", () => {
  const typed = {
    pulse: { low: " 55 ", high: 110 },
    temperature: { low: "36", high: "37.5" },
    respiratoryRate: { low: "12", high: "20" },
    oxygenSaturation: { low: "93" },
    diastolic: { high: "89" },
  };
  expect(AdultRangesDraft.parse(typed)).toEqual({
    pulse: { low: 55, high: 110 },
    temperature: { low: 36, high: 37.5 },
    oxygenSaturation: { low: 93 },
  });
});

test("with the defaults, or nothing, nothing is stored", () => {
  expect(AdultRangesDraft.parse({})).toBeNull();
  expect(
    AdultRangesDraft.parse({ pulse: { low: 51, high: 100 }, systolic: { low: 100, high: 139 } }),
  ).toBeNull();
});

test.each([
  ["a pulse that is red", { pulse: { low: 40, high: 131 } }, "Enter a number from 41 to 130"],
  ["no number", { pulse: { low: "", high: "fast" } }, "Enter a whole number from 41 to 130"],
  ["half a beat", { pulse: { low: 50.5, high: 99.5 } }, "Enter a whole number from 41 to 130"],
  ["breathing that is red", { respiratoryRate: { low: 8, high: 25 } }, "Enter a number from 9 to 24"],
  ["a systolic that is red", { systolic: { low: 90, high: 180 } }, "Enter a number from 91 to 179"],
  ["a fever that is red", { temperature: { low: 35, high: 39.1 } }, "Enter a number from 35.1 to 39.0"],
  [
    "two decimals",
    { temperature: { low: "36.15", high: "37,5" } },
    "Enter °C with one decimal, from 35.1 to 39.0",
  ],
])("refuses %s at both limits", (_, typed, message) => {
  const [sign] = Object.keys(typed);
  expect(problems(typed)).toEqual({ [`${sign}.low`]: message, [`${sign}.high`]: message });
});

test.each([
  [{ pulse: { low: 100, high: 60 } }, "pulse.high", "Enter a number above the low limit, 100"],
  [
    { temperature: { low: 37, high: "37.0" } },
    "temperature.high",
    "Enter a number above the low limit, 37.0",
  ],
  [{ oxygenSaturation: { low: 91 } }, "oxygenSaturation.low", "Enter a number from 92 to 99"],
  [{ oxygenSaturation: { low: 100 } }, "oxygenSaturation.low", "Enter a number from 92 to 99"],
  [{ diastolic: { high: 110 } }, "diastolic.high", "Enter a number from 60 to 109"],
  [{ diastolic: { high: 59 } }, "diastolic.high", "Enter a number from 60 to 109"],
  [{ pulse: { low: 60 } }, "pulse.high", "Enter a number"],
  [{ pulse: { low: null, high: 100 } }, "pulse.low", "Enter a number"],
])("refuses %j at %s", (typed, field, message) => {
  expect(problems(typed)).toEqual({ [field]: message });
});

test.each([{ weight: { low: 1, high: 2 } }, { oxygenSaturation: { low: 93, high: 99 } }, { pulse: 60 }, []])(
  "refuses %j",
  (typed) => {
    expect(AdultRangesDraft.safeParse(typed).success).toBe(false);
  },
);
