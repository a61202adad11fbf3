import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#server/database/db.types.ts";
import {
  type Birthdays,
  conditionsOf,
  type PatientConditions,
  type PatientSelection,
  type PatientSort,
} from "./patient-filter.ts";

export type Archived = PatientSelection["archived"];
export type Selected = PatientConditions & Birthdays & { clinicId: number };

/**
 * A date is searched for as text and as a birthday. These are two queries joined by a union, because with OR
 * PostgreSQL would use no index and read the table.
 */
export type By = "text" | "birthday";
export const waysToFind = ({ bornFrom }: Birthdays): By[] =>
  bornFrom === undefined ? ["text"] : ["text", "birthday"];

/** Literals, because a partial index is only used where its condition is not a parameter. */
const archiveCondition = {
  without: "not patients.is_archived",
  only: "patients.is_archived",
  with: "patients.is_archived in (false, true)",
} as const;

export const ofClinic = (db: Kysely<Database>, clinicId: number | RawBuilder<number>, archived: Archived) =>
  db
    .selectFrom("patients")
    .where("patients.clinicId", "=", clinicId)
    .where(sql.raw<boolean>(archiveCondition[archived]));

/** The patients of a selection, read by one of the access paths. */
export function hits(
  db: Kysely<Database>,
  {
    clinicId,
    bornFrom,
    bornTo,
    ...compared
  }: Omit<Selected, "clinicId"> & { clinicId: number | RawBuilder<number> },
  { sort, archived, by }: { sort: PatientSort; archived: Archived; by: By },
) {
  const patients = ofClinic(db, clinicId, archived);
  if (by === "text" || bornFrom === undefined || bornTo === undefined)
    return patients.where((one) => one.and(conditionsOf(one, compared, sort)));
  const rest = { ...compared, searched: undefined };
  return patients
    .where("birthday", ">=", bornFrom)
    .where("birthday", "<=", bornTo)
    .where((one) => one.and(conditionsOf(one, rest, sort)));
}
