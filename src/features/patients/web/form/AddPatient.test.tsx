import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { addPatient, findDuplicates, nextAdmissionNumber } from "#features/patients/contract.ts";
import { listPlaces, type Place } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { badGateway, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aVisit } from "#web/testing-records.ts";
import { aPatientRecord } from "../testing-patients.ts";
import { AddPatientDialog } from "./AddPatientDialog.tsx";
import { AddPatientWizard } from "./AddPatientWizard.tsx";

const next = reply(nextAdmissionNumber, { admissionNo: "20261120-006" });
const aPlace: Place = {
  id: 5,
  clinicId: 1,
  name: "Main clinic",
  address: null,
  room: null,
  isActive: true,
  hours: [],
  slotMinutes: 30,
};
const queued = reply(addWalkIn, aVisit({ patientId: 12, number: 7, patientName: "Dela Cruz, Juan" }));
const added = reply(addPatient, aPatientRecord({ id: 12, patientName: "Dela Cruz, Juan" }));

beforeEach(() => localStorage.clear());

function openForm(Dialog: typeof AddPatientDialog, answers: FakeAnswer[], { hasAllFields = true } = {}) {
  const actions = { onClose: vi.fn(), onAdded: vi.fn(), onSwitch: vi.fn(), onOpenPatient: vi.fn() };
  return {
    ...actions,
    ...renderScreen(<Dialog open {...{ hasAllFields }} {...actions} />, { answers: [next, ...answers] }),
  };
}
const openWalkIn = (answers: FakeAnswer[]) =>
  openForm(AddPatientDialog, [reply(listPlaces, [aPlace]), ...answers], { hasAllFields: false });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const numberIsThere = () => waitFor(() => expect(field(/^Admission number/).value).toBe("20261120-006"));
const press = (name: string) => screen.getByRole("button", { name });

async function fillRequired(hand: ReturnType<typeof renderScreen>["hand"]) {
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await numberIsThere();
  await hand.selectOptions(field(/^Hospital/), "Mactan Doctors Hospital");
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.selectOptions(field(/^Sex/), "M");
}

test("a walk-in is registered and queued with only a walk-in's fields", async () => {
  const { hand, sent, onAdded } = openWalkIn([queued]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  expect(screen.queryByLabelText(/^Hospital|^Admission number/)).toBeNull();
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.type(field("Birthday"), "03/04/1959");
  await hand.click(press("Save Patient"));
  await screen.findByText("Please select sex");
  expect(sent(addWalkIn)).toHaveLength(0);
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.type(field(/^Contact number/), "0917 123 4567");
  await hand.type(field(/^Address/), "14 Sikatuna St., Cebu City");
  await hand.type(field("Chief complaint"), "Cough, 3 days");
  await hand.selectOptions(field("Priority"), "pwd");
  await hand.click(press("Save Patient"));
  await screen.findByText("Dela Cruz, Juan is number 7 in the queue.");
  expect(onAdded).toHaveBeenCalledExactlyOnceWith({ id: 12 });
  expect(sent(addWalkIn).map(({ body }) => body)).toEqual([
    {
      patientName: "Dela Cruz, Juan",
      birthday: "1959-03-04",
      age: Number(field("Age").value),
      sex: "M",
      contactNumber: "+639171234567",
      address: "14 Sikatuna St., Cebu City",
      reason: "Cough, 3 days",
      customFields: {},
      priority: "pwd",
      checkDuplicates: true,
    },
  ]);
  expect(sent(nextAdmissionNumber)).toHaveLength(0);
});

const namesake = {
  id: 31,
  patientName: "Dela Cruz, Juan",
  birthday: "1959-03-04",
  age: 67,
  sex: "M",
  admissionNo: "20251120-001",
  hospital: "Main clinic",
  lastVisitAt: null,
  isArchived: false,
  isMasked: false,
  matches: ["name"],
} as const;

test("Save asks once about a patient who may be registered already", async () => {
  const { hand, sent, answer } = openWalkIn([
    // The form's own question is not answered yet.
    { endpoint: findDuplicates, respond: () => new Promise<Response>(() => {}) },
    refuse(addWalkIn, "possible_duplicate", "This patient may be registered already.", {
      current: [namesake],
    }),
  ]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Save Patient"));
  expect(await screen.findByText("20251120-001", { exact: false })).toBeTruthy();
  answer(queued);
  await hand.click(press("Save Patient"));
  await screen.findByText("Dela Cruz, Juan is number 7 in the queue.");
  expect(sent(addWalkIn)).toMatchObject([
    { body: { checkDuplicates: true } },
    { body: expect.not.objectContaining({ checkDuplicates: true }) },
  ]);
});

test("Save does not ask about somebody who is not the same person, however the name is changed", async () => {
  const { hand, sent } = openWalkIn([
    {
      endpoint: findDuplicates,
      respond: ({ body }) =>
        (body as { patientName: string }).patientName.endsWith("o")
          ? new Promise<Response>(() => {})
          : Response.json([namesake]),
    },
    {
      endpoint: addWalkIn,
      respond: ({ body }) =>
        (body as { checkDuplicates?: true }).checkDuplicates
          ? Response.json({ code: "possible_duplicate", current: [namesake] }, { status: 409 })
          : queued.respond({} as never),
    },
  ]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.click(await screen.findByRole("button", { name: "Dela Cruz, Juan: not the same person" }));
  await hand.type(field(/^Patient name/), "ito");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Save Patient"));
  await screen.findByText("Dela Cruz, Juan is number 7 in the queue.");
  expect(sent(addWalkIn)).toHaveLength(2);
});

test("a refusal of a walk-in is shown at its field, and keeps everything typed", async () => {
  const { hand, sent, answer } = openWalkIn([
    refuse(addWalkIn, "invalid", "Too long", { fields: { reason: "Shorten the complaint" } }),
  ]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.type(field("Chief complaint"), "Cough");
  await hand.click(press("Save Patient"));
  await screen.findByText("Shorten the complaint");
  expect(field(/^Patient name/).value).toBe("Dela Cruz, Juan");
  answer(queued);
  await hand.click(press("Save Patient"));
  await screen.findByText("Dela Cruz, Juan is number 7 in the queue.");
  expect(sent(addWalkIn)).toHaveLength(2);
});

test("all fields, and those of an admission, are added to the typed ones", async () => {
  const { hand, sent } = openWalkIn([added]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.click(press("Register as Admitted"));
  await numberIsThere();
  expect(field(/^Patient name/).value).toBe("Dela Cruz, Juan");
  expect(field("Admission status").value).toBe("Admitted");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.selectOptions(field(/^Hospital/), "Mactan Doctors Hospital");
  await hand.type(field("Room number"), "512-B");
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  expect(sent(addPatient)[0]?.body).toMatchObject({
    patientName: "Dela Cruz, Juan",
    admissionStatus: "Admitted",
    roomNumber: "512-B",
  });
  expect(sent(addWalkIn)).toHaveLength(0);
});

test("a clinic with several places is asked for one", async () => {
  const { hand, sent } = openWalkIn([
    queued,
    reply(listPlaces, [aPlace, { ...aPlace, id: 6, name: "Mandaue" }]),
  ]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.selectOptions(await screen.findByLabelText("Place"), "Mandaue");
  await hand.click(press("Save Patient"));
  await waitFor(() => expect(sent(addWalkIn)[0]?.body).toMatchObject({ placeId: 6 }));
});

test("the next patient's form starts with the last one's hospital", async () => {
  const first = openForm(AddPatientDialog, [added]);
  await fillRequired(first.hand);
  await first.hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  cleanup();
  openForm(AddPatientWizard, []);
  await screen.findByRole("dialog", { name: "Add Patient" });
  expect(field(/^Hospital/).value).toBe("Mactan Doctors Hospital");
});

test("the single form names missing fields, and sends nothing", async () => {
  const { hand, sent } = openForm(AddPatientDialog, [added]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await numberIsThere();
  await hand.clear(field(/^Admission number/));
  await hand.click(press("Save Patient"));
  // At the field, and in the summary of more than three.
  for (const message of [
    "Admission number is required",
    "Hospital is required",
    "Patient name is required",
    "Please select sex",
  ])
    expect(await screen.findAllByText(message)).toHaveLength(2);
  expect(document.activeElement).toBe(field(/^Admission number/));
  expect(sent(addPatient)).toHaveLength(0);
});

test("the single form sends its defaults and the empty fields as null", async () => {
  const { hand, sent, onAdded } = openForm(AddPatientDialog, [added]);
  await fillRequired(hand);
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  expect(onAdded).toHaveBeenCalledOnce();
  expect(sent(addPatient)[0]?.body).toMatchObject({
    admissionNo: "20261120-006",
    hospital: "Mactan Doctors Hospital",
    patientName: "Dela Cruz, Juan",
    sex: "M",
    paymentStatus: "Pending",
    admissionStatus: "Outpatient",
    phicPayment: "No",
    dateOfAdmission: null,
    amount: null,
  });
  expect(sent(addPatient)[0]?.body).not.toHaveProperty("vitalSigns");
});

test("room and day of admission are cleared and disabled unless Admitted, and restored", async () => {
  const { hand } = openForm(AddPatientDialog, []);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await numberIsThere();
  expect(field("Room number").disabled).toBe(true);
  expect(field("Date of admission").disabled).toBe(true);
  await hand.selectOptions(field("Admission status"), "Admitted");
  await hand.type(field("Room number"), "512-B");
  await hand.type(field("Date of admission"), "11/18/2026");
  await hand.selectOptions(field("Admission status"), "Discharged");
  expect([field("Room number").value, field("Room number").disabled]).toEqual(["", true]);
  expect([field("Date of admission").value, field("Date of admission").disabled]).toEqual(["", true]);
  await hand.selectOptions(field("Admission status"), "Admitted");
  expect(field("Room number").value).toBe("512-B");
  expect(field("Date of admission").value).toBe("11/18/2026");
});

test("an admission in the future is refused at its field", async () => {
  const { hand, sent } = openForm(AddPatientDialog, []);
  await fillRequired(hand);
  await hand.selectOptions(field("Admission status"), "Admitted");
  await hand.type(field("Date of admission"), "12/25/2199");
  await hand.click(press("Save Patient"));
  await screen.findByText("An admission can't be in the future.");
  expect(document.activeElement).toBe(field("Date of admission"));
  expect(sent(addPatient)).toHaveLength(0);
});

test("a birthday determines the age; an age only estimates the year of birth", async () => {
  const { hand, sent } = openForm(AddPatientDialog, [added]);
  await fillRequired(hand);
  await hand.type(field("Age"), "30");
  screen.getByText(/^Born \d{4} or \d{4}\.$/);
  await hand.type(field("Birthday"), "03/04/1959");
  expect(field("Age").readOnly).toBe(true);
  expect(Number(field("Age").value)).toBeGreaterThan(60);
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  expect(sent(addPatient)[0]?.body).toMatchObject({
    birthday: "1959-03-04",
    age: Number(field("Age").value),
  });
});

test("an unlisted hospital is typed under Other", async () => {
  const { hand, sent } = openForm(AddPatientDialog, [added]);
  await fillRequired(hand);
  await hand.selectOptions(field(/^Hospital/), "Other");
  await hand.click(press("Save Patient"));
  await screen.findByText("Hospital is required");
  await hand.type(field(/^Hospital name/), "Sacred Heart, Camotes");
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  expect(sent(addPatient)[0]?.body).toMatchObject({ hospital: "Sacred Heart, Camotes" });
});

test("a used number offers the next free one, and keeps what was typed", async () => {
  const { hand, sent, answer } = openForm(AddPatientDialog, [
    refuse(addPatient, "taken", "This admission number is taken.", {
      fields: { admissionNo: "This admission number is taken." },
      suggestion: "20261120-009",
    }),
  ]);
  await fillRequired(hand);
  await hand.click(press("Save Patient"));
  await hand.click(await screen.findByRole("button", { name: "Use 20261120-009" }));
  expect(field(/^Admission number/).value).toBe("20261120-009");
  expect(field(/^Patient name/).value).toBe("Dela Cruz, Juan");
  answer(added);
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  const keys = sent(addPatient).map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).not.toBe(keys[1]);
});

test("vital signs are sent with the patient, and the toast says so", async () => {
  const { hand, sent } = openForm(AddPatientDialog, [added]);
  await fillRequired(hand);
  await hand.type(field("Pulse"), "72");
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully with vital signs recorded");
  expect(sent(addPatient)[0]?.body).toMatchObject({ vitalSigns: { ...NO_VITAL_SIGNS, pulse: 72 } });
});

test("what the server asks about a vital sign is shown at its field, and saving again sends it again", async () => {
  const message = "Weight for age not possible: measure again. Correct it, or save again if it is right.";
  const asked = refuse(addPatient, "unlikely", message, { fields: { "vitalSigns.weight": message } });
  const { hand, sent, answer } = openForm(AddPatientDialog, [asked]);
  await fillRequired(hand);
  await hand.type(field("Weight"), "33.3");
  await hand.click(press("Save Patient"));
  await waitFor(() => expect(field("Weight").getAttribute("aria-invalid")).toBe("true"));
  answer(added);
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully with vital signs recorded");
  expect(sent(addPatient)).toHaveLength(2);
});

test("impossible vital signs prevent saving", async () => {
  const { hand, sent } = openForm(AddPatientDialog, [added]);
  await fillRequired(hand);
  await hand.type(field("Pulse"), "7200");
  await hand.click(press("Save Patient"));
  await screen.findByText("Enter a pulse from 20 to 300");
  expect(sent(addPatient)).toHaveLength(0);
});

test("a failure without a message gets the specification's, and the retry adds one patient", async () => {
  const { hand, sent, answer } = openForm(AddPatientDialog, [badGateway(addPatient)]);
  await fillRequired(hand);
  await hand.click(press("Save Patient"));
  await screen.findByText("Failed to add patient");
  expect(field(/^Patient name/).value).toBe("Dela Cruz, Juan");
  answer(added);
  await hand.click(press("Save Patient"));
  await screen.findByText("Patient added successfully");
  expect(new Set(sent(addPatient).map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("closing asks before discarding what was typed", async () => {
  const { hand, onClose } = openForm(AddPatientDialog, []);
  await fillRequired(hand);
  await hand.click(press("Cancel"));
  await hand.click(await screen.findByRole("button", { name: "Keep typing" }));
  expect(onClose).not.toHaveBeenCalled();
  expect(field(/^Patient name/).value).toBe("Dela Cruz, Juan");
  await hand.click(press("Cancel"));
  await hand.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

const step = (name: string) =>
  within(screen.getByRole("navigation", { name: "Add Patient" })).getByRole("button", {
    name: new RegExp(name),
  });

test("the wizard's first step has its own messages and must be valid to go on", async () => {
  const { hand } = openForm(AddPatientWizard, []);
  await screen.findByRole("dialog", { name: "Add Patient" });
  await numberIsThere();
  expect(press("Previous").hasAttribute("disabled")).toBe(true);
  expect(step("Hospital Details").hasAttribute("disabled")).toBe(true);
  await hand.type(field(/^Email/), "juan@");
  await hand.click(press("Next"));
  await screen.findByText("Patient name is required");
  screen.getByText("Age is required");
  screen.getByText("Please select sex");
  screen.getByText("Invalid email");
  screen.getByText("Step 1 of 4");
  expect(screen.getByRole("progressbar", { name: /Add Patient/ }).getAttribute("aria-valuenow")).toBe("0");
});

test("an infant's birthday is enough of an age for the wizard", async () => {
  const { hand } = openForm(AddPatientWizard, []);
  await screen.findByRole("dialog", { name: "Add Patient" });
  await numberIsThere();
  await hand.type(field(/^Patient name/), "Dela Cruz, Baby Boy");
  const today = new Date().toISOString().slice(0, 10);
  await hand.type(field("Birthday"), `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`);
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Next"));
  await screen.findByText("Step 2 of 4");
});

test("four steps register an admission", async () => {
  const { hand, sent, onAdded } = openForm(AddPatientWizard, [added]);
  await screen.findByRole("dialog", { name: "Add Patient" });
  await numberIsThere();
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.type(field(/^Age/), "54");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Next"));
  await screen.findByText("Step 2 of 4");
  expect(screen.getByRole("progressbar", { name: /Add Patient/ }).getAttribute("aria-valuenow")).toBe("33");
  await hand.click(press("Next"));
  await screen.findByText("Hospital is required");
  await hand.selectOptions(field(/^Hospital/), "Makati Medical Center");
  await hand.type(field(/^Room number/), "304");
  await hand.type(field(/^Date of admission/), "12/25/2199");
  await hand.click(press("Next"));
  await screen.findByText("An admission can't be in the future.");
  await hand.clear(field(/^Date of admission/));
  await hand.click(press("Next"));
  await screen.findByText("Step 3 of 4");
  // Going back is always possible, and finished steps open from the header.
  await hand.click(step("Patient Information"));
  await screen.findByText("Step 1 of 4");
  await hand.click(step("Medical Information"));
  await screen.findByText("Step 3 of 4");
  await hand.click(press("Next"));
  const review = await screen.findByRole("region", { name: "Review" });
  for (const text of [
    "Dela Cruz, Juan",
    "54 / M",
    "Makati Medical Center",
    "304",
    "be registered as Admitted",
  ])
    expect(review.textContent).toContain(text);
  expect(sent(addPatient)).toHaveLength(0);
  await hand.click(press("Add Patient"));
  await screen.findByText("Patient added successfully");
  expect(onAdded).toHaveBeenCalledOnce();
  expect(sent(addPatient)[0]?.body).toMatchObject({
    admissionStatus: "Admitted",
    roomNumber: "304",
    age: 54,
    hospital: "Makati Medical Center",
    dateOfAdmission: null,
  });
});

test("going back and clearing a field blocks the later steps", async () => {
  const { hand } = openForm(AddPatientWizard, []);
  await screen.findByRole("dialog", { name: "Add Patient" });
  await numberIsThere();
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.type(field(/^Age/), "54");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Next"));
  await screen.findByText("Step 2 of 4");
  await hand.click(press("Previous"));
  await hand.clear(field(/^Patient name/));
  await hand.click(step("Hospital Details"));
  await screen.findByText("Patient name is required");
  screen.getByText("Step 1 of 4");
});

test("a used number returns to the step with that field", async () => {
  const { hand } = openForm(AddPatientWizard, [
    refuse(addPatient, "taken", "This admission number is taken.", {
      fields: { admissionNo: "This admission number is taken." },
      suggestion: "20261120-009",
    }),
  ]);
  await screen.findByRole("dialog", { name: "Add Patient" });
  await numberIsThere();
  await hand.type(field(/^Patient name/), "Dela Cruz, Juan");
  await hand.type(field(/^Age/), "54");
  await hand.selectOptions(field(/^Sex/), "M");
  await hand.click(press("Next"));
  await screen.findByText("Step 2 of 4");
  await hand.selectOptions(field(/^Hospital/), "Makati Medical Center");
  await hand.click(press("Next"));
  await screen.findByText("Step 3 of 4");
  await hand.click(press("Next"));
  await screen.findByText("Step 4 of 4");
  await hand.click(press("Add Patient"));
  await screen.findByText("Step 1 of 4");
  await screen.findByRole("button", { name: "Use 20261120-009" });
});

test("All fields shows no error before anything was typed", async () => {
  const { hand } = openWalkIn([]);
  await screen.findByRole("dialog", { name: "Add New Patient" });
  await hand.click(field(/^Patient name/));
  await hand.click(press("All fields"));
  await numberIsThere();
  expect(screen.queryByText("Patient name is required")).toBeNull();
});
