import { expect, it } from "vitest";
import { mergeMeanwhile, typedFrom, unsavedFields } from "./full-history-form.ts";
import { aFullHistory } from "./testing-full-history.ts";

it("sends the fields that changed, as the server keeps them", () => {
  const typed = { ...typedFrom(aFullHistory()), chiefComplaint: " Cough ", pastSurgeries: "Appendectomy\n" };
  expect(unsavedFields(typed, aFullHistory())).toEqual({ pastSurgeries: "Appendectomy" });
  expect(unsavedFields({ ...typed, chiefComplaint: "" }, aFullHistory())).toEqual({
    chiefComplaint: null,
    pastSurgeries: "Appendectomy",
  });
  expect(unsavedFields(typedFrom(null), null)).toEqual({});
});

it("follows what only the other wrote, keeps what only this one did, and lays out what both did", () => {
  const before = aFullHistory();
  const typed = { ...typedFrom(before), chiefComplaint: "Cough, 3 weeks", workingDiagnosis: "Asthma" };
  const current = aFullHistory({
    version: 2,
    workingDiagnosis: "Tuberculosis",
    hospitalizations: "2019, pneumonia",
  });
  expect(mergeMeanwhile(typed, before, current, {})).toEqual({
    follows: ["hospitalizations"],
    conflicts: [{ field: "workingDiagnosis", mine: "Asthma", theirs: "Tuberculosis" }],
  });
});

it("does not take its own unanswered save for somebody else's", () => {
  const typed = { ...typedFrom(null), chiefComplaint: "Cough, three weeks" };
  const kept = aFullHistory({ chiefComplaint: "Cough, three" });
  expect(mergeMeanwhile(typed, null, kept, { chiefComplaint: "Cough, three" })).toEqual({
    follows: [],
    conflicts: [],
  });
});
