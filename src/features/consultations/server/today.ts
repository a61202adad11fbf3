import { sql } from "kysely";
import type { TodayItem } from "#features/consultations/contract.ts";
import type { PatientListItem } from "#features/patients/contract.ts";
import { patientsOfIds, type ReadPatients, recordsOf } from "#features/patients/server/list-patients.ts";
import { sinceOf } from "#features/visits/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { everyRow } from "#server/http/every-row.ts";
import { isDoctorsNote, isInError } from "#server/patient/entries-in-error.ts";
import type { OpenVisitState, VisitPurpose, VisitState } from "#shared/clinical/visit-states.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";

type DayFacts = Omit<TodayItem, keyof PatientListItem>;

/**
 * Patients who are pending and not archived, whose newest consultation, appointment or registration falls on the
 * Manila day of `now`, or who are in its queue, in the order of their time. Four range scans, each over
 * its own index. Without those who left or did not come, unless something was recorded afterwards, and those who were
 * only taken over from another clinic's referral. A cancelled number was given by mistake: its patient stays.
 */
async function whoIsToday(
  clinic: ClinicScope,
  now: Date,
  { limit }: { limit?: number | undefined },
): Promise<(DayFacts & { id: number })[]> {
  const day = manilaDay(now);
  const range = manilaDayRange(day);
  const start = range.start.toISOString();
  const end = range.end.toISOString();
  const pending = clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    // Written as a literal: a prepared statement uses a partial index only when it sees its condition.
    .where("isArchived", "=", sql.lit(false))
    .where("consultationStatus", "=", sql.lit("pending"));
  const falling = (column: "lastConsultationAt" | "appointmentTime" | "createdAt") =>
    pending.where(column, ">=", start).where(column, "<", end);
  const isToday = (column: string) =>
    sql`${sql.ref(column)} >= ${start}::timestamptz and ${sql.ref(column)} < ${end}::timestamptz`;
  const isRegisteredToday = sql`(${isToday("createdAt")} and not patients.is_shared_patient)`;
  const latestClosed = (states: readonly VisitState[]) =>
    sql<
      string | null
    >`max(closed_at) filter (where state in (${sql.join(states.map((state) => sql.lit(state)))}))`;
  // Of two places: where the patient is furthest.
  const queue = clinic.db
    .selectFrom("visits")
    .distinctOn("patientId")
    .select(["patientId", "purpose", "state", "arrivedAt", "withDoctorAt", "forPaymentAt", "closedAt"])
    .where("clinicId", "=", clinic.id)
    .where("day", "=", day)
    .where("isOpen", "=", sql.lit(true))
    .orderBy("patientId")
    .orderBy(sql`state = 'booked', state <> 'with_doctor', arrived_at`);
  let list = clinic.db
    .with("queue", () => queue)
    .with("today", (db) =>
      falling("lastConsultationAt")
        .union(falling("appointmentTime"))
        .union(falling("createdAt").where("isSharedPatient", "=", false))
        .union(db.selectFrom("queue").select("patientId as id").where("state", "<>", "booked")),
    )
    .selectFrom("patients")
    .innerJoin("today", "today.id", "patients.id")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("consultations")
          .select((of) => [
            // Without the vital signs that came with a referral, which nobody here entered.
            sql<string | null>`min(created_at) filter (where secretary_id is not null)`.as("firstAt"),
            of.fn.max("createdAt").as("lastAt"),
            sql<string | null>`max(created_at) filter (where ${isDoctorsNote})`.as("notedAt"),
          ])
          .where("clinicId", "=", clinic.id)
          .whereRef("patientId", "=", "patients.id")
          .where("createdAt", ">=", start)
          .where("createdAt", "<", end)
          .where(sql<boolean>`not ${isInError()}`)
          .as("entries"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("visits")
          .select([latestClosed(["done"]).as("doneAt"), latestClosed(["left", "no_show"]).as("goneAt")])
          .where("clinicId", "=", clinic.id)
          .whereRef("patientId", "=", "patients.id")
          .where("day", "=", day)
          .as("closed"),
      (join) => join.onTrue(),
    )
    .leftJoin("queue", "queue.patientId", "patients.id")
    .select([
      "patients.id",
      sql<string | null>`case when ${isToday("lastConsultationAt")} then last_consultation_at
                              when ${isRegisteredToday} then created_at end`.as("consultationCreatedAt"),
      sql<string>`case when ${isToday("appointmentTime")} then appointment_time
                       else coalesce(least(first_at, queue.arrived_at, case when ${isRegisteredToday} then created_at end),
                                     last_consultation_at) end`.as("visitAt"),
      sql<string | null>`greatest(noted_at, done_at)`.as("consultedAt"),
      "queue.purpose",
      "queue.state",
      "queue.arrivedAt",
      "queue.withDoctorAt",
      "queue.forPaymentAt",
      "queue.closedAt",
    ])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.isArchived", "=", sql.lit(false))
    .where("patients.consultationStatus", "=", sql.lit("pending"))
    .where(
      sql<boolean>`(queue.patient_id is not null or gone_at is null or gone_at < greatest(last_at, done_at))`,
    )
    .orderBy("visitAt")
    .orderBy("patients.id");
  if (limit !== undefined) list = list.limit(limit);
  const rows = await list.execute();
  return rows.map(({ id, consultationCreatedAt, visitAt, consultedAt, purpose, state, ...times }) => ({
    id,
    consultationCreatedAt,
    visitAt,
    consultedAt,
    queue:
      purpose === null || state === null
        ? null
        : {
            purpose: purpose as VisitPurpose,
            state: state as OpenVisitState,
            since: sinceOf({ state: state as OpenVisitState, ...times }),
          },
  }));
}

/** Today's list in chunks: who is on it is read first, then the patients, whole or with a limit short. */
export async function* listToday(
  clinic: ClinicScope,
  now: Date,
  { limit }: { limit?: number | undefined },
): AsyncGenerator<TodayItem[]> {
  const day = manilaDay(now);
  const factsOf = new Map(
    (await whoIsToday(clinic, now, { limit })).map(({ id, ...facts }) => [id, facts] as const),
  );
  const read: ReadPatients<PatientListItem> = limit === undefined ? recordsOf : patientsOfIds;
  const items = async (one: ClinicScope, ids: readonly number[]): Promise<TodayItem[]> =>
    (await read(one, ids, day)).flatMap((patient) => {
      const facts = factsOf.get(patient.id);
      return facts ? [{ ...patient, ...facts }] : [];
    });
  for await (const rows of everyRow(clinic, [...factsOf.keys()], items))
    yield rows.filter((row) => row !== null);
}
