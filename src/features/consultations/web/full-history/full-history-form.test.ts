import { expect, it } from "vitest";
import { mergeMeanwhile, typedFrom, unsavedFields } from "./full-history-form.ts";
import { aFullHistory } from "./testing-full-history.ts";

it("sends the fields that changed, normalized like the server's", () => {
  const typed = { ...typedFrom(aFullHistory()), chiefComplaint: " Cough ", pastSurgeries: "Appendectomy\n" };
  expect(unsavedFields(typed, aFullHistory())).toEqual({ pastSurgeries: "Appendectomy" });
  expect(unsavedFields({ ...typed, chiefComplaint: "" }, aFullHistory())).toEqual({
    chiefComplaint: null,
    pastSurgeries: "Appendectomy",
  });
  expect(unsavedFields(typedFrom(null), null)).toEqual({});
});

it("merges: takes the other user's changes, keeps own ones, and reports fields changed by both", () => {
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

it("does not mistake its own unconfirmed save for another user's", () => {
  const typed = { ...typedFrom(null), chiefComplaint: "Cough, three weeks" };
  const kept = aFullHistory({ chiefComplaint: "Cough, three" });
  expect(mergeMeanwhile(typed, null, kept, { chiefComplaint: "Cough, three" })).toEqual({
    follows: [],
    conflicts: [],
  });
});
