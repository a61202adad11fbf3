import { useQueryClient } from "@tanstack/react-query";
import {
  archivedPatients,
  archivePatient,
  deletePatient,
  listPatients,
  type PatientListItem,
  retrievePatient,
} from "#features/patients/contract.ts";
import { queryKeyOf, useEndpointMutation } from "#web/data/calls.ts";

type Pages = { pages: { rows: PatientListItem[]; total: number | null }[] };

/** Archive, retrieve and delete. The first two run immediately, with an Undo toast. */
export function usePatientActions() {
  const queries = useQueryClient();

  /** The row is removed before the server responds. */
  const drop = (from: typeof listPatients | typeof archivedPatients, id: number) => {
    void queries.cancelQueries({ queryKey: queryKeyOf(from) });
    queries.setQueriesData<Pages>({ queryKey: [...queryKeyOf(from), "pages"] }, (known) =>
      known?.pages.some(({ rows }) => rows.some((row) => row.id === id))
        ? {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              rows: page.rows.filter((row) => row.id !== id),
              total: page.total === null ? null : page.total - 1,
            })),
          }
        : known,
    );
  };

  const undoArchive = useEndpointMutation(retrievePatient, {
    done: null,
    failed: { title: "Error", fallback: "Failed to retrieve patient" },
  });
  const undoRetrieve = useEndpointMutation(archivePatient, {
    done: null,
    failed: { title: "Error", fallback: "Failed to archive patient" },
  });
  const archiving = useEndpointMutation(archivePatient, {
    invalidatesOnError: true,
    done: ({ laterAppointments: later }) => ({
      title: "Patient Archived",
      description: `Patient archived successfully${later ? `. Later appointments stay booked: ${later}` : ""}`,
    }),
    failed: { title: "Error", fallback: "Failed to archive patient" },
    undo: ({ id }) => undoArchive.mutate({ params: { id: String(id) } }),
  });
  const retrieving = useEndpointMutation(retrievePatient, {
    invalidatesOnError: true,
    done: ({ patientName }) => ({
      title: "Patient Retrieved",
      ...(patientName !== undefined && { description: patientName }),
    }),
    failed: { title: "Error", fallback: "Failed to retrieve patient" },
    undo: ({ id }) => undoRetrieve.mutate({ params: { id: String(id) } }),
  });
  const deleting = useEndpointMutation(deletePatient, {
    done: { title: "Patient Deleted", description: "Patient permanently deleted" },
    failed: { title: "Error", fallback: "Failed to delete patient" },
  });

  return {
    archive: ({ id }: { id: number }) => {
      drop(listPatients, id);
      archiving.mutate({ params: { id: String(id) } });
    },
    retrieve: ({ id }: { id: number }) => {
      drop(archivedPatients, id);
      retrieving.mutate({ params: { id: String(id) } });
    },
    /** Rejects when the server refuses; the toast has shown the error. */
    remove: ({ id }: { id: number }) => deleting.mutateAsync({ params: { id: String(id) } }),
  };
}
