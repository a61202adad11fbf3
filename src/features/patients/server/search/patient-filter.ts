import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { type PatientFilter, type patientSorts, patientStatuses } from "#features/patients/contract.ts";
import type { Database } from "#server/database/db.types.ts";
import { birthdaysMeant } from "#shared/formats/dates.ts";
import { searchWords } from "#shared/formats/names.ts";

export type PatientSort = (typeof patientSorts)[number];

/** Only what was searched for has a best match. */
export function sortOf({ search, sort }: Pick<PatientFilter, "search" | "sort">): PatientSort {
  const isSearch = searchWords(search ?? "").length > 0;
  if (sort === undefined) return isSearch ? "best" : "newest";
  return sort === "best" && !isSearch ? "newest" : sort;
}

/** Which patients: the filter of the list, and whether archived ones are left out, alone or among the rest. */
export type PatientSelection = Omit<PatientFilter, "archived" | "sort"> & {
  archived: "without" | "only" | "with";
};

export const selectionOf = ({ archived, ...filter }: PatientFilter): PatientSelection => ({
  ...filter,
  archived: archived === "true" ? "with" : "without",
});

/** What of a selection is compared with a row, texts as the patterns of their words. */
export type PatientConditions = Pick<
  PatientSelection,
  "payment" | "patientStatus" | "consultationStatus" | "from" | "to"
> & {
  /** `status` names one of either kind. */
  admissionStatus: PatientSelection["status"];
  stage: PatientSelection["patientStatus"];
  searched: string[] | undefined;
  diagnosed: string[] | undefined;
};

export function comparedWith(selection: PatientSelection): PatientConditions {
  const { search, diagnosis, status, payment, patientStatus, consultationStatus, from, to } = selection;
  const stage = patientStatuses.find((word) => word === status);
  return {
    admissionStatus: stage ? undefined : status,
    stage,
    payment,
    patientStatus,
    consultationStatus,
    from,
    to,
    searched: search?.trim() ? patterns(search) : undefined,
    // The hospital is before the first bar.
    diagnosed: diagnosis?.trim() ? patterns(diagnosis, "%|%") : undefined,
  };
}

/** Birthdays that the search text may be, in addition to its words. */
export type Birthdays = { bornFrom?: string | undefined; bornTo?: string | undefined };

export function birthdaysOf({ search }: PatientSelection): Birthdays {
  const meant = birthdaysMeant(search ?? "");
  return { bornFrom: meant?.from, bornTo: meant?.to };
}

/** Folded words contain no wildcards. */
const patterns = (text: string, before = "%") => searchWords(text).map((word) => `${before}${word}%`);

/** The filter's conditions beyond clinic and archive, all of which the newest-first index covers. */
export function conditionsOf(
  db: ExpressionBuilder<Database, "patients">,
  compared: PatientConditions,
  sort: PatientSort,
): Expression<SqlBool>[] {
  const {
    searched,
    diagnosed,
    admissionStatus,
    stage,
    payment,
    patientStatus,
    consultationStatus,
    from,
    to,
  } = compared;
  const conditions: Expression<SqlBool>[] = [];
  if (admissionStatus) conditions.push(db("admissionStatus", "=", admissionStatus));
  if (stage) conditions.push(db("patientStatus", "=", stage));
  if (payment) conditions.push(db("paymentStatus", "=", payment));
  if (patientStatus) conditions.push(db("patientStatus", "=", patientStatus));
  if (consultationStatus) conditions.push(db("consultationStatus", "=", consultationStatus));
  if (from) conditions.push(db(day(), ">=", from));
  if (to) conditions.push(db(day(), "<=", to));
  if (searched) conditions.push(db.or([holds("searchText", searched), holds("otherText", searched)]));
  if (diagnosed) conditions.push(holds("otherText", diagnosed));
  return conditions;

  /**
   * The index by day contains neither the text nor the hospital. PostgreSQL takes any span for a short one and
   * would read all its rows by that index, so with other conditions the day is a sum, which no index matches.
   */
  function day() {
    const isAnsweredByDay = sort === "newest" && !searched && !diagnosed;
    return isAnsweredByDay ? sql.ref<string>("patients.recordDay") : sql<string>`(patients.record_day + 0)`;
  }

  /** All words in any order; a search without letters or digits matches nobody. */
  function holds(column: "searchText" | "otherText", words: string[]): Expression<SqlBool> {
    if (words.length === 0) return sql<SqlBool>`false`;
    return db.and(words.map((word) => db(column, "like", word)));
  }
}
