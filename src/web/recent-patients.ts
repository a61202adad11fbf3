import type { QueryClient } from "@tanstack/react-query";
import { onePatient, type PatientListItem } from "#features/patients/contract.ts";
import { queryKeyOf } from "./data/calls.ts";

type RecentPatient = Pick<
  PatientListItem,
  "id" | "patientName" | "admissionNo" | "age" | "birthday" | "sex" | "patientPhoto"
>;

// In the query cache only, so it is cleared at sign-out, suspension and change of clinic.
const key = ["recently opened patients"];
const mostOpened = 5;

/** Puts the opened patient first in the palette's list. */
export function noteOpened(queries: QueryClient, patient: RecentPatient): void {
  const { id, patientName, admissionNo, age, birthday, sex, patientPhoto } = patient;
  queries.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
  queries.setQueryData<RecentPatient[]>(key, (before = []) => [
    { id, patientName, admissionNo, age, birthday, sex, patientPhoto },
    ...before.filter((other) => other.id !== id).slice(0, mostOpened - 1),
  ]);
}

/** The patients opened last, without deleted ones. */
export const recentPatients = (queries: QueryClient): RecentPatient[] =>
  (queries.getQueryData<RecentPatient[]>(key) ?? []).filter(
    ({ id }) =>
      queries.getQueryState([...queryKeyOf(onePatient), { params: { id: String(id) } }])?.status !== "error",
  );
