import { expect, test } from "vitest";
import { openDialogs } from "./use-dialogs.ts";

test("the URL says which dialogs are open, and above what", () => {
  expect(openDialogs({ open: "copy", patient: "12", over: "vitals", overPatient: "12" })).toEqual([
    { name: "copy", patientId: 12 },
    { name: "vitals", patientId: 12 },
  ]);
  expect(
    openDialogs({
      open: "copy",
      patient: "12",
      over: "history",
      overPatient: "12",
      top: "consultation",
      topPatient: "12",
    }).map(({ name }) => name),
  ).toEqual(["copy", "history", "consultation"]);
  expect(openDialogs({ open: "add" })).toEqual([{ name: "add", patientId: null }]);
});

test("unknown values are ignored", () => {
  expect(openDialogs({})).toEqual([]);
  expect(openDialogs({ open: "everything", patient: "12" })).toEqual([]);
  expect(openDialogs({ open: "vitals" })).toEqual([]);
  expect(openDialogs({ open: "vitals", patient: "-1" })).toEqual([]);
  expect(openDialogs({ open: "vitals", patient: "12; drop" })).toEqual([]);
  expect(openDialogs({ over: "vitals", overPatient: "12" })).toEqual([]);
  expect(openDialogs({ open: "copy", patient: "12", top: "vitals", topPatient: "12" })).toHaveLength(1);
});
