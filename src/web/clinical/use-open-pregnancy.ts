import { summary } from "#features/clinical-lists/summary-contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** The open pregnancy of a patient, from the summary that the head of the record shows too. */
export const useOpenPregnancy = (patientId: number) =>
  useCall(summary, { params: { id: String(patientId) } }, { enabled: useCan()(summary) }).data?.pregnancy;
