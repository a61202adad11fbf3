import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  listDaysOff,
  type PatientAppointment,
  patientAppointments,
} from "#features/appointments/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { badGateway, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "../testing-patients.ts";
import { EditPatientDialog } from "./EditPatientDialog.tsx";

const stored = aPatientRecord({ hospital: "Sacred Heart, Camotes", age: 0, birthday: null });

function openEdit(answers: FakeAnswer[]) {
  const onClose = vi.fn();
  const shown = renderScreen(<EditPatientDialog patientId={7} onClose={onClose} />, {
    answers: [reply(onePatient, stored), ...answers],
  });
  return { onClose, ...shown };
}
const opened = () => screen.findByRole("dialog", { name: "Edit Patient - 20261118-004" });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

test("shows an error when the patient fails to load", async () => {
  openEdit([refuse(onePatient, "not_found", "Patient not found")]);
  await screen.findByRole("alert");
  screen.getByRole("heading", { name: "Patient not found" });
});

test("fills in the stored values: an age of 0 is empty, an unlisted hospital is kept", async () => {
  openEdit([]);
  await opened();
  expect(field("Age").value).toBe("");
  expect(field(/^Hospital/).value).toBe("Sacred Heart, Camotes");
  expect(field("Amount").value).toBe("48,250.00");
  expect(field("Date of admission").value).toBe("11/18/2026");
});

test("sends only changed fields, with the version that was read", async () => {
  const { hand, sent, onClose } = openEdit([reply(editPatient, aPatientRecord({ version: 4 }))]);
  await opened();
  await hand.clear(field("Amount"));
  await hand.type(field(/^Allergies/), "Penicillin");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("Patient updated successfully");
  expect(sent(editPatient)[0]?.body).toEqual({ amount: null, allergies: "Penicillin" });
  expect(sent(editPatient)[0]?.headers.get("if-match")).toBe('"v3"');
  expect(onClose).toHaveBeenCalledOnce();
});

test("a discharge clears room and day", async () => {
  const { hand, sent } = openEdit([reply(editPatient, aPatientRecord({ version: 4 }))]);
  await opened();
  await hand.selectOptions(field("Admission status"), "Discharged");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("Patient updated successfully");
  expect(sent(editPatient)[0]?.body).toEqual({
    admissionStatus: "Discharged",
    roomNumber: null,
    dateOfAdmission: null,
  });
});

test("a discharge may be of another day", async () => {
  const { hand, sent } = openEdit([reply(editPatient, aPatientRecord({ version: 4 }))]);
  await opened();
  expect(field("Date of discharge").disabled).toBe(true);
  await hand.selectOptions(field("Admission status"), "Discharged");
  await hand.type(field("Date of discharge"), "11/19/2026");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("Patient updated successfully");
  expect(sent(editPatient)[0]?.body).toMatchObject({
    admissionStatus: "Discharged",
    dateOfDischarge: "2026-11-19",
  });
});

test("refuses an admission in the future at its field", async () => {
  const { hand, sent } = openEdit([]);
  await opened();
  await hand.clear(field("Date of admission"));
  await hand.type(field("Date of admission"), "12/25/2199");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("An admission can't be in the future.");
  expect(sent(editPatient)).toHaveLength(0);
});

test("shows a refusal at its field, and keeps everything typed", async () => {
  const { hand, onClose } = openEdit([
    refuse(editPatient, "invalid", "Check the fields.", { fields: { remarks: "Too many words" } }),
  ]);
  await opened();
  await hand.type(field("Remarks"), "Long");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("Too many words");
  expect(field("Remarks").value).toBe("Long");
  expect(onClose).not.toHaveBeenCalled();
});

test("a failure without a message gets the specification's, and the retry saves", async () => {
  const { hand, answer } = openEdit([badGateway(editPatient)]);
  await opened();
  await hand.type(field("Remarks"), "Prefers mornings");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  const toast = (await screen.findByText("Failed to update patient")).closest("[data-sonner-toast]");
  expect(toast?.textContent).toContain("Error");
  answer(reply(editPatient, aPatientRecord({ version: 4 })));
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("Patient updated successfully");
  screen.getByText("Success");
});

test("when another user changed the patient, shows both values side by side with a choice per field", async () => {
  const current = {
    ...stored,
    version: 5,
    roomNumber: "514-A",
    remarks: "Transferred",
    updatedAt: "2026-11-20T02:38:00.000Z",
  };
  const { hand, sent, answer } = openEdit([
    refuse(editPatient, "changed_meanwhile", "Changed meanwhile", { current }),
  ]);
  await opened();
  await hand.clear(field("Room number"));
  await hand.type(field("Room number"), "600");
  await hand.type(field(/^Allergies/), "Penicillin");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText(/Someone else changed this patient at 10:38 AM/);
  const choice = screen.getByRole("group", { name: "Room number" });
  within(choice).getByRole("radio", { name: /^Keep mine\s*600$/ });
  // Fields that only the other changed are applied; fields that only this form changed stay.
  expect(field("Remarks").value).toBe("Transferred");
  expect(field(/^Allergies/).value).toBe("Penicillin");
  await hand.click(within(choice).getByRole("radio", { name: /^Take theirs\s*514-A$/ }));
  await waitFor(() => expect(field("Room number").value).toBe("514-A"));
  await hand.click(within(choice).getByRole("radio", { name: /^Keep mine/ }));
  answer(reply(editPatient, { ...current, version: 6 }));
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await screen.findByText("Patient updated successfully");
  expect(sent(editPatient)[1]?.body).toEqual({ roomNumber: "600", allergies: "Penicillin" });
  expect(sent(editPatient)[1]?.headers.get("if-match")).toBe('"v5"');
});

test("an age that is not a number empties the field, says that the age goes, and is sent as 0", async () => {
  const aged = aPatientRecord({ age: 44, birthday: null });
  const answers = [reply(onePatient, aged), reply(editPatient, { ...aged, age: 0 })];
  const { hand, sent } = renderScreen(<EditPatientDialog patientId={7} onClose={vi.fn()} />, { answers });
  await opened();
  await hand.clear(field("Age"));
  await hand.type(field("Age"), "xx");
  expect(field("Age").value).toBe("");
  screen.getByText("The age 44 will be removed.");
  await hand.click(screen.getByRole("button", { name: "Update Patient" }));
  await waitFor(() => expect(sent(editPatient)[0]?.body).toEqual({ age: 0 }));
});

test("says that the place of the next appointment is closed then", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  const place = (id: number, name: string, from: string) => ({
    id,
    clinicId: 1,
    name,
    address: null,
    room: null,
    isActive: true,
    hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from, to: "17:00" })),
    slotMinutes: 30,
  });
  const appointment = (startsAt: string, placeId: number): PatientAppointment => ({
    id: placeId,
    clinicId: 1,
    placeId,
    patientId: 7,
    visitId: placeId,
    personName: stored.patientName,
    contactNumber: null,
    startsAt,
    minutes: 30,
    reason: null,
    note: null,
    state: "booked",
    number: null,
    closed: null,
    birthday: null,
    age: null,
    sex: null,
    admissionNo: null,
  });
  const { hand } = openEdit([
    reply(listPlaces, [place(5, "Main clinic", "08:00"), place(6, "Annex", "13:00")]),
    reply(listDaysOff, []),
    reply(patientAppointments, [
      appointment("2026-11-24T05:00:00Z", 6),
      appointment("2026-11-10T05:00:00Z", 5),
    ]),
  ]);
  await opened();
  await hand.click(screen.getByText("More details"));
  const book = async (day: string, time: string) => {
    await hand.clear(field("Appointment day"));
    await hand.type(field("Appointment day"), day);
    await hand.clear(field("Appointment time"));
    await hand.type(field("Appointment time"), time);
  };
  await book("12/25/2026", "14:00");
  await screen.findByText("Annex is closed then: Christmas Day.");
  await book("12/01/2026", "09:00");
  await screen.findByText("Annex is closed then: outside clinic hours.");
  await book("12/01/2026", "14:00");
  await waitFor(() => expect(screen.queryByText(/is closed then/)).toBeNull());
  vi.useRealTimers();
});
