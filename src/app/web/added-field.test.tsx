/** A field that is added to the list of a patient's fields, and to nothing else, is on the screens. */
import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { importTargets } from "#features/imports/import-fields.ts";
import type { MergePreview } from "#features/merges/contract.ts";
import { MergeChoices } from "#features/merges/contract.ts";
import { ComparedFields } from "#features/merges/web/ComparedFields.tsx";
import { nextAdmissionNumber, onePatient, type Patient } from "#features/patients/contract.ts";
import { fieldsWhere, type PatientField, type PatientFieldName } from "#features/patients/patient-fields.ts";
import { AddPatientDialog } from "#features/patients/web/form/AddPatientDialog.tsx";
import { AddPatientWizard } from "#features/patients/web/form/AddPatientWizard.tsx";
import { EditPatientDialog } from "#features/patients/web/form/EditPatientDialog.tsx";
import { changesInWords } from "#features/patients/web/record/history-in-words.ts";
import { PatientSheet } from "#features/patients/web/record/PatientSheet.tsx";
import { renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";

// Before anything reads the list.
await vi.hoisted(async () => {
  const { patientFields } = await import("#features/patients/patient-fields.ts");
  const spokenDialect = {
    label: "Spoken dialect",
    type: "line",
    max: 80,
    detail: {},
    list: {},
  } satisfies PatientField;
  Object.assign(patientFields, { spokenDialect });
});

beforeEach(() => localStorage.clear());

const actions = { onClose: vi.fn(), onAdded: vi.fn(), onSwitch: vi.fn(), onOpenPatient: vi.fn() };
const answers = [reply(nextAdmissionNumber, { admissionNo: "20261120-006" })];
const patient = aPatientRecord({ birthday: null, spokenDialect: "Cebuano" } as Partial<Patient>);

test("it is in each form of the whole record", async () => {
  renderScreen(<AddPatientDialog open hasAllFields {...actions} />, { answers });
  expect((await screen.findByLabelText<HTMLInputElement>("Spoken dialect")).maxLength).toBe(80);
  cleanup();
  renderScreen(<AddPatientWizard open {...actions} />, { answers });
  await screen.findByLabelText(/^Spoken dialect/);
  cleanup();
  renderScreen(<EditPatientDialog patientId={patient.id} onClose={vi.fn()} />, {
    answers: [reply(onePatient, patient)],
  });
  expect((await screen.findByLabelText<HTMLInputElement>("Spoken dialect")).value).toBe("Cebuano");
  // And so are all other fields that forms hold as text.
  const form = within(screen.getByRole("dialog"))
    .getAllByRole("button")
    .map((button) => (button as HTMLButtonElement).form)
    .find((one) => one !== null);
  const inForms = fieldsWhere(({ isDerived, inForms }) => !isDerived && inForms !== false);
  expect(inForms.filter((name) => form?.elements.namedItem(name) == null)).toEqual([]);
});

/** Texts of a record that its sheet leaves out, each with the reason. */
const elsewhere: Partial<Record<PatientFieldName, string>> = {
  allergies: "in the head of the record",
};

test("it is on the record's sheet, like every other text of the record", async () => {
  const texts = fieldsWhere(
    ({ type, shownIn }) => ["line", "text", "illness", "email"].includes(type) && shownIn !== "history",
  );
  const values = Object.fromEntries(texts.map((name) => [name, `Text of ${name}`]));
  renderScreen(
    <PatientSheet
      patient={{ ...patient, ...values, admissionStatus: "Admitted" }}
      today="2026-11-20"
      vitals={null}
      onEdit={vi.fn()}
    />,
  );
  expect((await screen.findByText("Spoken dialect")).nextElementSibling?.textContent).toBe(
    "Text of spokenDialect",
  );
  const shown = document.body.textContent ?? "";
  expect(texts.filter((name) => !shown.includes(`Text of ${name}`))).toEqual(Object.keys(elsewhere));
});

test("the record history names it", () => {
  expect(changesInWords({ spoken_dialect: ["Cebuano", "Waray"] })).toEqual([
    { label: "Spoken dialect", before: "Cebuano", after: "Waray" },
  ]);
});

test("a column of a list can be it", () => {
  expect(importTargets.patients).toMatchObject({ spokenDialect: "Spoken dialect" });
});

test("two records are compared by it", async () => {
  expect(Object.keys(MergeChoices.shape)).toContain("spokenDialect");
  const side = { ...patient, isAdmitted: false, consultations: 0 };
  const compared = {
    field: "spokenDialect",
    survivor: "Cebuano",
    other: "Waray",
    stays: "survivor",
    isFixed: false,
  };
  renderScreen(
    <ComparedFields
      preview={
        { survivor: side, other: side, fields: [compared], customFields: [] } as unknown as MergePreview
      }
      choices={{}}
      onChoose={vi.fn()}
      onOpenPatient={vi.fn()}
    />,
  );
  await screen.findByRole("group", { name: "Spoken dialect" });
});
