import { admissionStatuses, patientStatuses, paymentStatuses } from "#features/patients/contract.ts";
import type { PatientSearch } from "./patient-search.ts";

const byName = [
  { value: "name-asc", label: "Name A-Z" },
  { value: "name-desc", label: "Name Z-A" },
  { value: "hospital-asc", label: "Hospital A-Z" },
  { value: "hospital-desc", label: "Hospital Z-A" },
];

/** A search has a best match, which is then the default order. */
export const sortOptions = (search: string | undefined) =>
  search
    ? [{ value: "", label: "Best match first" }, { value: "newest", label: "Newest first" }, ...byName]
    : [{ value: "", label: "Newest first" }, ...byName];

/** The select's value: empty for the default order, which is newest first without a search. */
export const chosenSort = ({ q, sort }: PatientSearch): string =>
  sort === undefined || (sort === "newest" && !q) ? "" : sort;

export const paymentOptions = [{ value: "", label: "All Payments" }, ...paymentStatuses];

export const admissionOptions = [{ value: "", label: "All Status" }, ...admissionStatuses];

export const patientStatusOptions = [{ value: "", label: "All Patients" }, ...patientStatuses];
