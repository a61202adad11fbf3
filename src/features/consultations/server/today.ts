import { sql } from "kysely";
import type { TodayItem } from "#features/consultations/contract.ts";
import { asPatientListItem, patientListColumns } from "#features/patients/server/patient-columns.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";

/**
 * Patients who are pending and not archived, whose newest consultation, appointment or registration falls on the
 * Manila day of `now`, by time. Three range scans, each over its own partial index.
 */
export async function listToday(
  clinic: ClinicScope,
  now: Date,
  { limit }: { limit?: number | undefined } = {},
): Promise<TodayItem[]> {
  const day = manilaDay(now);
  const range = manilaDayRange(day);
  const start = range.start.toISOString();
  const end = range.end.toISOString();
  const waiting = clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    // Written as a literal: a prepared statement uses a partial index only when it sees its condition.
    .where("isArchived", "=", sql.lit(false))
    .where("consultationStatus", "=", sql.lit("pending"));
  const falling = (column: "lastConsultationAt" | "appointmentTime" | "createdAt") =>
    waiting.where(column, ">=", start).where(column, "<", end);
  const isToday = (column: string) =>
    sql`${sql.ref(column)} >= ${start}::timestamptz and ${sql.ref(column)} < ${end}::timestamptz`;
  let list = clinic.db
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
          ])
          .where("clinicId", "=", clinic.id)
          .whereRef("patientId", "=", "patients.id")
          .where("createdAt", ">=", start)
          .where("createdAt", "<", end)
          .as("visits"),
      (join) => join.onTrue(),
    )
    .select(patientListColumns)
    .select([
      sql<string | null>`case when ${isToday("lastConsultationAt")} then last_consultation_at
                              when ${isToday("createdAt")} then created_at end`.as("consultationCreatedAt"),
      sql<string>`case when ${isToday("appointmentTime")} then appointment_time
                       else coalesce(least(first_at, case when ${isToday("createdAt")} then created_at end),
                                     last_consultation_at) end`.as("visitAt"),
      "visits.consultedAt",
    ])
    .where("patients.clinicId", "=", clinic.id)
    .orderBy("visitAt")
    .orderBy("patients.id");
  if (limit !== undefined) list = list.limit(limit);
  const rows = await list.execute();
  return rows.map(({ consultationCreatedAt, visitAt, consultedAt, ...patient }) => ({
    ...asPatientListItem(patient, day),
    consultationCreatedAt,
    visitAt,
    consultedAt,
  }));
}
