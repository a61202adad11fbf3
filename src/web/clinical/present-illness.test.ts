import { expect, it } from "vitest";
import { noPresentIllness, presentIllnessLines, presentIllnessText } from "./present-illness.ts";

it("reads back what the wizard wrote, ticked symptoms alone", () => {
  const text = presentIllnessText({
    ...noPresentIllness,
    painDiscomfort: true,
    painLocation: " epigastric ",
    shortnessOfBreath: true,
    feverOnset: "typed, then the box was cleared",
  });
  expect(presentIllnessLines(text)).toEqual([
    { label: "Pain / discomfort", value: "epigastric" },
    { label: "Shortness of breath", value: "Yes" },
  ]);
  expect(text).not.toContain("cleared");
});

it("reads the checklist's form", () => {
  expect(
    presentIllnessLines(
      JSON.stringify({
        pain: { present: false },
        fever: { present: true, onset: "two days ago", duration: "" },
        shortnessOfBreath: { present: true, details: "on stairs" },
      }),
    ),
  ).toEqual([
    { label: "Fever", value: "two days ago" },
    { label: "Shortness of breath", value: "on stairs" },
  ]);
});

it.each([
  [null, []],
  ["", []],
  ["Fever for two days", [{ label: "History", value: "Fever for two days" }]],
  ["[1]", [{ label: "History", value: "[1]" }]],
  ["{}", []],
])("shows %j as it is", (stored, lines) => {
  expect(presentIllnessLines(stored)).toEqual(lines);
});
