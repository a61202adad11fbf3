import * as z from "zod/mini";
import {
  admissionStatuses,
  ListedPatient,
  PatientListItem,
  patientStatuses,
  paymentStatuses,
} from "#features/patients/contract.ts";
import { endpoint } from "#shared/endpoint.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { daysInOrder, pageSize } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

/** `best` ranks search results: number, surname, first name, others. It is the default of a search. */
export const patientSorts = [
  "best",
  "newest",
  "name-asc",
  "name-desc",
  "hospital-asc",
  "hospital-desc",
] as const;

const filterText = z.optional(z.string().check(z.maxLength(200, "At most 200 characters")));

/** One of the words; empty, or the specification's word for no filter, is undefined. */
const oneOf = <const Words extends readonly string[]>(words: Words, all?: string) =>
  z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => value === "" || value === all || words.includes(value),
            `Use one of ${words.join(", ")}`,
          ),
        ),
      z.transform((value): Words[number] | undefined => words.find((word) => word === value)),
    ),
  );
const filterDay = z.optional(
  z.string().check(z.refine((day) => isCalendarDay(day) && day >= "1900", "Enter a date")),
);
/** Contains at most the last row's hospital, 255 characters of any script. */
const Cursor = z.optional(z.string().check(z.maxLength(2200)));

const filters = z.object({
  search: filterText,
  /** Admission status or patient status. */
  status: oneOf([...admissionStatuses, ...patientStatuses], "All Patients"),
  payment: oneOf(paymentStatuses, "All Payments"),
  archived: oneOf(["true", "false"]),
  diagnosis: filterText,
  consultationStatus: oneOf(["pending", "completed"]),
  patientStatus: oneOf(patientStatuses, "All Patients"),
  /** First and last day, Manila, of admission or else registration. */
  from: filterDay,
  to: filterDay,
  sort: oneOf(patientSorts),
});
export const PatientFilter = filters.check(daysInOrder);
export type PatientFilter = z.output<typeof PatientFilter>;

/**
 * Without `limit` the whole list of whole patients; with it one page of short rows, and `X-Next-Cursor` when there is
 * another.
 */
const PatientQuery = z.extend(filters, { limit: z.optional(pageSize), cursor: Cursor }).check(daysInOrder);

const PatientCounts = z.object({
  active: z.int(),
  archived: z.int(),
  admitted: z.int(),
  paymentPending: z.int(),
});

export const listPatients = endpoint({
  method: "GET",
  path: "/api/patients",
  access: mayViewPatients,
  audit: "patient.list",
  reads: ["patients"],
  query: PatientQuery,
  response: z.array(ListedPatient),
});
export const archivedPatients = endpoint({
  method: "GET",
  path: "/api/patients/archived",
  access: mayViewPatients,
  audit: "patient.list",
  reads: ["patients"],
  query: z.object({ search: filterText, limit: z.optional(pageSize), cursor: Cursor }),
  response: z.array(ListedPatient),
});
export const patientCounts = endpoint({
  method: "GET",
  path: "/api/patients/counts",
  access: mayViewPatients,
  audit: null,
  reads: ["patients"],
  response: PatientCounts,
});
export const exportPatients = endpoint({
  method: "POST",
  path: "/api/patients/export",
  access: mayViewPatients,
  audit: "patient.export",
  changes: [],
  recentPassword: true,
  query: PatientFilter,
  response: "file",
});
/** All rows of the filter, for printing. 413 above the limit of rows per print. */
export const printPatients = endpoint({
  method: "POST",
  path: "/api/patients/print",
  access: mayViewPatients,
  audit: "patient.print",
  changes: [],
  recentPassword: true,
  query: PatientFilter,
  response: z.array(PatientListItem),
});
