import type { VitalSignReading } from "#features/consultations/contract.ts";
import type { VitalSignsMark } from "#features/consultations/entries-in-error-contract.ts";
import { isVitalsAlone } from "#features/consultations/rules.ts";
import { markVitalsTaken, unmarkVitalsTaken } from "#features/visits/server/follow-patient.ts";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hasOwnVitals, usableVitals } from "#server/patient/entries-in-error.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { lockPatient } from "#server/patient/patient-rows.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { answersFor } from "#shared/who-answers.ts";
import { findVitalSignReading } from "./vital-sign-readings.ts";

/**
 * Marks vital signs as entered in error, or takes the mark off. What they changed when they were recorded follows: the
 * queue of today, and for vital signs alone the last visit and the follow-up date. Repeating it changes nothing, so that
 * of two people who mark the same set the first is named.
 */
export function setVitalsInError(
  clinic: ClinicScope,
  { patientId, readingId }: { patientId: number; readingId: number },
  mark: VitalSignsMark,
  { now, session }: { now: Date; session: Pick<Session, "userId" | "role"> },
): Promise<VitalSignReading> {
  return clinic.transaction(async (joined) => {
    const set = await lockSet(joined, patientId, readingId);
    if (!answersFor(session, { authorId: set.secretaryId, doctorId: null }))
      throw new Failure(
        "forbidden",
        "Only whoever recorded these vital signs, or the doctor, can mark them as entered in error or use them again.",
      );
    const isInError = mark.state === "entered_in_error";
    if ((set.vitalsInErrorAt !== null) === isInError)
      return findVitalSignReading(joined, patientId, readingId);
    if (!isInError && set.inErrorAt !== null)
      throw new Failure(
        "already_done",
        "The whole entry was entered in error. Use it again, and its vital signs with it.",
      );
    await joined.db
      .updateTable("consultations")
      .set({
        vitalsInErrorAt: isInError ? now.toISOString() : null,
        vitalsInErrorById: isInError ? joined.userId : null,
        vitalsInErrorReason: isInError ? mark.reason : null,
      })
      .where("clinicId", "=", joined.id)
      // Those that repeat it are the same reading. One that was entered in error as a whole keeps its own mark.
      .where((is) =>
        is.or([
          is("id", "=", readingId),
          is.and([is("vitalsFromId", "=", readingId), is("inErrorAt", "is", null)]),
        ]),
      )
      .execute();
    if (isVitalsAlone(set)) await followEntries(joined, [patientId], ["lastConsultation", "followUp"]);
    if (manilaDay(new Date(set.createdAt)) === manilaDay(now)) await followQueue(joined, patientId, now);
    return findVitalSignReading(joined, patientId, readingId);
  });
}

/** A visit of today has its vital signs taken, or waits for them again. */
export async function followQueue(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  if (await hasVitalsOfToday(clinic, patientId, now)) await markVitalsTaken(clinic, patientId, now);
  else await unmarkVitalsTaken(clinic, patientId, now);
}

async function lockSet(clinic: ClinicScope, patientId: number, readingId: number) {
  // Before the entry, as everything else that changes both.
  await lockPatient(clinic, patientId);
  return clinic.db
    .selectFrom("consultations")
    .select(["secretaryId", "vitalsInErrorAt", "inErrorAt", "consultationType", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("id", "=", readingId)
    .where(hasOwnVitals)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("Vital signs"));
}

async function hasVitalsOfToday(clinic: ClinicScope, patientId: number, now: Date): Promise<boolean> {
  const { start, end } = manilaDayRange(manilaDay(now));
  const left = await usableVitals(clinic, patientId)
    .select("id")
    .where("createdAt", ">=", start.toISOString())
    .where("createdAt", "<", end.toISOString())
    .limit(1)
    .executeTakeFirst();
  return left !== undefined;
}
