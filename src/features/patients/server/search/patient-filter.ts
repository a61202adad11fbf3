import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { type PatientFilter, type patientSorts, patientStatuses } from "#features/patients/contract.ts";
import type { Database } from "#server/database/db.types.ts";
import { owes } from "#server/money-figures.ts";
import { birthdaysMeant } from "#shared/formats/dates.ts";
import { searchWords } from "#shared/formats/name-search.ts";

export type PatientSort = (typeof patientSorts)[number];

/** Only a search has best matches. */
export function sortOf({ search, sort }: Pick<PatientFilter, "search" | "sort">): PatientSort {
  const isSearch = searchWords(search ?? "").length > 0;
  if (sort === undefined) return isSearch ? "best" : "newest";
  return sort === "best" && !isSearch ? "newest" : sort;
}

/** Which patients: the list's filter, and whether archived ones are excluded, included or the only ones. */
export type PatientSelection = Omit<PatientFilter, "archived" | "sort"> & {
  archived: "without" | "only" | "with";
};

export const selectionOf = ({ archived, ...filter }: PatientFilter): PatientSelection => ({
  ...filter,
  archived: archived === "true" ? "with" : "without",
});

/** A selection's values for comparison with a row; texts are the patterns of their words. */
export type PatientConditions = Pick<
  PatientSelection,
  "payment" | "patientStatus" | "consultationStatus" | "from" | "to"
> & {
  /** `status` matches either status. */
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
    // The hospital precedes the first bar.
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
  // Nobody who was never charged is pending.
  if (payment)
    conditions.push(
      db("paymentStatus", "=", payment),
      sql<boolean>`(payment_status = 'Paid-Received' or ${owes()})`,
    );
  if (patientStatus) conditions.push(db("patientStatus", "=", patientStatus));
  if (consultationStatus) conditions.push(db("consultationStatus", "=", consultationStatus));
  if (from) conditions.push(db(day(), ">=", from));
  if (to) conditions.push(db(day(), "<=", to));
  if (searched) conditions.push(db.or([holds("searchText", searched), holds("otherText", searched)]));
  if (diagnosed) conditions.push(holds("otherText", diagnosed));
  return conditions;

  /**
   * The index by day contains neither the text nor the hospital. PostgreSQL expects any range to be short and would
   * read all its rows by that index, so with other conditions the day is an expression that no index matches.
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
