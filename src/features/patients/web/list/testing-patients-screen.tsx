import { vi } from "vitest";
import { listPatients, patientCounts } from "#features/patients/contract.ts";
import { type FakeAnswer, renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient } from "../testing-patients.ts";
import { PatientsScreen } from "./PatientsScreen.tsx";

export const maria = aListedPatient();
export const juan = aListedPatient({
  id: 8,
  admissionNo: "20261120-001",
  patientName: "Dela Cruz, Juan Miguel Santos",
  admissionStatus: "Outpatient",
  paymentStatus: "Paid-Received",
});
const counts = reply(patientCounts, { active: 248, archived: 4, admitted: 31, paymentPending: 46 });
export const listed = (rows = [maria, juan], total = rows.length) =>
  reply(listPatients, rows, { "x-total-count": String(total) });

export const openScreen = (answers: FakeAnswer[], options: Parameters<typeof renderScreen>[1] = {}) => {
  const actions = {
    onOpenPatient: vi.fn(),
    onConsultations: vi.fn(),
    onAddPatient: vi.fn(),
    onPrescribe: vi.fn(),
    onEdit: vi.fn(),
  };
  return {
    ...actions,
    ...renderScreen(<PatientsScreen {...actions} />, { ...options, answers: [counts, ...answers] }),
  };
};
