import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { PatientFilter, patientSorts } from "#features/patients/contract.ts";
import type { Database } from "#server/db.types.ts";
import { searchWords } from "#shared/names.ts";

export type PatientSort = (typeof patientSorts)[number];

/** Which patients: the filter of the list, and whether archived ones are left out, alone or among the rest. */
export type PatientSelection = Omit<PatientFilter, "archived" | "sort"> & {
  archived: "without" | "only" | "with";
};

export const selectionOf = ({ archived, ...filter }: PatientFilter): PatientSelection => ({
  ...filter,
  archived: archived === "true" ? "with" : "without",
});

/** Text is held by the newest-first index only. */
export const searchesText = ({ search, diagnosis }: PatientSelection): boolean =>
  Boolean(search?.trim() || diagnosis?.trim());

/** What the filter asks of a row beyond clinic and archive; the newest-first index can answer all of it. */
export function conditionsOf(
  db: ExpressionBuilder<Database, "patients">,
  selection: PatientSelection,
  sort: PatientSort,
): Expression<SqlBool>[] {
  const { search, diagnosis, status, payment, patientStatus, consultationStatus, from, to } = selection;
  const conditions: Expression<SqlBool>[] = [];
  if (status) conditions.push(db("admissionStatus", "=", status));
  if (payment) conditions.push(db("paymentStatus", "=", payment));
  if (patientStatus) conditions.push(db("patientStatus", "=", patientStatus));
  if (consultationStatus) conditions.push(db("consultationStatus", "=", consultationStatus));
  if (from) conditions.push(db(day(), ">=", from));
  if (to) conditions.push(db(day(), "<=", to));
  if (search?.trim()) conditions.push(db.or([holds("searchText", search), holds("otherText", search)]));
  // The hospital stands before the first bar.
  if (diagnosis?.trim()) conditions.push(holds("otherText", diagnosis, "%|%"));
  return conditions;

  /**
   * The index by day holds neither the text nor the hospital. PostgreSQL takes any span for a short one and would
   * read the rows of all its days by that index, so there the day is written as a sum, which no index starts with.
   */
  function day() {
    const isAnsweredByDay = sort === "newest" && !searchesText(selection);
    return isAnsweredByDay ? sql.ref<string>("patients.recordDay") : sql<string>`(patients.record_day + 0)`;
  }

  /** Every word, in any order. Folded words hold no wildcards; a search of signs alone finds nobody. */
  function holds(column: "searchText" | "otherText", text: string, before = "%"): Expression<SqlBool> {
    const words = searchWords(text);
    if (words.length === 0) return sql<SqlBool>`false`;
    return db.and(words.map((word) => db(column, "like", `${before}${word}%`)));
  }
}
