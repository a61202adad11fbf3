import { useQueryClient } from "@tanstack/react-query";
import {
  completeConsultation,
  reopenConsultation,
  type TodayItem,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { queryKeyOf, useEndpointMutation } from "#web/data/calls.ts";
import { completedToast } from "./completed-toast.ts";

/** Done: the row disappears immediately, and the toast's Undo restores it. */
export function useCompleteConsultation(): (patient: Pick<TodayItem, "id">) => void {
  const queries = useQueryClient();
  const reopen = useEndpointMutation(reopenConsultation, {
    done: null,
    failed: { title: "Error", fallback: "Failed to reopen consultation" },
  });
  const complete = useEndpointMutation(completeConsultation, {
    invalidatesOnError: true,
    done: (patient) => completedToast("patientName" in patient ? patient.patientName : undefined),
    failed: { title: "Error", fallback: "Failed to complete consultation" },
    undo: ({ id }) => reopen.mutate({ params: { id: String(id) } }),
  });
  return ({ id }) => {
    const list = { queryKey: queryKeyOf(todaysConsultations) };
    // A poll in progress would show the row again for a moment.
    void queries.cancelQueries(list);
    queries.setQueriesData<TodayItem[]>(list, (items) => items?.filter((item) => item.id !== id));
    complete.mutate({ params: { id: String(id) } });
  };
}
