import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CurrentUser } from "#features/accounts/contract.ts";
import {
  type Consultation,
  patientConsultations,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { aUser, renderScreen, reply } from "#web/testing.tsx";
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
  addenda: [],
  ...changed,
});

const show = (visits: Consultation[], pulse: number | null, user: Partial<CurrentUser> = {}) =>
  renderScreen(<AtAGlance patientId={1201} />, {
    user,
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

const inClinicWith = (adultRanges: AdultRanges): Partial<CurrentUser> => {
  const { clinic } = aUser();
  return { clinic: clinic && { ...clinic, adultRanges } };
};

test("an adult is flagged by the ranges that the clinic has set", async () => {
  show([], 105, inClinicWith({ pulse: { low: 51, high: 110 } }));
  await screen.findByText("105");
  await screen.findByText(/^Missed follow-up/);
  expect(screen.queryByText(/^Above/)).toBeNull();
  cleanup();
  show([], 95, inClinicWith({ pulse: { low: 51, high: 90 } }));
  await screen.findByText("Above 90");
});
