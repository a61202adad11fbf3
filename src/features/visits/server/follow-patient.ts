import { sql } from "kysely";
import { completeAgain } from "#features/patients/server/record-status.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hasRow } from "#server/database/has-row.ts";
import { isDoctorsNote, isInError } from "#server/patient/entries-in-error.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { setNextAppointment } from "#server/patient/next-appointment.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { practisingDoctors } from "#server/practitioners.ts";
import { hasCome, type VisitState } from "#shared/clinical/visit-states.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { insertVisit, nextNumber } from "./add-visit.ts";
import { isWaiting } from "./visit-rows.ts";

/** Of a patient's visits of today; the caller sets their state. */
const updateToday = (clinic: ClinicScope, patientId: number, now: Date) =>
  clinic.db
    .updateTable("visits")
    .set({ updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("day", "=", manilaDay(now));

const isOpen = ["isOpen", "=", sql.lit(true)] as const;

/**
 * Done: closes the visits of today for which the patient has come. A pending patient who was seen without being marked as
 * arrived came for the appointment whose time is nearest, also after No-show. Other appointments stay.
 */
export async function closeVisits(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  const day = manilaDay(now);
  // Locks the patient before the visits, like everything that moves one.
  const patient = await selectPatient(clinic, patientId)
    .select("consultationStatus")
    .forUpdate()
    .executeTakeFirst();
  const ofToday = await clinic.db
    .selectFrom("visits")
    .select(["id", "placeId", "practitionerId", "number", "appointmentAt", "state", "isOpen"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("day", "=", day)
    .execute();
  const isCompleted = patient?.consultationStatus === "completed";
  const due = ofToday.filter((visit) => visit.isOpen);
  const open = due.length > 0 || isCompleted ? due : await missedButSeen(clinic, patientId, { ofToday, now });
  const here = open.filter(({ number }) => number !== null);
  const fromNow = (at: string | null) => (at === null ? 0 : Math.abs(Date.parse(at) - now.getTime()));
  const nearest = open
    .toSorted((one, other) => fromNow(one.appointmentAt) - fromNow(other.appointmentAt))
    .slice(0, 1);
  // A repeated Done closes nothing more.
  const seen = here.length > 0 || isCompleted ? here : nearest;
  const at = now.toISOString();
  for (const { id, placeId, practitionerId, number } of seen)
    await clinic.db
      .updateTable("visits")
      .set({
        state: "done",
        closedAt: at,
        updatedAt: at,
        ...(number === null && {
          ...(await nextNumber(clinic, { placeId, day, practitionerId })),
          arrivedAt: at,
        }),
      })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .execute();
  if (seen.some(({ number }) => number === null)) await followEntries(clinic, [patientId], ["followUp"]);
  if (seen.some(({ appointmentAt }) => appointmentAt !== null))
    await setNextAppointment(clinic, patientId, now);
}

/** The appointments of today to which the patient did not come, if a doctor's note of today says otherwise. */
async function missedButSeen<V extends { state: string; appointmentAt: string | null }>(
  clinic: ClinicScope,
  patientId: number,
  { ofToday, now }: { ofToday: readonly V[]; now: Date },
): Promise<V[]> {
  const missed = ofToday.filter(({ state, appointmentAt }) => state === "no_show" && appointmentAt !== null);
  if (missed.length === 0 || ofToday.some(({ state }) => hasCome(state as VisitState))) return [];
  const isNoted = await hasRow(
    clinic.db
      .selectFrom("consultations")
      .select("id")
      .where("clinicId", "=", clinic.id)
      .where("patientId", "=", patientId)
      .where("createdAt", ">=", manilaDayRange(manilaDay(now)).start.toISOString())
      .where(isDoctorsNote)
      .where((db) => db.not(isInError())),
  );
  return isNoted ? missed : [];
}

/** Reverts that: each visit that was closed at that time returns to its previous state. */
export async function reopenVisits(
  clinic: ClinicScope,
  patientId: number,
  { closedAt, now }: { closedAt: string; now: Date },
): Promise<void> {
  const reopened = await clinic.db
    .updateTable("visits")
    .set({
      closedAt: null,
      updatedAt: now.toISOString(),
      state: sql<string>`case when for_payment_at is not null then 'for_payment'
                              when with_doctor_at is not null then 'with_doctor'
                              when vitals_taken_at is not null then 'vitals_taken'
                              when appointment_at is not null and arrived_at = closed_at then 'booked' else 'arrived' end`,
    })
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("state", "=", "done")
    .where("closedAt", "=", closedAt)
    .returning("appointmentAt")
    .execute();
  await followEntries(clinic, [patientId], ["followUp"]);
  if (reopened.some(({ appointmentAt }) => appointmentAt !== null))
    await setNextAppointment(clinic, patientId, now);
}

/** The patient was archived: a visit of today is closed as left, and an appointment of today is cancelled. */
export async function leaveQueue(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  const left = await updateToday(clinic, patientId, now)
    .set({
      state: sql<string>`case when state = 'booked' then 'cancelled' else 'left' end`,
      closedAt: now.toISOString(),
    })
    .where(...isOpen)
    .returning("appointmentAt")
    .execute();
  if (left.some(({ appointmentAt }) => appointmentAt !== null))
    await setNextAppointment(clinic, patientId, now);
  if (left.length > 0) await completeAgain(clinic, patientId, now);
}

/** Vital signs were recorded: an arrived visit of today moves on. */
export async function markVitalsTaken(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  await updateToday(clinic, patientId, now)
    .set({ state: "vitals_taken", vitalsTakenAt: now.toISOString() })
    .where("state", "=", "arrived")
    .execute();
}

/** Those of today were entered in error: a visit that waits with vital signs taken goes back to arrived. */
export async function unmarkVitalsTaken(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  await updateToday(clinic, patientId, now)
    .set({ state: "arrived", vitalsTakenAt: null })
    .where("state", "=", "vitals_taken")
    .execute();
}

/** The doctor saved a consultation: an arrived visit of today no longer waits. */
export async function markWithDoctor(
  clinic: ClinicScope,
  patientId: number,
  now: Date,
  since = now,
): Promise<void> {
  await updateToday(clinic, patientId, now)
    .set({ state: "with_doctor", withDoctorAt: since.toISOString() })
    .where(isWaiting)
    .execute();
}

/** That consultation was entered in error: a visit that it moved on, at its own time, waits again. */
export async function unmarkWithDoctor(
  clinic: ClinicScope,
  patientId: number,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await updateToday(clinic, patientId, now)
    .set({
      state: sql<string>`case when vitals_taken_at is not null then 'vitals_taken' else 'arrived' end`,
      withDoctorAt: null,
    })
    .where("state", "=", "with_doctor")
    .where("withDoctorAt", "=", since.toISOString())
    .execute();
}

/** Set to Waiting by hand: puts the patient in today's queue, unless they are in it. */
export async function queueToday(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  const here = await clinic.db
    .selectFrom("visits")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("day", "=", manilaDay(now))
    .where(...isOpen)
    .where("number", "is not", null)
    .executeTakeFirst();
  if (!here)
    await insertVisit(clinic, { patientId, practitionerId: await usualDoctor(clinic, patientId) }, now);
}

/** Of several doctors: the caller, else who saw the patient last, else the first. */
async function usualDoctor(clinic: ClinicScope, patientId: number): Promise<number | undefined> {
  const doctors = await practisingDoctors(clinic);
  if (doctors.length < 2) return undefined;
  const own = doctors.find(({ userId }) => userId === clinic.userId);
  if (own) return own.id;
  const last = await clinic.db
    .selectFrom("visits")
    .select("practitionerId")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where(
      "practitionerId",
      "in",
      doctors.map(({ id }) => id),
    )
    .where("withDoctorAt", "is not", null)
    .orderBy("day", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  return last?.practitionerId ?? doctors[0]?.id;
}
