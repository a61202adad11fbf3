import { onePatient } from "#features/patients/contract.ts";
import { useCall } from "#web/data/calls.ts";

/** One patient's record, loaded once for all that shows it. */
export const usePatient = (patientId: number) => useCall(onePatient, { params: { id: String(patientId) } });
