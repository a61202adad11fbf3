import { onePatient } from "#features/patients/contract.ts";
import { useCall } from "#web/data/calls.ts";

/** One patient's record, fetched once for all that show it. */
export const usePatient = (patientId: number) => useCall(onePatient, { params: { id: String(patientId) } });
