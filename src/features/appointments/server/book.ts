import { sql } from "kysely";
import type { Appointment, AppointmentChanges, AppointmentDraft } from "#features/appointments/contract.ts";
import { mayBookAgain } from "#features/appointments/rules.ts";
import { completeAgain } from "#features/patients/server/record-status.ts";
import { placeFor } from "#features/places/server/places.ts";
import { proposedPriority } from "#features/visits/server/add-visit.ts";
import { moveVisit, updateVisit } from "#features/visits/server/move-visit.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { lockPatients } from "#server/patient/lock-patients.ts";
import { setNextAppointment } from "#server/patient/next-appointment.ts";
import { refuseArchived, requireActivePatient } from "#server/patient/require-patient.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { requireDay } from "#server/require-day.ts";
import { hasCome } from "#shared/clinical/visit-states.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { formatClock, manilaDay } from "#shared/formats/dates.ts";
import { isSameInstant } from "#shared/formats/instants.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { findAppointment, takenElsewhere } from "./appointment-rows.ts";

export function insertAppointment(
  clinic: ClinicScope,
  draft: AppointmentDraft,
  now: Date,
): Promise<Appointment> {
  const { patientId = null, personName = null, contactNumber = null, reason = null, note = null } = draft;
  return clinic.transaction(async (joined) => {
    requireAhead(draft.startsAt, now);
    const startsAt = new Date(draft.startsAt).toISOString();
    const placeId = await placeFor(joined, draft.placeId);
    const minutes = draft.minutes ?? (await slotMinutesOf(joined, placeId));
    const visitId =
      patientId && (await insertBookedVisit(joined, { patientId, placeId, startsAt, reason }, now));
    await requireDoctorThere(joined, { placeId, startsAt, minutes });
    const at = now.toISOString();
    const { id } = await joined.db
      .insertInto("appointments")
      .values({
        clinicId: joined.id,
        placeId,
        patientId,
        visitId,
        personName: patientId ? null : personName,
        contactNumber: patientId ? null : contactNumber,
        startsAt,
        minutes,
        reason,
        note,
        createdById: joined.userId,
        createdAt: at,
        updatedAt: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (patientId) await setNextAppointment(joined, patientId, now);
    return findAppointment(joined, id);
  });
}

export function updateAppointment(
  clinic: ClinicScope,
  id: number,
  changes: AppointmentChanges,
  now: Date,
): Promise<Appointment> {
  return clinic.transaction(async (joined) => {
    const before = await lockAppointment(joined, id, changes.patientId);
    const { patientId, state, startsAt: typed, placeId: chosen, ...others } = changes;
    const startsAt = typed === undefined ? before.startsAt : new Date(typed).toISOString();
    const wanted = chosen ?? before.placeId;
    const isMoved = !isSameInstant(startsAt, before.startsAt) || wanted !== before.placeId;
    const becomes = state ?? (isMoved ? "booked" : before.state);
    if (hasCome(before.state) && (isMoved || becomes !== before.state))
      throw new Failure("taken", "This patient has already arrived. Book another appointment.", {
        current: before,
      });
    // One at a place that was deactivated can still be edited and cancelled.
    const placeId = isMoved ? await placeFor(joined, wanted) : wanted;
    if (typed !== undefined && isMoved) requireAhead(typed, now);
    const of = patientId ?? before.patientId;
    if (before.patientId !== null && patientId !== undefined && patientId !== before.patientId)
      throw new Failure("unusable", "This appointment is another patient's.");
    const reason = others.reason === undefined ? before.reason : others.reason;
    const visitId =
      of === null
        ? null
        : before.visitId === null
          ? await insertBookedVisit(joined, { patientId: of, placeId, startsAt, reason }, now)
          : before.visitId;
    const { minutes = before.minutes } = others;
    // One who has come for an appointment that was given up is there.
    const isTakenAgain = mayBookAgain(before) && becomes === "booked" && patientId === undefined;
    if (becomes === "booked" && (isMoved || isTakenAgain || minutes > before.minutes))
      await requireDoctorThere(joined, { placeId, startsAt, minutes, except: id });
    const { personName, ...rest } = others;
    await joined.db
      .updateTable("appointments")
      .set({
        ...withoutUndefined(rest),
        startsAt,
        placeId,
        visitId,
        patientId: of,
        ...(of !== null
          ? { personName: null, contactNumber: null, state: "booked" }
          : { ...(personName !== undefined && { personName }), state: becomes }),
        updatedAt: now.toISOString(),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    if (before.visitId !== null) {
      if (isMoved) await moveBookedVisit(joined, before.visitId, { placeId, startsAt }, now);
      if (others.reason !== undefined) await updateVisit(joined, before.visitId, { reason }, now);
      if (becomes !== before.state)
        await moveVisit(joined, before.visitId, { state: becomes, from: before.state }, now);
    }
    if (of !== null) await setNextAppointment(joined, of, now);
    // From today to a later day.
    if (of !== null && isMoved) await completeAgain(joined, of, now);
    return findAppointment(joined, id);
  });
}

/** Links an appointment of an unregistered person to a patient. */
export async function giveAppointment(
  clinic: ClinicScope,
  appointmentId: number,
  { patientId, now }: { patientId: number; now: Date },
): Promise<Appointment> {
  // Locks the patient first, like everything that moves a visit: a repeated arrival finds the patient in the queue.
  await lockPatients(clinic, [patientId]);
  await clinic.db
    .selectFrom("appointments")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", appointmentId)
    .forUpdate()
    .execute();
  const appointment = await findAppointment(clinic, appointmentId);
  if (manilaDay(new Date(appointment.startsAt)) !== manilaDay(now))
    throw invalidField("appointmentId", "This appointment is not of today");
  if (appointment.patientId === patientId && !mayBookAgain(appointment)) return appointment;
  if (appointment.patientId !== null && appointment.patientId !== patientId)
    throw invalidField("appointmentId", "This appointment is another patient's");
  return updateAppointment(clinic, appointmentId, { patientId, state: "booked" }, now);
}

const requireAhead = (startsAt: string, now: Date): void =>
  requireDay("appointment", manilaDay(new Date(startsAt)), "startsAt", { today: manilaDay(now) });

type Time = { placeId: number; startsAt: string; minutes: number; except?: number };

/** Nobody is booked at another place meanwhile. The caller has locked the patient, in the order of all bookings. */
async function requireDoctorThere(
  clinic: ClinicScope,
  { placeId, startsAt, minutes, except }: Time,
): Promise<void> {
  await lockInTransaction(clinic, "appointments");
  const span = { start: new Date(startsAt), end: endOf({ startsAt, minutes }) };
  const other = await takenElsewhere(clinic, placeId, span, except ?? null);
  if (!other) return;
  const { placeName } = other;
  throw new Failure(
    "taken",
    `The doctor is booked at ${placeName} then, ${formatClock(other.startsAt)} to ${formatClock(endOf(other))}. Choose another time.`,
  );
}

const endOf = ({ startsAt, minutes }: Pick<Time, "startsAt" | "minutes">): Date =>
  new Date(Date.parse(startsAt) + minutes * 60_000);

async function slotMinutesOf(clinic: ClinicScope, placeId: number): Promise<number> {
  const { slotMinutes } = await clinic.db
    .selectFrom("places")
    .select("slotMinutes")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", placeId)
    .executeTakeFirstOrThrow();
  return slotMinutes;
}

/**
 * Locks the patients first, in the order that every move of a visit uses, then the appointment. A patient who was
 * attached to the appointment in the meantime is not locked: the caller gets an error that asks to check it again.
 */
async function lockAppointment(
  clinic: ClinicScope,
  id: number,
  givenTo: number | undefined,
): Promise<Appointment> {
  const found = clinic.db
    .selectFrom("appointments")
    .select("patientId")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id);
  const known = await found.executeTakeFirstOrThrow(() => notFound("Appointment"));
  const patients = [known.patientId, givenTo].filter((patient) => patient != null);
  if (patients.length > 0) await lockPatients(clinic, patients);
  const locked = await found.forUpdate().executeTakeFirstOrThrow(() => notFound("Appointment"));
  const before = await findAppointment(clinic, id);
  if (locked.patientId !== null && !patients.includes(locked.patientId))
    throw new Failure("taken", "Someone else has just changed this appointment. Check it and try again.", {
      current: before,
    });
  return before;
}

type Booked = { placeId: number; startsAt: string };

async function insertBookedVisit(
  clinic: ClinicScope,
  { patientId, placeId, startsAt, reason }: Booked & { patientId: number; reason: string | null },
  now: Date,
): Promise<number> {
  const patient = await selectPatient(clinic, patientId)
    .select(["isArchived", "birthday", ageTold()])
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  refuseArchived(patient);
  const day = manilaDay(new Date(startsAt));
  await requireNoOther(clinic, { patientId, placeId, day });
  const at = now.toISOString();
  const { id } = await clinic.db
    .insertInto("visits")
    .values({
      clinicId: clinic.id,
      patientId,
      placeId,
      day,
      state: "booked",
      appointmentAt: startsAt,
      reason,
      priority: proposedPriority(patient, day),
      createdById: clinic.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function moveBookedVisit(
  clinic: ClinicScope,
  visitId: number,
  { placeId, startsAt }: Booked,
  now: Date,
): Promise<void> {
  const day = manilaDay(new Date(startsAt));
  const { patientId, ...before } = await clinic.db
    .selectFrom("visits")
    .innerJoin("patients", (join) =>
      join.onRef("patients.clinicId", "=", "visits.clinicId").onRef("patients.id", "=", "visits.patientId"),
    )
    .select(["visits.patientId", "visits.day", "visits.priority", "patients.birthday", ageTold()])
    .where("visits.clinicId", "=", clinic.id)
    .where("visits.id", "=", visitId)
    .executeTakeFirstOrThrow();
  await requireActivePatient(clinic, patientId);
  await requireNoOther(clinic, { patientId, placeId, day, except: visitId });
  await clinic.db
    .updateTable("visits")
    .set({
      placeId,
      day,
      appointmentAt: startsAt,
      ...(before.priority === proposedPriority(before, before.day) && {
        priority: proposedPriority(before, day),
      }),
      // A queue number belongs to one place and day, and so does a position in the queue.
      number: null,
      movedTo: null,
      arrivedAt: null,
      vitalsTakenAt: null,
      withDoctorAt: null,
      forPaymentAt: null,
      updatedAt: now.toISOString(),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", visitId)
    .execute();
}

/** A patient's open visits of a day, each with its appointment. */
export const openVisitsOn = (clinic: ClinicScope, { patientId, day }: { patientId: number; day: string }) =>
  clinic.db
    .selectFrom("visits")
    .leftJoin("appointments", (join) =>
      join
        .onRef("appointments.clinicId", "=", "visits.clinicId")
        .onRef("appointments.visitId", "=", "visits.id"),
    )
    .select(["visits.id", "visits.placeId", "visits.state", "appointments.id as appointmentId"])
    .where("visits.clinicId", "=", clinic.id)
    .where("visits.patientId", "=", patientId)
    .where("visits.day", "=", day)
    .where("visits.isOpen", "=", sql.lit(true))
    .execute();

/** A patient has one open visit a day at a place. */
async function requireNoOther(
  clinic: ClinicScope,
  { patientId, placeId, day, except }: { patientId: number; placeId: number; day: string; except?: number },
): Promise<void> {
  const open = await openVisitsOn(clinic, { patientId, day });
  const other = open.find((visit) => visit.placeId === placeId && visit.id !== except);
  if (!other) return;
  if (other.state !== "booked")
    throw new Failure("taken", "This patient is in the queue there on that day already.");
  throw new Failure(
    "taken",
    "This patient has an appointment there on that day already. Move that one instead.",
    other.appointmentId ? { current: await findAppointment(clinic, other.appointmentId) } : {},
  );
}
