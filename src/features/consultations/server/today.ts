import { type Kysely, sql } from "kysely";
import type { TodayItem } from "#features/consultations/contract.ts";
import { asPatientListItem, patientListColumns } from "#features/patients/server/patient-columns.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { rowVersion, takeVersion, versionColumn, versionOfAll } from "#server/database/row-versions.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";

/** Raised when the same rows are answered in another way. */
const edition = 1;

/** The patient and the consultations of the day that the caller sees. */
const versionOfItem = rowVersion(["patients"], sql`coalesce(visits.versions, 0)`);

const versionOf = (now: Date, rows: string): string => [edition, manilaDay(now), rows].join(".");

/** The instants that a clinic's day begins and ends at. */
type Day = { clinicId: number; start: string; end: string };

function dayOf({ id: clinicId }: ClinicScope, now: Date): Day {
  const { start, end } = manilaDayRange(manilaDay(now));
  return { clinicId, start: start.toISOString(), end: end.toISOString() };
}

/**
 * Patients who are pending and not archived, whose newest consultation, appointment or registration falls on the
 * Manila day of `now` (decision B18). Three range scans, each over its own partial index.
 */
function selectToday(db: Kysely<Database>, { clinicId, start, end }: Day) {
  const waiting = db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinicId)
    // Written out, for a prepared statement takes a partial index only when it sees its condition.
    .where("isArchived", "=", sql.lit(false))
    .where("consultationStatus", "=", sql.lit("pending"));
  const falling = (column: "lastConsultationAt" | "appointmentTime" | "createdAt") =>
    waiting.where(column, ">=", start).where(column, "<", end);
  return db
    .with("today", () =>
      falling("lastConsultationAt").union(falling("appointmentTime")).union(falling("createdAt")),
    )
    .selectFrom("patients")
    .innerJoin("today", "today.id", "patients.id")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("consultations")
          .select((of) => [
            of.fn.min("createdAt").as("firstAt"),
            sql<
              string | null
            >`max(created_at) filter (where consultation_type <> 'Vitals' and not is_intake)`.as(
              "consultedAt",
            ),
            sql<string | null>`bit_xor(${rowVersion(["consultations"])})`.as("versions"),
          ])
          .where("clinicId", "=", clinicId)
          .whereRef("patientId", "=", "patients.id")
          .where("createdAt", ">=", start)
          .where("createdAt", "<", end)
          .as("visits"),
      (join) => join.onTrue(),
    )
    .where("patients.clinicId", "=", clinicId);
}

const versionOfDay = shapedQuery((db, day: Day) =>
  selectToday(db, day).select(versionOfAll(versionOfItem).as("rows")),
);

/** Today's patients in the order of their time. */
export async function listToday(
  clinic: ClinicScope,
  now: Date,
  { limit }: { limit?: number | undefined } = {},
): Promise<{ items: TodayItem[]; version: string }> {
  const day = dayOf(clinic, now);
  const { start, end } = day;
  const isToday = (column: string) =>
    sql`${sql.ref(column)} >= ${start}::timestamptz and ${sql.ref(column)} < ${end}::timestamptz`;
  let list = selectToday(clinic.db, day)
    .select(patientListColumns)
    .select([
      sql<string | null>`case when ${isToday("lastConsultationAt")} then last_consultation_at
                              when ${isToday("createdAt")} then created_at end`.as("consultationCreatedAt"),
      sql<string>`case when ${isToday("appointmentTime")} then appointment_time
                       else coalesce(least(first_at, case when ${isToday("createdAt")} then created_at end),
                                     last_consultation_at) end`.as("visitAt"),
      "visits.consultedAt",
      versionColumn(versionOfItem),
    ])
    .orderBy("visitAt")
    .orderBy("patients.id");
  if (limit !== undefined) list = list.limit(limit);
  const { rows, version } = takeVersion(await list.execute());
  return {
    items: rows.map(({ consultationCreatedAt, visitAt, consultedAt, ...patient }) => ({
      ...asPatientListItem(patient, manilaDay(now)),
      consultationCreatedAt,
      visitAt,
      consultedAt,
    })),
    version: versionOf(now, version),
  };
}

/** The version of what `listToday` answers without a limit. */
export async function versionOfToday(clinic: ClinicScope, now: Date): Promise<string> {
  const [read] = await versionOfDay(clinic, dayOf(clinic, now));
  return versionOf(now, read?.rows ?? "");
}
