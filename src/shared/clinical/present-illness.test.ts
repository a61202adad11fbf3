import { expect, it } from "vitest";
import {
  checklistText,
  noPresentIllness,
  presentIllnessLines,
  presentIllnessText,
  typedPresentIllness,
} from "./present-illness.ts";

it("reads back what the wizard wrote, with only the ticked symptoms", () => {
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

it("keeps free text, and nothing if there is none", () => {
  const text = presentIllnessText({
    ...noPresentIllness,
    fever: true,
    details: " Since the flood; worse at night. ",
  });
  expect(presentIllnessLines(text)).toEqual([
    { label: "Fever", value: "Yes" },
    { label: "Details", value: "Since the flood; worse at night." },
  ]);
  expect(presentIllnessText(noPresentIllness)).not.toContain("details");
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
    { label: "Not present", value: "Pain" },
  ]);
});

it("writes the checklist as an object per symptom, and reads Yes, No and unanswered", () => {
  const no = { present: false, detail: "typed, then No was pressed" };
  const text = checklistText({
    painDiscomfort: { present: true, detail: " epigastric " },
    fever: { present: true, detail: "" },
    vomiting: no,
    diarrhea: no,
    shortnessOfBreath: { present: null, detail: "" },
  });
  expect(JSON.parse(text)).toEqual({
    painDiscomfort: { present: true, location: "epigastric" },
    fever: { present: true, onset: "" },
    vomiting: { present: false, frequency: "" },
    diarrhea: { present: false, duration: "" },
    shortnessOfBreath: { present: null, details: "" },
  });
  expect(presentIllnessLines(text)).toEqual([
    { label: "Pain / discomfort", value: "epigastric" },
    { label: "Fever", value: "Yes" },
    { label: "Not present", value: "Vomiting, Diarrhea" },
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

it("what a program sends beside the five symptoms is shown too", () => {
  const stored = {
    fever: true,
    feverOnset: "3 days",
    cough: "dry, at night",
    painLocation: "flank",
    days: 3,
  };
  expect(presentIllnessLines(JSON.stringify(stored))).toEqual([
    { label: "Fever", value: "3 days" },
    { label: "Cough", value: "dry, at night" },
    { label: "Pain location", value: "flank" },
    { label: "Days", value: "3" },
  ]);
  expect(typedPresentIllness(JSON.stringify(stored))).toMatchObject({
    fever: true,
    feverOnset: "3 days",
    details: "Cough: dry, at night\nPain location: flank\nDays: 3",
  });
});
