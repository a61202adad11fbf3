import { sql } from "kysely";
import type { Appointment, AppointmentChanges, AppointmentDraft } from "#features/appointments/contract.ts";
import { mayBookAgain } from "#features/appointments/rules.ts";
import { completeAgain } from "#features/patients/server/record-status.ts";
import {
  type BookedPlace,
  nameOfPlace,
  type PlaceOfDoctors,
  placeBooked,
  placeOf,
  placesOfDoctors,
  placeToBook,
} from "#features/places/server/places.ts";
import { alreadyBooked, proposedPriority } from "#features/visits/server/add-visit.ts";
import { moveVisit, updateVisit } from "#features/visits/server/move-visit.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { listDaysOff } from "#server/days-off.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { lockPatients } from "#server/patient/lock-patients.ts";
import { setNextAppointment } from "#server/patient/next-appointment.ts";
import { refuseArchived, requireActivePatient } from "#server/patient/require-patient.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { chosenDoctor, type PractisingDoctor, practisingDoctors } from "#server/practitioners.ts";
import { requireDay } from "#server/require-day.ts";
import { openFrom } from "#shared/calendar/closed-days.ts";
import { clockInWords, clockOf, MIDNIGHT } from "#shared/calendar/hours.ts";
import { hasCome } from "#shared/clinical/visit-states.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { formatClock, manilaDay, manilaMinute } from "#shared/formats/dates.ts";
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
    const place = await placeToBook(joined, draft.placeId);
    const { id: placeId, slotMinutes } = place;
    const minutes = draft.minutes ?? slotMinutes;
    const doctors = await practisingDoctors(joined);
    const doctor = doctorAt(joined, place, { doctors, asked: draft.practitionerId });
    const practitionerId = doctor?.id;
    const visitId =
      patientId &&
      (await insertBookedVisit(joined, { patientId, placeId, practitionerId, startsAt, reason }, now));
    await requireDoctorThere(joined, { place, doctor, isOfSeveral: doctors.length > 1, startsAt, minutes });
    const at = now.toISOString();
    const { id } = await joined.db
      .insertInto("appointments")
      .values({
        clinicId: joined.id,
        placeId,
        practitionerId,
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
    const { patientId, state, startsAt: typed, placeId: chosen, practitionerId: named, ...others } = changes;
    const startsAt = typed === undefined ? before.startsAt : new Date(typed).toISOString();
    const wanted = chosen ?? before.placeId;
    const isGiven = named !== undefined && named !== before.practitionerId;
    const isMoved = !isSameInstant(startsAt, before.startsAt) || wanted !== before.placeId || isGiven;
    const becomes = state ?? (isMoved ? "booked" : before.state);
    if (hasCome(before.state) && (isMoved || becomes !== before.state))
      throw new Failure("taken", "This patient has already arrived. Book another appointment.", {
        current: before,
      });
    // One at a place that was deactivated can still be edited and cancelled.
    const place = isMoved ? await placeToBook(joined, wanted) : await placeBooked(joined, wanted);
    const placeId = place.id;
    if (typed !== undefined && isMoved) requireAhead(typed, now);
    const doctors = await practisingDoctors(joined);
    // One of a doctor who left can still be edited and cancelled.
    const known = doctors.find(({ id: each }) => each === before.practitionerId);
    const doctor = isMoved ? doctorAt(joined, place, { doctors, asked: named ?? known?.id }) : known;
    const practitionerId = isMoved ? doctor?.id : undefined;
    const of = patientId ?? before.patientId;
    if (before.patientId !== null && patientId !== undefined && patientId !== before.patientId)
      throw new Failure("unusable", "This appointment is another patient's.");
    const reason = others.reason === undefined ? before.reason : others.reason;
    const visitId =
      of === null
        ? null
        : before.visitId === null
          ? await insertBookedVisit(
              joined,
              {
                patientId: of,
                placeId,
                practitionerId: practitionerId ?? before.practitionerId,
                startsAt,
                reason,
              },
              now,
            )
          : before.visitId;
    const { minutes = before.minutes } = others;
    // One who has come for an appointment that was given up is there.
    const isTakenAgain = mayBookAgain(before) && becomes === "booked" && patientId === undefined;
    if (becomes === "booked" && (isMoved || isTakenAgain || minutes > before.minutes))
      await requireDoctorThere(joined, {
        place,
        doctor,
        isOfSeveral: doctors.length > 1,
        startsAt,
        minutes,
        except: id,
      });
    const { personName, ...rest } = others;
    await joined.db
      .updateTable("appointments")
      .set({
        ...withoutUndefined(rest),
        startsAt,
        placeId,
        ...withoutUndefined({ practitionerId }),
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
      if (isMoved) await moveBookedVisit(joined, before.visitId, { placeId, practitionerId, startsAt }, now);
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

type Time = {
  place: BookedPlace;
  doctor: PractisingDoctor | undefined;
  isOfSeveral: boolean;
  startsAt: string;
  minutes: number;
  except?: number;
};

/** Whose appointment it is; a room or machine can be booked without a doctor. */
const doctorAt = (
  clinic: ClinicScope,
  { kind }: BookedPlace,
  { doctors, asked }: { doctors: readonly PractisingDoctor[]; asked: number | undefined },
): PractisingDoctor | undefined =>
  kind !== "place" && asked === undefined && doctors.length > 1
    ? doctors.find(({ userId }) => userId === clinic.userId)
    : chosenDoctor(doctors, clinic.userId, asked);

/** The doctor is at no other place meanwhile. The caller has locked the patient, in the order of all bookings. */
async function requireDoctorThere(clinic: ClinicScope, time: Time): Promise<void> {
  const { place, doctor, isOfSeveral, startsAt, minutes, except } = time;
  await lockInTransaction(clinic, "appointments");
  if (place.kind !== "place") return;
  const span = { start: new Date(startsAt), end: endOf({ startsAt, minutes }) };
  const seat = { placeId: place.id, practitionerId: doctor?.id };
  const other = await takenElsewhere(clinic, seat, span, except ?? null);
  if (other) {
    const when = `${formatClock(other.startsAt)} to ${formatClock(endOf(other))}`;
    if (!isOfSeveral || !doctor)
      throw new Failure(
        "taken",
        `The doctor is booked at ${other.placeName} then, ${when}. Choose another time.`,
      );
    refuseElsewhere(`${doctor.name} is booked at ${other.placeName} then, ${when}. Not booked.`);
  }
  if (!isOfSeveral || !doctor) return;
  const day = manilaDay(span.start);
  const [places, daysOff] = await Promise.all([placesOfDoctors(clinic, day), listDaysOff(clinic, day)]);
  const from = manilaMinute(span.start);
  const open = (each: PlaceOfDoctors) => openFrom(placeOf(each, doctor.id, true), day, daysOff);
  const here = places.find(({ id }) => id === place.id);
  if (here && open(here).some((hours) => hours.from <= from && from + minutes <= hours.to)) return;
  for (const each of places)
    if (each.id !== place.id && each.isActive && each.kind === undefined)
      for (const hours of open(each))
        if (hours.from < from + minutes && from < hours.to)
          refuseElsewhere(
            `${doctor.name} is at ${nameOfPlace(each)} from ${clockAt(hours.from)} to ${clockAt(hours.to)}. Not booked.`,
          );
}

const clockAt = (minute: number): string => clockInWords(clockOf(minute % MIDNIGHT));

/** Under the field of the place, beside which the first free times are offered. */
function refuseElsewhere(message: string): never {
  throw new Failure("taken", message, { fields: { placeId: message } });
}

const endOf = ({ startsAt, minutes }: Pick<Time, "startsAt" | "minutes">): Date =>
  new Date(Date.parse(startsAt) + minutes * 60_000);

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

type Booked = { placeId: number; practitionerId: number | undefined; startsAt: string };

async function insertBookedVisit(
  clinic: ClinicScope,
  {
    patientId,
    placeId,
    practitionerId,
    startsAt,
    reason,
  }: Booked & { patientId: number; reason: string | null },
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
      practitionerId,
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
  { placeId, practitionerId, startsAt }: Booked,
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
      ...withoutUndefined({ practitionerId }),
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
    alreadyBooked,
    other.appointmentId ? { current: await findAppointment(clinic, other.appointmentId) } : {},
  );
}
