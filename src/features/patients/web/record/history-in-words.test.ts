import { expect, test } from "vitest";
import { changesInWords } from "./history-in-words.ts";

test("a registration lists the entered fields, in the form's order, without internal ones", () => {
  const changes = {
    age: [null, 44],
    amount: [null, "1234.50"],
    hospital: [null, "Mactan Doctors Hospital"],
    is_archived: [null, false],
    other_files: [null, []],
    admission_no: [null, "20261121-009"],
    custom_fields: [null, {}],
    registered_by_id: [null, 1003],
    is_shared_patient: [null, false],
  };
  expect(changesInWords(changes)).toEqual([
    { label: "Admission number", before: null, after: "20261121-009" },
    { label: "Hospital", before: null, after: "Mactan Doctors Hospital" },
    { label: "Age", before: null, after: "44" },
    { label: "Amount", before: null, after: "₱1,234.50" },
  ]);
});

test("a change has the old and the new value, also where one of them is empty", () => {
  expect(
    changesInWords({ room_number: ["512-B", null], is_archived: [true, false], remarks: [null, "Seen"] }),
  ).toEqual([
    { label: "Room number", before: "512-B", after: "empty" },
    { label: "Remarks", before: null, after: "Seen" },
    { label: "Archived", before: "Yes", after: "No" },
  ]);
});

test("a consultation is in words: symptoms, signs with units, days", () => {
  const changes = {
    is_intake: [null, false],
    secretary_id: [null, 1003],
    follow_up_date: [null, "2026-12-24"],
    vital_signs: [null, { height: 162, bloodPressure: "128/82", pulse: null }],
    history_of_present_illness: [
      null,
      JSON.stringify({ painDiscomfort: true, painLocation: "", fever: true, feverOnset: "two days ago" }),
    ],
  };
  expect(changesInWords(changes)).toEqual([
    {
      label: "History of present illness",
      before: null,
      after: "Pain / discomfort: Yes; Fever: two days ago",
    },
    { label: "Follow-up date", before: null, after: "Dec 24, 2026" },
    { label: "Vital signs", before: null, after: "Blood pressure 128/82 mmHg, Height 162 cm" },
  ]);
});

test("custom fields are listed one by one, by their own names", () => {
  expect(
    changesInWords({
      custom_fields: [
        { "Senior ID": "77-1", Barangay: "Zapatera", "Blood type": "O+" },
        { "Senior ID": "77-2", "Blood type": "O+", "Last visit": "2026-05-01" },
      ],
    }),
  ).toEqual([
    { label: "Senior ID", before: "77-1", after: "77-2" },
    { label: "Barangay", before: "Zapatera", after: "empty" },
    { label: "Last visit", before: null, after: "May 1, 2026" },
  ]);
});

test("a row of a clinical list is shown by its own words, with its state when that changes", () => {
  const recorded = {
    kind: [null, "allergy"],
    state: [null, "active"],
    severity: [null, "severe"],
    substance: [null, "Penicillin"],
    how_known: [null, "told_by_patient"],
    recorded_by_id: [null, 1003],
  };
  expect(changesInWords(recorded, "allergies")).toEqual([
    { label: "Severity", before: null, after: "severe" },
    { label: "Allergy", before: null, after: "Penicillin" },
    { label: "Known by", before: null, after: "told by patient" },
  ]);
  expect(changesInWords({ state: ["active", "entered_in_error"] }, "problems")).toEqual([
    { label: "State", before: "active", after: "entered in error" },
  ]);
});

test("says why vital signs were entered in error", () => {
  const marked = {
    vitals_in_error_at: [null, "2026-11-20T01:30:00+00:00"],
    vitals_in_error_by_id: [null, 1003],
    vitals_in_error_reason: [null, "Another patient's"],
  };
  expect(changesInWords(marked, "consultations")).toEqual([
    { label: "Vital signs entered in error", before: null, after: "Another patient's" },
  ]);
});
