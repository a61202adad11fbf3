import { expect, test } from "vitest";
import { movedRecord } from "./moved-record.ts";

test("what was a dialog of earlier releases is the record's page, with the dialogs above it", () => {
  expect(movedRecord({ open: "details", patient: "12" })).toEqual({ to: "/patients/12", search: {} });
  expect(movedRecord({ open: "details", patient: "12", over: "vitals", overPatient: "12" })).toEqual({
    to: "/patients/12",
    search: { open: "vitals", patient: "12" },
  });
  expect(movedRecord({ open: "details", patient: "12", over: "results", overPatient: "12" })).toEqual({
    to: "/patients/12/results",
    search: {},
  });
  expect(movedRecord({ open: "add", over: "details", overPatient: "7" })).toEqual({
    to: "/patients/7",
    search: {},
  });
  for (const other of [
    {},
    { open: "details" },
    { open: "details", patient: "x" },
    { open: "vitals", patient: "1" },
  ])
    expect(movedRecord(other)).toBeNull();
});
