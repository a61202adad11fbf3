import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { onePatient, patientHistory } from "#features/patients/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "../testing-patients.ts";
import { PatientDetailsDialog } from "./PatientDetailsDialog.tsx";

const openDetails = (answers: FakeAnswer[], user = {}) =>
  renderScreen(
    <PatientDetailsDialog
      patientId={7}
      onClose={vi.fn()}
      actions={<button type="button">Record Vitals</button>}
      vitals={<p>Latest vital signs</p>}
      consultations={<p>Consultation Records</p>}
      records={<p>Records</p>}
    />,
    { user, answers },
  );

test("reports a record that does not exist", async () => {
  openDetails([refuse(onePatient, "not_found", "Patient not found")]);
  await screen.findByRole("heading", { name: "Patient not found" });
});

test("empty fields have the specification's words, and allergies are not recorded", async () => {
  openDetails([
    reply(
      onePatient,
      aPatientRecord({ birthday: null, amount: null, preopDiagnosis: null, allergies: null }),
    ),
  ]);
  const dialog = await screen.findByRole("dialog", { name: "Patient Details - 20261118-004" });
  await within(dialog).findByText("Not provided");
  within(dialog).getByText("No remarks");
  expect(within(dialog).getByText("Amount").nextElementSibling?.textContent).toBe("Not specified");
  within(dialog).getByText("Allergies: not recorded");
  expect(within(dialog).getAllByText("Not specified").length).toBeGreaterThanOrEqual(5);
});

test("the record shows the patient, the other features' parts, and Manila times", async () => {
  openDetails([reply(onePatient, aPatientRecord({ allergies: "penicillin" }))]);
  await screen.findByText("Allergies: penicillin");
  await screen.findByRole("button", { name: "Show Activity" });
  for (const text of [
    "March 4, 1959",
    "₱48,250.00",
    "+63 917 555 0148",
    "Nov 18, 2026, 8:14 AM",
    "Nov 20, 2026, 9:31 AM",
  ])
    screen.getByText(text);
  for (const slot of ["Record Vitals", "Latest vital signs", "Consultation Records", "Records"])
    screen.getByText(slot);
});

test("shows a missed follow-up", async () => {
  openDetails([reply(onePatient, aPatientRecord({ followUpDate: "2026-11-12" }))]);
  const day = await screen.findByText(/November 12, 2026/);
  expect(day.textContent).toBe("November 12, 2026 missed");
});

test("fetches the history on demand and shows it in words", async () => {
  const { hand, sent } = openDetails([
    reply(onePatient, aPatientRecord()),
    reply(patientHistory, [
      {
        id: 3,
        event: "patient.update",
        label: "Record changed",
        userName: "Marites Bañez",
        userRole: "secretary",
        ownerName: "Rafael Peñaflor",
        entity: "patients",
        entityId: 7,
        changes: {
          room_number: ["512-B", "514-A"],
          date_of_admission: [null, "2026-11-18"],
          amount: ["100.00", null],
        },
        happenedAt: "2026-11-20T02:38:00.000Z",
      },
    ]),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Show Activity" }));
  const entry = (await screen.findByText("Record changed")).closest("li") as HTMLElement;
  for (const text of [
    "Nov 20, 2026, 10:38 AM",
    "by Marites Bañez",
    "Staff mode of Rafael Peñaflor",
    "Room number: 512-B → changed to 514-A",
    "Date of admission: Nov 18, 2026",
    "Amount: ₱100.00 → changed to empty",
  ])
    expect(entry.textContent).toContain(text);
  expect(sent(patientHistory)).toHaveLength(1);
});

test("the history is for the owner only", async () => {
  openDetails([reply(onePatient, aPatientRecord())], staffWith("view_patients"));
  await screen.findByText("Record Information");
  expect(screen.queryByText("Activity Log")).toBeNull();
});
