// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type Consultation, latestVitals, patientConsultations } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/vital-signs.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ConsultationRecords } from "./ConsultationRecords.tsx";
import { LatestVitals } from "./LatestVitals.tsx";

const dengue: Consultation = {
  id: 31,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General Consultation",
  chiefComplaint: "Fever, day 4",
  historyOfPresentIllness:
    '{"fever":true,"feverOnset":"four days ago","vomiting":false,"vomitingFrequency":""}',
  vitalSigns: { ...NO_VITAL_SIGNS, bloodPressure: "92/58", temperature: 38.9 },
  physicalExamination: null,
  diagnosis: "Dengue fever",
  treatment: "Oral rehydration",
  medications: "Paracetamol 250 mg",
  followUpDate: "2026-11-21",
  notes: null,
  // 0:30 on November 20 in Manila.
  createdAt: "2026-11-19T16:30:00Z",
};
const vitalsAlone: Consultation = {
  ...dengue,
  id: 30,
  consultationType: "Vitals",
  chiefComplaint: null,
  historyOfPresentIllness: null,
  diagnosis: null,
  treatment: null,
  medications: null,
  followUpDate: null,
  createdAt: "2026-11-18T02:00:00Z",
};

const patient = reply(onePatient, aPatientRecord());
const showRecords = (answers: FakeAnswer[], user = {}) => {
  const onAdd = vi.fn();
  const ui = <ConsultationRecords patientId={1201} onAdd={onAdd} />;
  return { onAdd, ...renderScreen(ui, { answers: [patient, ...answers], user }) };
};

it("says that there are none, and adds the first", async () => {
  const { hand, onAdd } = showRecords([reply(patientConsultations, [])]);
  expect(await screen.findByText("No consultation records found for this patient.")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Add New Consultation" }));
  expect(onAdd).toHaveBeenCalledOnce();
});

it("says that they could not be read", async () => {
  showRecords([refuse(patientConsultations, "internal", "")]);
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load consultations");
});

it("lists the Manila day, the type, the signs, the complaint and the diagnosis", async () => {
  showRecords([reply(patientConsultations, [dengue, vitalsAlone])]);
  await screen.findByText("Fever, day 4");
  const [first, second] = screen.getAllByRole("listitem").map((row) => within(row));
  for (const text of ["Nov 20, 2026", "Dengue fever", "General", "BP 92/58 mmHg, temperature 38.9 °C"])
    expect(first?.getByText(text)).toBeTruthy();
  for (const text of ["Vital signs recorded", "Vitals"]) expect(second?.getByText(text)).toBeTruthy();
});

it("offers no new consultation to who may only view", async () => {
  showRecords([reply(patientConsultations, [])], staffWith("view_patients"));
  await screen.findByText("No consultation records found for this patient.");
  expect(screen.queryByRole("button", { name: "Add New Consultation" })).toBeNull();
});

it("loads the next page on demand", async () => {
  const { hand, sent } = showRecords([
    reply(patientConsultations, ({ query }) => (query.cursor ? [vitalsAlone] : [dengue]), {
      "x-next-cursor": "abc",
      "x-total-count": "2",
    }),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Vital signs recorded")).toBeTruthy();
  expect(sent(patientConsultations).map(({ query }) => query.cursor)).toEqual([undefined, "abc"]);
});

it("opens one with all that was written", async () => {
  const { hand } = showRecords([reply(patientConsultations, [dengue])]);
  await hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  const lines = dialog
    .getAllByRole("term")
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(Object.fromEntries(lines)).toEqual({
    Type: "General",
    "Consultation ID": "31",
    "Vital signs": "Blood pressure 92/58 mmHgTemperature 38.9 °C",
    "Chief complaint": "Fever, day 4",
    "History of present illness": "Fever four days ago",
    "Physical examination": "Not specified",
    Diagnosis: "Dengue fever",
    "Treatment plan": "Oral rehydration",
    Medications: "Paracetamol 250 mg",
    "Next Appointment": "November 21, 2026",
    "Additional notes": "Not specified",
  });
});

it("shows a dash for each sign and the body mass index while none was recorded", async () => {
  renderScreen(<LatestVitals patientId={1201} />, {
    answers: [patient, reply(latestVitals, { ...NO_VITAL_SIGNS, recordedAt: null })],
  });
  expect(await screen.findByText("None recorded")).toBeTruthy();
  expect(screen.getAllByText("—")).toHaveLength(8);
});

it("flags the latest vital signs by the age at that time, and says when they were taken", async () => {
  renderScreen(<LatestVitals patientId={1201} />, {
    answers: [
      // Eight since then; on the day of the visit the child was 6 years old.
      reply(onePatient, aPatientRecord({ birthday: "2018-06-02" })),
      reply(latestVitals, { ...NO_VITAL_SIGNS, pulse: 114, recordedAt: "2025-03-01T01:28:00Z" }),
    ],
  });
  expect(await screen.findByText("Mar 1, 2025, 9:28 AM")).toBeTruthy();
  expect(await screen.findByText("Within 75 to 115")).toBeTruthy();
});
