import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { fromCursor, pageIsGone } from "#server/http/cursor.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { isInError } from "#server/patient/entries-in-error.ts";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import type { AgeSource } from "#shared/clinical/age.ts";
import { notComeStates } from "#shared/clinical/visit-states.ts";
import { notFound } from "#shared/errors.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";

export type VisitDays = {
  /** By whom vital signs are judged. */
  person: AgeSource & { adultRanges: AdultRanges | null };
  /** Newest first, at most as many as were wanted. */
  days: string[];
  /** On how many of the days from the first of these on the patient came. */
  total: number;
  /** The days after the last of these, and the earliest. */
  more: { days: number; until: string } | null;
};

/**
 * The Manila days of a patient's visits: those on which something was written, and those in the queue to which the
 * patient came. A day counts if not all of it was entered in error.
 */
export const daysOfVisits = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom(
      clinic.db
        .selectFrom("consultations")
        .select([
          sql<string>`manila_day(created_at)`.as("day"),
          sql<boolean>`not ${isInError()}`.as("counts"),
        ])
        .where("clinicId", "=", clinic.id)
        .where("patientId", "=", patientId)
        .unionAll(
          clinic.db
            .selectFrom("visits")
            .select(["day", sql<boolean>`true`.as("counts")])
            .where("clinicId", "=", clinic.id)
            .where("patientId", "=", patientId)
            .where("state", "not in", notComeStates),
        )
        .as("entered"),
    )
    .select(["day", sql<boolean>`bool_or(counts)`.as("counts")])
    .groupBy("day");

export async function readVisitDays(
  clinic: ClinicScope,
  patientId: number,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<VisitDays> {
  const before = cursor === undefined ? null : dayIn(cursor);
  const rows = await clinic.db
    .with("visited", () =>
      daysOfVisits(clinic, patientId).where(sql<boolean>`${before}::date is null or day < ${before}::date`),
    )
    .selectFrom("patients")
    .leftJoin("visited", (join) => join.onTrue())
    .select([
      "patients.birthday",
      ageTold(),
      sql<AdultRanges | null>`(select adult_ranges from clinics where clinics.id = patients.clinic_id)`.as(
        "adultRanges",
      ),
      "visited.day",
      sql<number>`count(visited.day) over ()`.as("listed"),
      sql<number>`count(*) filter (where visited.counts) over ()`.as("total"),
      sql<string | null>`min(visited.day) over ()`.as("until"),
    ])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.id", "=", patientId)
    .orderBy("visited.day", "desc")
    .limit(sql.lit(limit))
    .execute();
  const [first] = rows;
  if (!first) throw notFound("Patient");
  const { birthday, ageTold: told, adultRanges, listed, total, until } = first;
  const days = rows.flatMap(({ day }) => day ?? []);
  const rest = Number(listed) - days.length;
  return {
    person: { birthday, ageTold: told, adultRanges },
    days,
    total: Number(total),
    more: rest > 0 && until !== null ? { days: rest, until } : null,
  };
}

function dayIn(cursor: string): string {
  const [day] = fromCursor(cursor, ["string"]);
  if (!isCalendarDay(day)) throw pageIsGone();
  return day;
}
