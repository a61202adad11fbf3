import { type AliasedExpression, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { RecordEvent } from "#shared/record-events.ts";

const listed = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));

// The conditions of two indexes, repeated so that these are used.
const ofEntries = sql`h.event in (${listed([
  "entry.mark",
  "vitals.mark",
  "record.confidential",
  "result.judge",
  "import.run",
] satisfies RecordEvent[])}) and h.entity in (${listed(["consultations", "problems", "prescriptions", "results"])})`;
const ofMoves = sql`h.event in (${listed([
  "patient.merge",
  "patient.unmerge",
  "patient.restore",
] satisfies RecordEvent[])}) and h.entity in (${listed(["merges", "patients"])})`;

type Entry = {
  table: "consultations" | "problems" | "prescriptions" | "results";
  /** Its column in the query. */
  id: string;
};

const ofEntry = (clinic: ClinicScope, { table, id }: Entry) =>
  sql`h.clinic_id = ${clinic.id} and h.entity = ${sql.lit(table)} and h.entity_id = ${sql.ref(id)} and ${ofEntries}`;

/**
 * When a row changed what it says without a time in the row itself: it was marked, judged again or imported, or its
 * patient was merged, unmerged or restored. Null: never.
 */
export function laterChange(
  clinic: ClinicScope,
  { patient, entry }: { patient: string; entry?: Entry },
): AliasedExpression<string | null, "laterAt"> {
  const moved = sql<string | null>`(select max(h.happened_at) from record_history h
    where h.clinic_id = ${clinic.id} and h.patient_id = ${sql.ref(patient)} and ${ofMoves})`;
  if (!entry) return moved.as("laterAt");
  const changed = sql`(select max(h.happened_at) from record_history h where ${ofEntry(clinic, entry)})`;
  return sql<string | null>`greatest(${changed}, ${moved})`.as("laterAt");
}

/** Whether a consultation came with a list, which names its day alone. */
export const isImported = (clinic: ClinicScope, id: string): AliasedExpression<boolean, "isImported"> =>
  sql<boolean>`exists (select from record_history h
    where ${ofEntry(clinic, { table: "consultations", id })} and h.event = 'import.run')`.as("isImported");
