import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { customFields } from "#features/clinics/contract.ts";
import { addPatient, editPatient, nextAdmissionNumber, onePatient } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aCustomField, aVisit } from "#web/testing-records.ts";
import { aPatientRecord } from "../testing-patients.ts";
import { AddPatientDialog } from "./AddPatientDialog.tsx";
import { AddPatientPanel } from "./AddPatientPanel.tsx";
import { AddPatientWizard } from "./AddPatientWizard.tsx";
import { EditPatientDialog } from "./EditPatientDialog.tsx";

const fields = [
  aCustomField(1, {
    fieldName: "Blood type",
    fieldType: "choice",
    fieldOptions: ["O+", "AB-"],
    isRequired: true,
  }),
  aCustomField(2, { fieldName: "Goal, kg.", fieldType: "number" }),
  aCustomField(3, { fieldName: "Last visit", fieldType: "date" }),
  aCustomField(4, { fieldName: "No longer asked", isActive: false }),
];
const next = reply(nextAdmissionNumber, { admissionNo: "20261120-006" });
const added = reply(addPatient, aPatientRecord());
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => screen.getByRole("button", { name });

async function fill(hand: ReturnType<typeof renderScreen>["hand"]) {
  await waitFor(() => expect(field(/^Admission number/).value).toBe("20261120-006"));
  await hand.selectOptions(field(/^Hospital/), "Mactan Doctors Hospital");
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.selectOptions(field(/^Sex/), "M");
}
function openSingle(...answers: FakeAnswer[]) {
  const actions = { onClose: vi.fn(), onAdded: vi.fn() };
  const screenOf = renderScreen(<AddPatientDialog open hasAllFields {...actions} />, {
    answers: [next, reply(customFields, fields), added, ...answers],
  });
  return { ...actions, ...screenOf };
}

test("the single form has the clinic's fields in order and sends them by name", async () => {
  const { hand, sent } = openSingle();
  await screen.findByLabelText(/^Blood type/);
  await fill(hand);
  expect(screen.queryByLabelText("No longer asked")).toBeNull();
  await hand.click(press("Save Patient"));
  await screen.findByText("Blood type is required");
  expect(sent(addPatient)).toHaveLength(0);
  await hand.selectOptions(field(/^Blood type/), "AB-");
  await hand.type(field("Goal, kg."), "sixty");
  await hand.type(field("Last visit"), "05/01/2026");
  await hand.click(press("Save Patient"));
  await screen.findByText("Enter a number, like 1250.5");
  await hand.clear(field("Goal, kg."));
  await hand.type(field("Goal, kg."), "60.5");
  await hand.click(press("Save Patient"));
  await waitFor(() => expect(sent(addPatient)).toHaveLength(1));
  expect(sent(addPatient)[0]?.body).toMatchObject({
    customFields: { "Blood type": "AB-", "Goal, kg.": "60.5", "Last visit": "2026-05-01" },
  });
});

test("shows the server's errors at their fields, and adds a field that was just created", async () => {
  const { hand, answer } = openSingle(
    refuse(addPatient, "invalid", "Barangay is required", {
      fields: { "customFields.Goal, kg.": "Too heavy", "customFields.Barangay": "Barangay is required" },
    }),
  );
  await screen.findByLabelText(/^Blood type/);
  await fill(hand);
  await hand.selectOptions(field(/^Blood type/), "O+");
  answer(reply(customFields, [...fields, aCustomField(5, { fieldName: "Barangay", isRequired: true })]));
  await hand.click(press("Save Patient"));
  await screen.findByText("Too heavy");
  await screen.findByLabelText(/^Barangay/);
  expect(field(/^Patient name/).value).toBe("Dela Cruz, Juan");
});

test("the wizard has them on its first step and needs the required ones to go on", async () => {
  const { hand } = renderScreen(<AddPatientWizard open onClose={vi.fn()} onAdded={vi.fn()} />, {
    answers: [next, reply(customFields, fields)],
  });
  await screen.findByLabelText(/^Blood type/);
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.type(field(/^Age/), "54");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Next"));
  await screen.findByText("Blood type is required");
  await hand.selectOptions(field(/^Blood type/), "O+");
  await hand.click(press("Next"));
  await screen.findByText("Step 2 of 4");
});

test("users who may only add patients fill them in for a walk-in too", async () => {
  const { hand, sent } = renderScreen(<AddPatientPanel />, {
    answers: [reply(customFields, fields), reply(listPlaces, []), reply(addWalkIn, aVisit())],
  });
  await hand.selectOptions(await screen.findByLabelText(/^Blood type/), "O+");
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Save Patient"));
  await waitFor(() => expect(sent(addWalkIn)).toHaveLength(1));
  expect(sent(addWalkIn)[0]?.body).toMatchObject({ customFields: { "Blood type": "O+" } });
  // A new form for the next patient.
  await waitFor(() => expect(field(/^Patient name/).value).toBe(""));
});

test("patients can be registered even when the fields fail to load", async () => {
  const { hand, sent } = openSingle(refuse(customFields, "internal", "Broken"));
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await fill(hand);
  await hand.click(press("Save Patient"));
  await waitFor(() => expect(sent(addPatient)).toHaveLength(1));
});

const stored = aPatientRecord({
  customFields: { "Blood type": "B-", "Goal, kg.": "60", "No longer asked": "Kept" },
});
const openEdit = (record = stored) =>
  renderScreen(<EditPatientDialog patientId={7} onClose={vi.fn()} />, {
    answers: [
      reply(onePatient, record),
      reply(customFields, fields),
      reply(editPatient, aPatientRecord({ version: 4 })),
    ],
  });

test("the edit form sends only changes; a removed option stays with its patients", async () => {
  const { hand, sent } = openEdit();
  await screen.findByLabelText(/^Blood type/);
  expect(field(/^Blood type/).value).toBe("B-");
  await hand.clear(field("Goal, kg."));
  await hand.click(press("Update Patient"));
  await waitFor(() => expect(sent(editPatient)).toHaveLength(1));
  expect(sent(editPatient)[0]?.body).toEqual({ customFields: { "Goal, kg.": "" } });
});

test("a required value cannot be cleared; a patient without one can be edited", async () => {
  const { hand, sent } = openEdit();
  await screen.findByLabelText(/^Blood type/);
  await hand.selectOptions(field(/^Blood type/), "");
  await hand.click(press("Update Patient"));
  await screen.findByText("Blood type is required");
  expect(sent(editPatient)).toHaveLength(0);
});

test("a patient registered before a field became required can be edited without it", async () => {
  const { hand, sent } = openEdit(aPatientRecord());
  await screen.findByLabelText(/^Blood type/);
  await hand.type(field(/^Remarks/), "x");
  await hand.click(press("Update Patient"));
  await waitFor(() => expect(sent(editPatient)).toHaveLength(1));
  expect(sent(editPatient)[0]?.body).not.toHaveProperty("customFields");
});
