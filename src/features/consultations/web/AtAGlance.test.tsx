import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  type Consultation,
  patientConsultations,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { AtAGlance } from "./AtAGlance.tsx";

const visit = (changed: Partial<Consultation>): Consultation => ({
  id: 31,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General Consultation",
  chiefComplaint: "Cough",
  historyOfPresentIllness: null,
  vitalSigns: null,
  physicalExamination: null,
  diagnosis: "Bronchitis",
  treatment: "Fluids, steam",
  medications: null,
  followUpDate: "2026-11-27",
  notes: null,
  createdAt: "2026-11-19T02:00:00Z",
  isIntake: false,
  diagnoses: [],
  addenda: [],
  ...changed,
});

const show = (visits: Consultation[], pulse: number | null) =>
  renderScreen(<AtAGlance patientId={1201} />, {
    answers: [
      reply(onePatient, aPatientRecord({ birthday: "1959-03-04", followUpDate: "2026-11-19" })),
      reply(patientConsultations, visits),
      reply(
        vitalSignReadings,
        pulse === null
          ? []
          : [{ ...NO_VITAL_SIGNS, id: 1, recordedAt: "2026-11-20T02:00:00Z", pulse, weight: 61 }],
      ),
    ],
  });

test("has the last consultation's plan, whatever was recorded after it, and the newest vital signs", async () => {
  show(
    [
      visit({ id: 33, consultationType: "Vitals", diagnosis: null, treatment: null }),
      visit({ id: 32, isIntake: true, diagnosis: "Assessment pending" }),
      visit({}),
    ],
    128,
  );
  await screen.findByText("Bronchitis");
  const glance = within(screen.getByRole("region", { name: "At a glance" }));
  for (const text of ["Nov 19, 2026", "Fluids, steam", "Nov 27, 2026", "Nov 20, 2026, 10:00 AM", "128"])
    expect(glance.getByText(text)).toBeTruthy();
  expect(await glance.findByText("Above 100")).toBeTruthy();
  expect(glance.getByText("Missed follow-up, Nov 19, 2026")).toBeTruthy();
  expect(glance.queryByText("Height")).toBeNull();
});

test("says what is not there yet", async () => {
  show([], null);
  await screen.findByText("No consultation yet");
  await screen.findByText("Not recorded yet");
});
