import { useLocation } from "@tanstack/react-router";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ClinicDialogs } from "#app/web/pages/dialogs/ClinicDialogs.tsx";
import { useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { patientAppointments } from "#features/appointments/contract.ts";
import { medicines } from "#features/clinical-lists/contract.ts";
import {
  completeConsultation,
  fullHistories,
  latestVitals,
  patientConsultations,
  type VitalSignReading,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { aFullHistory } from "#features/consultations/web/full-history/testing-full-history.ts";
import { patientFiles } from "#features/files/contract.ts";
import { household } from "#features/households/contract.ts";
import { immunizations } from "#features/immunizations/contract.ts";
import { patientPapers } from "#features/papers/contract.ts";
import { type HistoryEntry, onePatient, type Patient, patientHistory } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { type RecordHead, recordHead } from "#features/record-head/contract.ts";
import { patientReferrals } from "#features/referrals/contract.ts";
import { patientReminders } from "#features/reminders/contract.ts";
import { patientResults } from "#features/results/contract.ts";
import { moveVisit, patientVisits } from "#features/visits/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { PRINTED_PAGES_AT_MOST } from "#shared/print-limit.ts";
import { recordAt } from "#shared/record-address.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aRecordHead } from "#web/testing-record-head.ts";
import { aListedPatient, aPatientRecord, aVisit } from "#web/testing-records.ts";
import { Record } from "./RecordPage.tsx";

function Page() {
  const dialogs = useDialogs();
  const at = useLocation({ select: ({ pathname }) => recordAt(pathname) });
  return (
    <>
      <main>{at ? <Record {...at} dialogs={dialogs} /> : "The list of patients"}</main>
      <ClinicDialogs dialogs={dialogs} />
    </>
  );
}

const open = ({
  user = {},
  address = "/patients/1201",
  patient = {},
  head = {},
  answers = [],
}: {
  user?: Partial<CurrentUser>;
  address?: string;
  patient?: Partial<Patient>;
  head?: Partial<RecordHead>;
  answers?: FakeAnswer[];
} = {}) =>
  renderScreen(<Page />, {
    user,
    address,
    answers: [
      reply(onePatient, aPatientRecord(patient)),
      reply(recordHead, aRecordHead(head)),
      reply(vitalSignReadings, []),
      reply(fullHistories, []),
      reply(latestVitals, { ...NO_VITAL_SIGNS, recordedAt: null }),
      reply(patientVisits, []),
      reply(patientConsultations, []),
      reply(patientPrescriptions, []),
      ...answers,
    ],
  });

const patientArea = () => screen.findByRole("region", { name: "Patient" });
const buttons = async () =>
  within(await patientArea())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
const itemsOfMenu = async ({ hand }: ReturnType<typeof open>) => {
  await hand.click(await screen.findByRole("button", { name: /^More for / }));
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
};

test("reports a record that does not exist", async () => {
  open({
    answers: [refuse(onePatient, "not_found", "Patient not found"), refuse(recordHead, "not_found", "")],
  });
  await screen.findByRole("heading", { name: "Patient not found" });
});

test("a link to a merged record leads to its survivor, with a note", async () => {
  // The server answers the read with the survivor.
  const { address } = open({ address: "/patients/1300" });
  await screen.findByText("Merged into Nuñez, Althea Marie Cabahug");
  await waitFor(() => expect(address()).toBe("/patients/1201"));
  await screen.findByRole("heading", { level: 1, name: "Nuñez, Althea Marie Cabahug" });
});

test("the head has the name, chips, one line and the visit of today", async () => {
  open({
    patient: { birthday: "1955-03-04", contactNumber: "+639175550142", sex: "M" },
    head: {
      visit: aVisit({ number: 4, state: "with_doctor", withDoctorAt: "2026-11-20T01:12:00Z" }),
      visits: 22,
      firstVisit: "2024-03-11",
      discount: { kind: "senior", idNumber: "OSCA 06-12345" },
      hmo: { company: "Maxicare", validUntil: null },
    },
  });
  const head = (await patientArea()).textContent;
  for (const text of [
    "Senior OSCA 06-12345",
    "Maxicare",
    "March 4, 1955",
    "+63 917 555 0142",
    "22nd visit, since 2024",
    "Number 4",
    "With doctor",
    "since 9:12 AM",
  ])
    expect(head).toContain(text);
  expect(head).not.toContain("First visit");
});

test("a child's guardian is in the head, an adult's is not", async () => {
  const guardian = { name: "Joan Abella", relation: "Mother", phone: "+639175550177" };
  const ofChild = { birthday: null, age: 4, contactNumber: guardian.phone };
  open({ patient: ofChild, head: { guardian } });
  await screen.findByText(/mother Joan Abella/);
  expect(screen.getAllByRole("link", { name: "+63 917 555 0177" })).toHaveLength(1);
  cleanup();
  open({ patient: { ...ofChild, birthday: "1990-03-04" }, head: { guardian } });
  await patientArea();
  expect(screen.queryByText(/Joan Abella/)).toBeNull();
});

test("a missing birthday is added in the edit form, which opens at its field", async () => {
  const { hand } = open({ patient: { birthday: null, age: 4 } });
  await screen.findByText(/^Birthday missing/);
  await hand.click(await screen.findByRole("button", { name: "Add birthday" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Birthday" })));
});

test("no birthday is asked for where it is known, or by who may not edit", async () => {
  open({ patient: { birthday: "1990-03-04" } });
  await patientArea();
  expect(screen.queryByText(/^Birthday missing/)).toBeNull();
  cleanup();
  open({ user: staffWith("view_patients"), patient: { birthday: null, age: 4 } });
  expect((await patientArea()).textContent).toContain("no birthday yet");
  expect(screen.queryByRole("button", { name: "Add birthday" })).toBeNull();
});

test("who is with the doctor is called again from the menu; Undo restores the time of the first call", async () => {
  const visit = aVisit({ id: 9, number: 4, state: "with_doctor", withDoctorAt: "2026-11-20T01:12:00Z" });
  const shown = open({ head: { visit }, answers: [reply(moveVisit, visit)] });
  expect(await itemsOfMenu(shown)).toEqual(expect.arrayContaining(["Call Again", "For Payment", "CloseEsc"]));
  await shown.hand.click(screen.getByRole("menuitem", { name: "Call Again" }));
  await screen.findByText("Called again");
  const again = { state: "with_doctor", from: "with_doctor" };
  await shown.hand.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(shown.sent(moveVisit)).toHaveLength(2));
  expect(shown.sent(moveVisit).map(({ params, body }) => ({ ...params, body }))).toEqual([
    { id: "9", body: again },
    { id: "9", body: { ...again, since: visit.withDoctorAt } },
  ]);
});

test("the owner prescribes, merges and edits", async () => {
  const shown = open();
  expect(await buttons()).toEqual(
    expect.arrayContaining(["New Consultation", "Generate Prescription", "Record Vitals"]),
  );
  expect(await itemsOfMenu(shown)).toEqual(
    expect.arrayContaining([
      "Certificate",
      "Laboratory Request",
      "Imaging Request",
      "Refer Patient",
      "Add New ConsultationC",
      "Consultation History",
      "Consultation History Checklist",
      "Edit PatientE",
      "Give Patient a Copy",
      "Print Record",
      "Labels and Card",
      "Merge with Another Record…",
      "Archive Patient",
    ]),
  );
});

test("others propose to merge, and do not prescribe from here", async () => {
  const shown = open({ user: staffWith("view_patients") });
  const names = await buttons();
  expect(names).toContain("Record Vitals");
  expect(names).not.toContain("Generate Prescription");
  const items = await itemsOfMenu(shown);
  expect(items).toContain("Propose to Merge…");
  expect(items).toContain("Consultation History");
  for (const item of ["Merge with Another Record…", "Edit PatientE", "Done", "Archive Patient"])
    expect(items).not.toContain(item);
});

test("For Payment sends the patient there when the consultation is written, and leads back", async () => {
  const visit = aVisit({ id: 9, state: "with_doctor" });
  const { hand, sent, address } = open({
    head: { visit, isWritten: true },
    answers: [reply(moveVisit, { ...visit, state: "for_payment" })],
  });
  await hand.click(await screen.findByRole("button", { name: "For Payment" }));
  await screen.findByText("The list of patients");
  expect(address()).toBe("/patients");
  await waitFor(() =>
    expect(sent(moveVisit)).toMatchObject([
      { params: { id: "9" }, body: { state: "for_payment", from: "with_doctor" } },
    ]),
  );
  expect(sent(completeConsultation)).toHaveLength(0);
});

test.each<[string, Partial<RecordHead>]>([
  ["where the doctor is paid directly", { visit: aVisit({ state: "with_doctor" }), hasPaymentStep: false }],
  ["of a patient who is not in the queue", {}],
])("Done completes the consultation %s, and leads back", async (_, head) => {
  const { hand, sent } = open({
    patient: { consultationStatus: "pending" },
    head: { ...head, isWritten: true },
    answers: [reply(completeConsultation, aListedPatient())],
  });
  await hand.click(await screen.findByRole("button", { name: "Done" }));
  await screen.findByText("Consultation Completed");
  await screen.findByText("The list of patients");
  expect(sent(completeConsultation)).toMatchObject([{ params: { id: "1201" } }]);
});

test("tabs are links with counts, and words for what is new; only those that apply", async () => {
  open({ patient: { birthday: "1955-03-04", sex: "M" }, head: { results: 12, newResults: 2, visits: 7 } });
  const tabs = within(await screen.findByRole("navigation", { name: "Record" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Visits 7",
    "Medicines",
    "Results 12, 2 new",
    "Files",
    "Papers",
    "Bills",
    "Appointments",
    "Family",
    "Details",
    "History",
  ]);
  expect(tabs.getByRole("link", { name: /^Results/ }).getAttribute("href")).toBe("/patients/1201/results");
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("Visits 7");
});

test("a child has Growth and Immunization, a woman Pregnancy", async () => {
  const tabsOf = async (patient: Partial<Patient>) => {
    open({ patient });
    const tabs = within(await screen.findByRole("navigation", { name: "Record" }));
    const labels = tabs.getAllByRole("link").map(({ textContent }) => textContent);
    cleanup();
    return labels.slice(1, 4);
  };
  expect(await tabsOf({ birthday: "2022-03-04", sex: "M" })).toEqual(["Growth", "Immunization", "Medicines"]);
  expect(await tabsOf({ birthday: "1997-03-04", sex: "F" })).toEqual(["Pregnancy", "Medicines", "Results"]);
});

test("Details have the specification's words for empty fields", async () => {
  open({
    address: "/patients/1201/details",
    patient: { birthday: null, amount: null, preopDiagnosis: null, chiefComplaint: null, remarks: null },
  });
  await screen.findByText("Not provided");
  await screen.findByText("No remarks");
  expect(screen.getByText("Amount").nextElementSibling?.textContent).toBe("Not specified");
  expect(screen.getByText("Chief complaint").nextElementSibling?.textContent).toBe("Not specified");
  for (const title of [
    "Consultation Information",
    "Patient Information",
    "Status",
    "Medical Information",
    "Record Information",
  ])
    screen.getByRole("heading", { name: title });
  screen.getByRole("button", { name: "Consultation History Checklist" });
  screen.getByRole("button", { name: "Edit Patient" });
});

test("Details have Manila times, amounts and phone numbers, and a missed follow-up", async () => {
  open({
    address: "/patients/1201/details",
    patient: {
      amount: "48250.00",
      createdAt: "2026-11-18T00:14:00Z",
      contactNumber: "+639175550148",
      followUpDate: "2026-11-12",
    },
  });
  await screen.findByText("Nov 18, 2026, 8:14 AM");
  screen.getByText("₱48,250.00");
  expect(screen.getAllByText("+63 917 555 0148").length).toBe(2);
  expect((await screen.findByText(/November 12, 2026/)).textContent).toBe("November 12, 2026 missed");
});

test("History says who did what in words", async () => {
  const { sent } = open({
    address: "/patients/1201/history",
    answers: [
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
    ],
  });
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

test("the history, which is itself noted, is for the owner only and read when its tab is opened", async () => {
  const { sent } = open();
  await screen.findByText("No consultation records found for this patient.");
  expect(sent(patientHistory)).toHaveLength(0);
  cleanup();
  open({ user: staffWith("view_patients"), address: "/patients/1201/history" });
  const tabs = within(await screen.findByRole("navigation", { name: "Record" }));
  expect(tabs.queryByRole("link", { name: "History" })).toBeNull();
  await screen.findByText("No consultation records found for this patient.");
});

test("a new consultation opens above the history, which is above the record", async () => {
  const { hand, address } = open({ address: "/patients/1201?open=history&patient=1201" });
  const history = within(await screen.findByRole("dialog", { name: "Consultation History" }));
  await history.findByText("No prescriptions found for this patient.");
  await hand.click(await history.findByRole("button", { name: "Add New Consultation" }));
  await screen.findByRole("dialog", { name: "Nuñez, Althea Marie Cabahug" });
  expect(address()).toContain("over=consultation");
  await hand.keyboard("{Escape}");
  expect(await screen.findByRole("dialog", { name: "Consultation History" })).toBeTruthy();
  expect(address()).not.toContain("over=");
});

const aReading: VitalSignReading = {
  ...NO_VITAL_SIGNS,
  bloodPressure: "118/76",
  id: 5,
  recordedAt: "2026-11-20T01:10:00Z",
  recordedById: 1,
  isPregnant: false,
  gestationDays: null,
  enteredInError: null,
};

const aHistoryEntry = (id: number): HistoryEntry => ({
  id,
  event: "patient.view",
  label: `Record viewed, entry ${id}`,
  userName: "Rafael Peñaflor",
  userRole: "owner",
  ownerName: null,
  entity: null,
  entityId: null,
  changes: {},
  happenedAt: "2026-11-20T01:12:00Z",
});

test("Print Record prints all tabs at once, then shows the open one again", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  let entries = 0;
  const shown = open({
    patient: { birthday: "1955-03-04", sex: "M" },
    answers: [
      reply(fullHistories, [aFullHistory({ pastMedicalHistory: "Asthma since childhood" })]),
      reply(vitalSignReadings, [aReading]),
      reply(medicines, []),
      reply(immunizations, []),
      reply(patientResults, []),
      reply(patientFiles, []),
      reply(patientPapers, []),
      reply(patientReferrals, []),
      reply(patientAppointments, []),
      reply(patientReminders, { consents: [], reminders: [] }),
      reply(listPlaces, []),
      reply(household, {
        patientId: 1201,
        relation: null,
        members: [],
        guardian: null,
        nextOfKin: null,
        proposals: [],
      }),
      reply(
        patientHistory,
        () => {
          entries += 1;
          return [aHistoryEntry(entries)];
        },
        {
          "x-next-cursor": "2",
          "x-total-count": "5000",
        },
      ),
    ],
  });
  await itemsOfMenu(shown);
  await shown.hand.click(screen.getByRole("menuitem", { name: "Print Record" }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  for (const title of [
    "Consultation Records",
    "Full History",
    "Medicines",
    "Prescription History",
    "Immunization",
    "Results by date",
    "Complete Medical Records",
    "Lab Results",
    "Imaging",
    "Other Files",
    "Prescriptions",
    "Papers",
    "Referrals",
    "Bills and Payments",
    "Appointments",
    "Family",
    "Patient Information",
    "Activity Log",
  ])
    screen.getByRole("heading", { name: title });
  // The pages of a list, too, up to a limit, and the paper says what is left out.
  expect(screen.getAllByText(/^Record viewed, entry/)).toHaveLength(PRINTED_PAGES_AT_MOST);
  screen.getByText(`Printed: the first ${PRINTED_PAGES_AT_MOST} of 5,000. There are more.`);
  screen.getByText("Asthma since childhood");
  expect(screen.getByRole("table", { name: "All readings of vital signs" }).textContent).toContain("118/76");
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(screen.queryByRole("heading", { name: "Activity Log" })).toBeNull();
  screen.getByRole("heading", { name: "Consultation Records" });
});
