import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listDaysOff, patientAppointments } from "#features/appointments/contract.ts";
import { type CustomField, customFields } from "#features/clinics/contract.ts";
import { patientFiles } from "#features/files/contract.ts";
import { editPatient, onePatient, type Patient } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "../testing-patients.ts";
import { EditPatientDialog } from "./EditPatientDialog.tsx";

const bloodType: CustomField = {
  id: 1,
  fieldName: "Blood type",
  fieldType: "choice",
  fieldOptions: ["O+", "AB-", "B+"],
  isRequired: false,
  displayOrder: 1,
  isActive: true,
  createdAt: "2026-11-20T02:42:00Z",
};
const stored = aPatientRecord({ customFields: { "Blood type": "O+" } });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const choice = (name: string) => within(screen.getByRole("group", { name }));
const update = () => screen.getByRole("button", { name: "Update Patient" });

/** Opens the form on the stored record; saving conflicts with another user's change. */
async function openAgainst(theirs: Partial<Patient>, base: Patient = stored) {
  const current = { ...base, version: 5, updatedAt: "2026-11-20T02:38:00.000Z", ...theirs };
  const shown = renderScreen(<EditPatientDialog patientId={7} onClose={vi.fn()} />, {
    answers: [
      reply(onePatient, base),
      reply(customFields, [bloodType]),
      reply(patientFiles, []),
      reply(listPlaces, []),
      reply(listDaysOff, []),
      reply(patientAppointments, []),
      refuse(editPatient, "changed_meanwhile", "Changed meanwhile", { current }),
    ],
  });
  await screen.findByLabelText(/^Patient name/, {}, { timeout: 10_000 });
  const { hand } = shown;
  return {
    ...shown,
    retype: async (name: string | RegExp, text: string) => {
      await hand.clear(field(name));
      await hand.type(field(name), text);
    },
    conflict: async () => {
      await hand.click(update());
      await screen.findByText(/Someone else changed this patient at 10:38 AM/);
      shown.answer(reply(editPatient, { ...current, version: 6 }));
    },
    saved: async () => {
      await hand.click(update());
      await screen.findByText("Patient updated successfully");
      return shown.sent(editPatient).at(-1)?.body;
    },
  };
}

test("users who may not see the newer version are told so, and keep what was typed", async () => {
  const { hand, retype, answer } = await openAgainst({});
  answer(refuse(editPatient, "changed_meanwhile", "Changed meanwhile"));
  await retype("Allergies", "penicillin");
  await hand.click(update());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("You don't have permission to see the newer version.");
  expect(within(alert).getByRole("button", { name: "Reload Page" })).toBeTruthy();
  expect(field("Allergies").value).toBe("penicillin");
});

test("each kind of field shows both values, takes theirs and restores mine", async () => {
  const { hand, retype, conflict, saved } = await openAgainst({
    amount: "900.00",
    contactNumber: "+639175550199",
    customFields: { "Blood type": "AB-" },
    appointmentTime: "2026-12-01T01:30:00Z",
    hospital: "Sacred Heart, Camotes",
  });
  await hand.click(screen.getByText("More details"));
  await retype("Amount", "1200");
  await retype("Contact number", "0917 555 0111");
  await hand.selectOptions(field("Blood type"), "B+");
  await hand.selectOptions(field(/^Hospital/), "Mactan Doctors Hospital");
  await hand.type(field("Appointment day"), "12/02/2026");
  await hand.type(field("Appointment time"), "14:00");
  await conflict();

  choice("Amount").getByRole("radio", { name: /^Keep mine\s*₱1,200.00$/ });
  await hand.click(choice("Amount").getByRole("radio", { name: /^Take theirs\s*₱900.00$/ }));
  await hand.click(
    choice("Contact number").getByRole("radio", { name: /^Take theirs\s*\+63 917 555 0199$/ }),
  );
  await hand.click(choice("Blood type").getByRole("radio", { name: /^Take theirs\s*AB-$/ }));
  await hand.click(choice("Hospital").getByRole("radio", { name: /^Take theirs\s*Sacred Heart, Camotes$/ }));
  await hand.click(choice("Appointment").getByRole("radio", { name: /^Take theirs/ }));
  await waitFor(() => expect(field("Amount").value).toBe("900.00"));
  expect(field("Contact number").value).toBe("+63 917 555 0199");
  expect(field("Blood type").value).toBe("AB-");
  expect(field(/^Hospital/).value).toBe("Sacred Heart, Camotes");
  expect([field("Appointment day").value, field("Appointment time").value]).toEqual(["12/01/2026", "09:30"]);

  await hand.click(choice("Appointment").getByRole("radio", { name: /^Keep mine/ }));
  await hand.click(choice("Blood type").getByRole("radio", { name: /^Keep mine/ }));
  expect(await saved()).toEqual({
    appointmentTime: "2026-12-02T06:00:00.000Z",
    customFields: { "Blood type": "B+" },
  });
});

test("applies and names what only the other changed, including custom fields and files", async () => {
  const { retype, conflict, saved } = await openAgainst({
    remarks: "Transferred",
    customFields: { "Blood type": "AB-" },
    laboratoryFiles: ["x-CBC.pdf"],
  });
  await retype("Amount", "1200");
  await conflict();
  screen.getByText("Also changed, and shown below as it is now: Remarks, Blood type, Laboratory files.");
  expect(screen.queryByRole("group", { name: "Amount" })).toBeNull();
  expect(field("Blood type").value).toBe("AB-");
  expect(await saved()).toEqual({ amount: "1200.00" });
});

test("a birthday determines the age, so the age has no choice", async () => {
  const base = aPatientRecord({ birthday: null, age: 40 });
  const { retype, conflict, saved } = await openAgainst({ birthday: "1990-05-06", age: 36 }, base);
  await retype("Age", "41");
  await conflict();
  expect(screen.queryByRole("group", { name: "Age" })).toBeNull();
  await waitFor(() => expect(field("Age").readOnly).toBe(true));
  expect(field("Birthday").value).toBe("05/06/1990");
  expect(await saved()).not.toHaveProperty("birthday");
});

test("after a discharge there is no room to choose", async () => {
  const { hand, conflict, saved } = await openAgainst({ roomNumber: "514-A" });
  await hand.selectOptions(field("Admission status"), "Discharged");
  await conflict();
  expect(screen.queryByRole("group", { name: "Room number" })).toBeNull();
  expect(field("Room number").value).toBe("");
  expect(await saved()).toMatchObject({ admissionStatus: "Discharged", roomNumber: null });
});

test("long texts are shown side by side, uncut", async () => {
  const long = "Takes her medicines at noon with food. ".repeat(200).trim();
  const { retype, conflict } = await openAgainst({ remarks: long });
  await retype("Remarks", "Mine is short");
  await conflict();
  expect(choice("Remarks").getByText(long).textContent).toBe(long);
});
