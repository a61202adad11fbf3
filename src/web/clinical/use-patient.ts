import { onePatient } from "#features/patients/contract.ts";
import { useCall } from "#web/data/calls.ts";

/** The record of one patient, read once for whatever stands open on it. */
export const usePatient = (patientId: number) => useCall(onePatient, { params: { id: String(patientId) } });
