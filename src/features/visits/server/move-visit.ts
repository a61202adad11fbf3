import { sql } from "kysely";
import { completeAgain, setRecordStatus } from "#features/patients/server/record-status.ts";
import { placeFor } from "#features/places/server/places.ts";
import type { Visit, VisitChanges } from "#features/visits/contract.ts";
import { moveRefusal } from "#features/visits/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { lockPatients } from "#server/patient/lock-patients.ts";
import { setNextAppointment } from "#server/patient/next-appointment.ts";
import { requireActivePatient } from "#server/patient/require-patient.ts";
import { isOfSeveral, practitionerFor } from "#server/practitioners.ts";
import {
  hasCome,
  isOpenVisit,
  isWaitingState,
  type VisitState,
  visitStateLabels,
  visitStates,
} from "#shared/clinical/visit-states.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { alreadyQueued, nextNumber, openVisitOf, returnToToday } from "./add-visit.ts";
import { findVisit, inCallingOrder, isWaiting } from "./visit-rows.ts";

/** The column with the start time of an open state. */
const timeOf = {
  arrived: "arrivedAt",
  vitals_taken: "vitalsTakenAt",
  with_doctor: "withDoctorAt",
  for_payment: "forPaymentAt",
} as const;
type Timed = keyof typeof timeOf;
const timed = Object.keys(timeOf) as Timed[];

const rankOf = (state: VisitState) => visitStates.indexOf(state);

/**
 * The times after a move. Forward, the new state starts now. Back, its start stays, and later times are cleared, so
 * that Undo restores the waiting time.
 */
function timesAfter(
  before: Pick<Visit, "arrivedAt" | "vitalsTakenAt" | "withDoctorAt" | "forPaymentAt">,
  move: { from: VisitState; to: VisitState; at: string },
) {
  const { from, to, at } = move;
  const isBack = rankOf(to) < rankOf(from);
  const times = {
    arrivedAt: before.arrivedAt,
    vitalsTakenAt: before.vitalsTakenAt,
    withDoctorAt: before.withDoctorAt,
    forPaymentAt: before.forPaymentAt,
    closedAt: isOpenVisit(to) ? null : at,
  };
  for (const state of timed) {
    const column = timeOf[state];
    // An arrived patient keeps the number, and so the time of arrival.
    if (isBack && isOpenVisit(to) && rankOf(state) > rankOf(to) && state !== "arrived") times[column] = null;
    if (state === to) times[column] = isBack ? (before[column] ?? at) : at;
  }
  // A visit that is being served without having been marked arrived, arrived now at the latest.
  if (isOpenVisit(to) && to !== "booked") times.arrivedAt ??= at;
  return times;
}

/** Updates the fields that are sent. */
export async function updateVisit(
  clinic: ClinicScope,
  id: number,
  changes: VisitChanges & { withDoctorAt?: string },
  now: Date,
): Promise<Visit> {
  await clinic.db
    .updateTable("visits")
    .set({ ...withoutUndefined(changes), updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute();
  return findVisit(clinic, id);
}

/** Moves a visit to a state, with its patient's consultation status. */
export function moveVisit(
  clinic: ClinicScope,
  id: number,
  {
    state,
    from,
    since,
  }: { state: VisitState; from?: VisitState | undefined; since?: string | null | undefined },
  now: Date,
): Promise<Visit> {
  return clinic.transaction(async (joined) => {
    const visit = await lockVisit(joined, id);
    const isCalledAgain = state === "with_doctor" && from === state;
    if (visit.state === state && !isCalledAgain) return visit;
    if (from !== undefined && visit.state !== from)
      throw new Failure(
        "taken",
        `Someone else has changed this visit to ${visitStateLabels[visit.state]}. Check it and try again.`,
        { current: visit },
      );
    if (since) return undoCallAgain(joined, visit, { isCalledAgain, since, now });
    const refusal = moveRefusal(visit, state, manilaDay(now));
    if (refusal !== null) throw new Failure("unusable", refusal);
    if (!isOpenVisit(visit.state) && isOpenVisit(state)) await requireReopenable(joined, visit);
    await writeState(joined, visit, state, now);
    return findVisit(joined, id);
  });
}

/** The time with the doctor is again that of the call before. */
function undoCallAgain(
  clinic: ClinicScope,
  { id, arrivedAt, withDoctorAt }: Visit,
  { isCalledAgain, since, now }: { isCalledAgain: boolean; since: string; now: Date },
): Promise<Visit> {
  const isFrom = (at: string | null) => at !== null && Date.parse(at) <= Date.parse(since);
  if (!isCalledAgain || !isFrom(arrivedAt) || isFrom(withDoctorAt)) {
    const message = "Send the time of the call before, after the patient came";
    throw new Failure("invalid", message, { fields: { since: message } });
  }
  return updateVisit(clinic, id, { withDoctorAt: since }, now);
}

/** With its patient, who is locked first. */
export async function lockVisit(clinic: ClinicScope, id: number): Promise<Visit> {
  const ofVisit = clinic.db
    .selectFrom("visits")
    .where("visits.clinicId", "=", clinic.id)
    .where("visits.id", "=", id);
  await lockPatients(clinic, ofVisit.select("patientId"));
  await ofVisit.select("id").forUpdate().execute();
  return findVisit(clinic, id);
}

async function writeState(clinic: ClinicScope, visit: Visit, state: VisitState, now: Date): Promise<void> {
  const at = now.toISOString();
  const times = timesAfter(visit, { from: visit.state, to: state, at });
  // A patient who was seen, or left, had come.
  if (state === "done" || state === "left") times.arrivedAt ??= at;
  const given = visit.number === null && times.arrivedAt ? await nextNumber(clinic, visit) : {};
  await clinic.db
    .updateTable("visits")
    // A handover is taken back only from a queue.
    .set({
      state,
      ...given,
      ...times,
      ...(!isWaitingState(state) && { beforeHandover: null }),
      updatedAt: at,
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", visit.id)
    .execute();
  const isToday = visit.day === manilaDay(now);
  if (isToday && visit.state === "booked" && times.arrivedAt) await returnToToday(clinic, visit, now);
  if (hasCome(visit.state) !== hasCome(state)) await followEntries(clinic, [visit.patientId], ["followUp"]);
  if (!isOpenVisit(state) && state !== "done") await completeAgain(clinic, visit.patientId, now);
  if (isToday) await followVisits(clinic, visit, state, now);
  if (visit.appointmentAt) await setNextAppointment(clinic, visit.patientId, now);
}

/**
 * The record follows the visits of today: completed once none is open and one is done; pending again when one is
 * opened, or when the only done one is reopened. (An appointment that is booked again, see `setNextAppointment`.)
 */
async function followVisits(clinic: ClinicScope, visit: Visit, state: VisitState, now: Date): Promise<void> {
  const [wasOpen, isOpen] = [isOpenVisit(visit.state), isOpenVisit(state)];
  if (isOpen) {
    if (visit.state === "done") await setRecordStatus(clinic, visit.patientId, "pending", now);
    else if (!wasOpen && hasCome(state)) await returnToToday(clinic, { patientId: visit.patientId }, now);
    return;
  }
  const ofToday = await clinic.db
    .selectFrom("visits")
    .select(["state", "isOpen"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", visit.patientId)
    .where("day", "=", visit.day)
    .execute();
  if (ofToday.some((other) => other.isOpen)) return;
  if (ofToday.some((other) => other.state === "done"))
    await setRecordStatus(clinic, visit.patientId, "completed", now);
  else if (visit.state === "done") await setRecordStatus(clinic, visit.patientId, "pending", now);
}

/** Not while the patient is archived, or in the queue with another visit. */
async function requireReopenable(clinic: ClinicScope, visit: Visit): Promise<void> {
  await requireActivePatient(clinic, visit.patientId);
  const other = await openVisitOf(clinic, visit);
  if (other) throw alreadyQueued(other);
}

/**
 * Sends the first patient who waits for the doctor at the place to the doctor, also at one that was deactivated since
 * they came. Concurrent calls get different patients. Of several doctors, the one named or the caller.
 */
export function callNext(
  clinic: ClinicScope,
  { placeId, practitionerId }: { placeId?: number | undefined; practitionerId?: number | undefined },
  now: Date,
): Promise<Visit> {
  return clinic.transaction(async (joined) => {
    const doctor = await practitionerFor(joined, practitionerId);
    const at = placeId ?? (await placeFor(joined, undefined));
    for (;;) {
      const next = await firstWaiting(joined, { placeId: at, practitionerId: doctor?.id }, now);
      if (!next) throw new Failure("not_found", "Nobody is waiting.");
      const visit = await lockVisit(joined, next.id);
      // Otherwise somebody else has called or moved the patient meanwhile, or handed them to another doctor.
      const isDoctors = visit.practitionerId === undefined || visit.practitionerId === doctor?.id;
      if (!isWaitingState(visit.state) || !isDoctors) continue;
      await writeState(joined, visit, "with_doctor", now);
      return findVisit(joined, next.id);
    }
  });
}

/** Who is called next at a place; where several doctors practise, for that one. */
export function firstWaiting(
  clinic: ClinicScope,
  { placeId, practitionerId }: { placeId: number; practitionerId: number | undefined },
  now: Date,
): Promise<{ id: number } | undefined> {
  let waiting = clinic.db
    .selectFrom("visits")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("day", "=", manilaDay(now))
    .where("placeId", "=", placeId)
    .where(isWaiting)
    .where("purpose", "=", "consultation");
  if (practitionerId !== undefined)
    waiting = waiting.where((is) =>
      is.or([is("practitionerId", "=", practitionerId), is.not(isOfSeveral(clinic))]),
    );
  return waiting.orderBy(inCallingOrder(now)).limit(sql.lit(1)).executeTakeFirst();
}
