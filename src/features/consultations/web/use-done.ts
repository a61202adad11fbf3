import { useQueryClient } from "@tanstack/react-query";
import {
  completeConsultation,
  reopenConsultation,
  type TodayItem,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { listPatients, onePatient, patientHistory } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { keyOf, useSend } from "#web/calls.ts";

const refreshes = [todaysConsultations, listPatients, onePatient, patientHistory, dashboardFigures];

/** Done: the row leaves at once, and the toast's Undo brings it back. */
export function useDone(): (item: TodayItem) => void {
  const queries = useQueryClient();
  const reopen = useSend(reopenConsultation, {
    refreshes,
    done: null,
    failed: { title: "Error", fallback: "Failed to reopen consultation" },
  });
  const complete = useSend(completeConsultation, {
    refreshes,
    done: { title: "Consultation Completed", description: "Patient has been moved to the patient list" },
    failed: { title: "Error", fallback: "Failed to complete consultation" },
    undo: ({ id }) => reopen.mutate({ params: { id: String(id) } }),
  });
  return ({ id }) => {
    const list = { queryKey: keyOf(todaysConsultations) };
    // A poll under way would bring the row back for a moment.
    void queries.cancelQueries(list);
    queries.setQueriesData<TodayItem[]>(list, (items) => items?.filter((item) => item.id !== id));
    complete.mutateAsync({ params: { id: String(id) } }).catch(() => queries.invalidateQueries(list));
  };
}
