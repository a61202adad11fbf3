import { sql } from "kysely";
import { placeFor } from "#features/places/server/places.ts";
import type { Visit, VisitDraft } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { setNextAppointment } from "#server/patient/next-appointment.ts";
import { refuseArchived } from "#server/patient/require-patient.ts";
import { practitionerFor } from "#server/practitioners.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { SENIOR_FROM, type VisitPriority, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { asVisit, findVisit, selectVisits } from "./visit-rows.ts";

/**
 * Puts a patient in today's queue with the next number, and back on today's list. A booked visit of today becomes
 * arrived, and so does one that was given up: the patient came late, for the doctor of the appointment unless another
 * one is named. A patient who is in the queue already is 409 with that visit.
 */
export function insertVisit(
  clinic: ClinicScope,
  draft: Omit<VisitDraft, "appointmentId">,
  now: Date,
): Promise<Visit> {
  return clinic.transaction(async (joined) => {
    const day = manilaDay(now);
    const at = now.toISOString();
    const patient = await returnToToday(joined, draft, now);
    const placeId = await placeFor(joined, draft.placeId);
    const open = await openVisitOf(joined, { patientId: draft.patientId, placeId, day });
    if (open && open.state !== "booked") throw alreadyQueued(open);
    const booked = open ?? (await missedVisitOf(joined, { patientId: draft.patientId, placeId, day }));
    const practitionerId =
      booked && draft.practitionerId === undefined
        ? booked.practitionerId
        : (await practitionerFor(joined, draft.practitionerId))?.id;
    const isAnothers = booked?.practitionerId !== practitionerId;
    const given = {
      state: "arrived",
      ...(booked?.number && !isAnothers ? {} : await nextNumber(joined, { placeId, day, practitionerId })),
      ...(practitionerId !== undefined && { practitionerId }),
      arrivedAt: at,
      closedAt: null,
      updatedAt: at,
      ...(draft.reason !== undefined && { reason: draft.reason }),
      ...(draft.purpose !== undefined && { purpose: draft.purpose }),
      priority:
        draft.priority === undefined ? (booked?.priority ?? proposedPriority(patient, day)) : draft.priority,
    } as const;
    const written = booked
      ? joined.db
          .updateTable("visits")
          .set(given)
          .where("clinicId", "=", joined.id)
          .where("id", "=", booked.id)
          .returning("id")
      : joined.db
          .insertInto("visits")
          .values({
            ...given,
            clinicId: joined.id,
            patientId: draft.patientId,
            placeId,
            day,
            appointmentAt: await appointmentLeft(joined, draft.patientId, patient.appointmentTime, day),
            createdById: joined.userId,
            createdAt: at,
          })
          .returning("id");
    const { id } = await written.executeTakeFirstOrThrow();
    await followEntries(joined, [draft.patientId], ["followUp"]);
    if (booked?.state === "no_show") await setNextAppointment(joined, draft.patientId, now);
    return findVisit(joined, id);
  });
}

/** The time of today in the record, which may have no visit of its own; null if a visit has it: each has only one. */
async function appointmentLeft(
  clinic: ClinicScope,
  patientId: number,
  at: string | null,
  day: string,
): Promise<string | null> {
  if (at === null || manilaDay(new Date(at)) !== day) return null;
  const other = await clinic.db
    .selectFrom("visits")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("appointmentAt", "=", at)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return other ? null : at;
}

/**
 * The patient is pending again, Waiting if they were Seen, and has the visit's complaint. The time of the last
 * completion stays, for `completeAgain`. The row stays locked until the transaction ends, so that two users cannot
 * queue the same patient.
 */
export async function returnToToday(
  clinic: ClinicScope,
  { patientId, reason }: { patientId: number; reason?: string | null | undefined },
  now: Date,
) {
  const patient = await clinic.db
    .updateTable("patients")
    .set({
      consultationStatus: "pending",
      ...(reason && { chiefComplaint: reason }),
      patientStatus: sql<string>`case when patient_status = 'Seen' then 'Waiting' else patient_status end`,
      updatedAt: now.toISOString(),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .returning(["isArchived", "birthday", ageTold(), "appointmentTime"])
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  refuseArchived(patient);
  return patient;
}

/** The default priority on a day, from the age alone. */
export function proposedPriority(patient: AgeSource, day: string): VisitPriority | null {
  return (yearsAt(patient, day) ?? 0) >= SENIOR_FROM ? "senior" : null;
}

type QueueKey = { placeId: number; day: string };

type PatientsDay = QueueKey & { patientId: number };

const visitsOf = (clinic: ClinicScope, { patientId, placeId, day }: PatientsDay) =>
  selectVisits(clinic)
    .where("visits.patientId", "=", patientId)
    .where("visits.day", "=", day)
    .where("visits.placeId", "=", placeId);

/** The patient's open visit of a place and day: at most one. */
export async function openVisitOf(clinic: ClinicScope, of: PatientsDay): Promise<Visit | null> {
  const row = await visitsOf(clinic, of).where("visits.isOpen", "=", true).executeTakeFirst();
  return row ? asVisit(row) : null;
}

/** The latest appointment of a place and day for which the patient did not come in time. */
async function missedVisitOf(clinic: ClinicScope, of: PatientsDay): Promise<Visit | null> {
  const row = await visitsOf(clinic, of)
    .where("visits.state", "=", "no_show")
    .where("visits.appointmentAt", "is not", null)
    .orderBy("visits.appointmentAt", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row ? asVisit(row) : null;
}

export const alreadyBooked =
  "This patient has an appointment there on that day already. Move that one instead.";

/** A booked visit has no number yet. */
export function alreadyQueued(open: Visit): Failure {
  const queued = `Already in the queue: number ${queueNumber(open)}, ${visitStateLabels[open.state]}.`;
  return new Failure("taken", open.number === null ? alreadyBooked : queued, { current: open });
}

type Numbered = { number: number; letter: string | null };

/** The next number of the place, day and doctor. */
export async function nextNumber(
  clinic: ClinicScope,
  { placeId, day, practitionerId }: QueueKey & { practitionerId?: number | undefined },
): Promise<Numbered> {
  const { rows } = await sql<Numbered>`
    select * from give_queue_number(${placeId}::bigint, ${day}::date, ${practitionerId ?? null}::bigint)`.execute(
    clinic.db,
  );
  return rows[0] as Numbered;
}
