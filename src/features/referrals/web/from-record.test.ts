import { expect, it } from "vitest";
import { medicinesText, pregnancyText } from "./from-record.ts";
import { aMedicine } from "./testing-referrals.ts";

const dated = {
  id: 1,
  lmp: "2026-06-08",
  dueOn: "2027-03-15",
  datedBy: "lmp",
  score: "G2P1 (1-0-0-1)",
} as const;

it("says the weeks of a pregnancy with their day, since they go on", () => {
  expect(pregnancyText(dated, "2026-11-26")).toBe(
    "G2P1 (1-0-0-1), LMP Jun 8, 2026, EDC Mar 15, 2027, AOG 24 weeks 3 days on Nov 26, 2026",
  );
});

it("says that the EDC is the ultrasound's, and nothing of an unknown LMP", () => {
  expect(pregnancyText({ ...dated, lmp: null, datedBy: "ultrasound" }, "2026-11-26")).toBe(
    "G2P1 (1-0-0-1), EDC Mar 15, 2027 by ultrasound, AOG 24 weeks 3 days on Nov 26, 2026",
  );
});

it("counts no weeks after 42", () => {
  expect(pregnancyText(dated, "2027-03-29")).toContain("AOG past 42 weeks on Mar 29, 2027");
});

it("has doses that cannot be misread", () => {
  const typed = [
    aMedicine({ generic: "digoxin", dose: ".125 mg" }),
    aMedicine({ generic: "insulin", dose: "10U" }),
  ];
  expect(medicinesText(typed)).toBe("digoxin 0.125 mg\ninsulin 10 units");
});

it("has a line for each medicine, with what is known of it", () => {
  expect(
    medicinesText([
      aMedicine({ generic: "enoxaparin", dose: "40 mg", since: "2026-11-01", until: "2026-12-01" }),
      aMedicine({ generic: "levothyroxine", since: "2019" }),
      aMedicine({ generic: "ferrous\nsulfate" }),
    ]),
  ).toBe(
    "enoxaparin 40 mg, since Nov 1, 2026, until Dec 1, 2026\nlevothyroxine, since 2019\nferrous sulfate",
  );
});

it("does not take the date of a repeated prescription for the beginning", () => {
  const repeated = {
    frequency: "OD",
    since: "2026-11-26",
    until: "2026-12-25",
    source: "prescription",
  } as const;
  expect(medicinesText([aMedicine({ dose: "2.5 mg", ...repeated })])).toBe(
    "warfarin 2.5 mg, OD, prescribed until Dec 25, 2026",
  );
});
