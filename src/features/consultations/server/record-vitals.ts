import type { Consultation, VitalsDraft } from "#features/consultations/contract.ts";
import { requireDayOf } from "#features/patients/server/patient-rules.ts";
import { markVitalsTaken } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure } from "#shared/errors.ts";
import { isCalendarDay, manilaDay, manilaInstant } from "#shared/formats/dates.ts";
import { insertConsultation, type PatientsAllowed } from "./insert-consultation.ts";
import { consultationFromVitals } from "./new-consultations.ts";

/**
 * Stores vital signs, and moves a patient who has arrived on in the queue. Those of an earlier day do not change
 * today's list and the queue.
 */
export function recordVitals(
  clinic: ClinicScope,
  patientId: number,
  draft: VitalsDraft,
  { now, allowed }: { now: Date; allowed: PatientsAllowed },
): Promise<Consultation> {
  return clinic.transaction(async (joined) => {
    const entry = consultationFromVitals(draft);
    const takenAt = draft.recordedAt ? await pastTime(joined, patientId, draft.recordedAt, now) : now;
    const isOfToday = manilaDay(takenAt) === manilaDay(now);
    const consultation = await insertConsultation(joined, patientId, entry, { now, takenAt, allowed });
    if (isOfToday) await markVitalsTaken(joined, patientId, now);
    return consultation;
  });
}

/** The Manila day of the measurement. */
export function measuredOn({ recordedAt }: VitalsDraft, now: Date): string {
  if (!recordedAt) return manilaDay(now);
  return isCalendarDay(recordedAt) ? recordedAt : manilaDay(new Date(recordedAt));
}

/** How far the caller's clock may be ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/**
 * A date alone means its noon, after what is recorded there, or now while that is in the future; so does the time of a
 * fast clock.
 */
async function pastTime(clinic: ClinicScope, patientId: number, typed: string, now: Date): Promise<Date> {
  const noon = isCalendarDay(typed)
    ? await afterLast(clinic, patientId, manilaInstant(typed, 12 * 60))
    : null;
  const isToday = typed === manilaDay(now);
  const at = noon ?? new Date(typed);
  const isNow = at > now && (noon ? isToday : at.getTime() - now.getTime() <= AHEAD_MS);
  const takenAt = isNow ? now : at;
  if (takenAt > now) throw notThen("Enter a date that is not in the future");
  await requireDayOf(clinic, patientId, now, {
    field: "vitalSigns",
    day: manilaDay(takenAt),
    name: "recordedAt",
  });
  return takenAt;
}

/** An instant within this minute, so that of two sets of a day the one recorded last is the newer one. */
async function afterLast(clinic: ClinicScope, patientId: number, minute: Date): Promise<Date> {
  const last = await clinic.db
    .selectFrom("consultations")
    .select("createdAt")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("createdAt", ">=", minute.toISOString())
    .where("createdAt", "<", new Date(minute.getTime() + 60_000).toISOString())
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? new Date(new Date(last.createdAt).getTime() + 1) : minute;
}

const notThen = (message: string) => new Failure("invalid", message, { fields: { recordedAt: message } });
