import { useQueryClient } from "@tanstack/react-query";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { patientFiles } from "#features/files/contract.ts";
import {
  archivedPatients,
  archivePatient,
  deletePatient,
  listPatients,
  onePatient,
  type PatientListItem,
  patientCounts,
  patientHistory,
  retrievePatient,
} from "#features/patients/contract.ts";
import { admissionFigures, analytics, dashboardFigures, listAdmissions } from "#features/reports/contract.ts";
import { keyOf, useSend } from "#web/calls.ts";

/** What shows a patient or counts patients, and is read anew after a change. */
export const patientAnswers = [
  listPatients,
  archivedPatients,
  patientCounts,
  onePatient,
  patientHistory,
  patientFiles,
  todaysConsultations,
  dashboardFigures,
  listAdmissions,
  admissionFigures,
  analytics,
] as const;

type Pages = { pages: { rows: PatientListItem[]; total: number | null }[] };

/** Archive, retrieve and delete. The first two act at once, with a toast that takes them back. */
export function usePatientActs() {
  const queries = useQueryClient();

  /** The row leaves the list before the server answers. */
  const drop = (from: typeof listPatients | typeof archivedPatients, id: number) => {
    void queries.cancelQueries({ queryKey: keyOf(from) });
    queries.setQueriesData<Pages>({ queryKey: [...keyOf(from), "pages"] }, (known) =>
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
  const readAnew = (list: typeof listPatients | typeof archivedPatients) => ({
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(list) }),
  });

  const quietly = { refreshes: patientAnswers, done: null };
  const undoArchive = useSend(retrievePatient, {
    ...quietly,
    failed: { title: "Error", fallback: "Failed to retrieve patient" },
  });
  const undoRetrieve = useSend(archivePatient, {
    ...quietly,
    failed: { title: "Error", fallback: "Failed to archive patient" },
  });
  const archiving = useSend(archivePatient, {
    refreshes: patientAnswers,
    done: { title: "Patient Archived", description: "Patient archived successfully" },
    failed: { title: "Error", fallback: "Failed to archive patient" },
    undo: ({ id }) => undoArchive.mutate({ params: { id: String(id) } }),
  });
  const retrieving = useSend(retrievePatient, {
    refreshes: patientAnswers,
    done: ({ patientName }) => ({
      title: "Patient Retrieved",
      ...(patientName !== undefined && { description: patientName }),
    }),
    failed: { title: "Error", fallback: "Failed to retrieve patient" },
    undo: ({ id }) => undoRetrieve.mutate({ params: { id: String(id) } }),
  });
  const deleting = useSend(deletePatient, {
    refreshes: patientAnswers.filter(
      (answer) => ![onePatient, patientHistory, patientFiles].includes(answer as never),
    ),
    done: { title: "Patient Deleted", description: "Patient permanently deleted" },
    failed: { title: "Error", fallback: "Failed to delete patient" },
  });

  return {
    archive: ({ id }: { id: number }) => {
      drop(listPatients, id);
      archiving.mutate({ params: { id: String(id) } }, readAnew(listPatients));
    },
    retrieve: ({ id }: { id: number }) => {
      drop(archivedPatients, id);
      retrieving.mutate({ params: { id: String(id) } }, readAnew(archivedPatients));
    },
    /** Rejects when the server refuses; the toast has said why. */
    remove: ({ id }: { id: number }) => deleting.mutateAsync({ params: { id: String(id) } }),
  };
}
