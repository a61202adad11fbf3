import { type Kysely, sql } from "kysely";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { billsOfVisit, endedToBill } from "#server/money-figures.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { isOfSeveral } from "#server/practitioners.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { waitingStates } from "#shared/clinical/visit-states.ts";
import { notFound } from "#shared/errors.ts";

export const joinVisits = (db: Kysely<Database>, clinicId: number) =>
  db
    .selectFrom("visits")
    .innerJoin("patients", (join) =>
      join.onRef("patients.clinicId", "=", "visits.clinicId").onRef("patients.id", "=", "visits.patientId"),
    )
    .where("visits.clinicId", "=", clinicId);

/** Visits with their patients' data for lists. */
export const selectVisits = (clinic: ClinicScope) =>
  joinVisits(clinic.db, clinic.id).select([
    "visits.id",
    "visits.patientId",
    "visits.clinicId",
    "visits.placeId",
    "visits.day",
    "visits.number",
    "visits.letter",
    sql<
      number | null
    >`case when visits.letter is not null or ${isOfSeveral(clinic)} then visits.practitioner_id end`.as(
      "practitionerId",
    ),
    "visits.handedFromId",
    "visits.handedAt",
    "visits.handoverNote",
    "visits.state",
    "visits.priority",
    "visits.reason",
    "visits.purpose",
    endedToBill(clinic.id).as("toBill"),
    "visits.noBillReason",
    billsOfVisit(clinic.id).as("billed"),
    sql<boolean>`visits.moved_to is not null`.as("isMoved"),
    "visits.appointmentAt",
    "visits.arrivedAt",
    "visits.vitalsTakenAt",
    "visits.withDoctorAt",
    "visits.forPaymentAt",
    "visits.closedAt",
    "visits.createdAt",
    "patients.admissionNo",
    "patients.patientName",
    "patients.birthday",
    ageTold(),
    "patients.sex",
    "patients.patientPhoto",
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectVisits>["executeTakeFirstOrThrow"]>>;

/** Check constraints restrict `state`, `purpose`, `priority` and `sex` to the contract's values. */
export const asVisit = ({
  ageTold: told,
  toBill,
  letter,
  practitionerId,
  handedFromId,
  handedAt,
  handoverNote,
  ...row
}: Row): Visit =>
  ({
    ...row,
    ...(letter !== null && { letter }),
    ...(practitionerId !== null && { practitionerId }),
    ...(handedFromId !== null && { handover: { fromId: handedFromId, at: handedAt, note: handoverNote } }),
    isUnbilled: toBill && row.billed === null,
    age: yearsAt({ birthday: row.birthday, ageTold: told }, row.day),
    patientPhoto: row.patientPhoto && `/api/patients/${row.patientId}/photo?v=${row.patientPhoto}`,
  }) as Visit;

export async function findVisit(clinic: ClinicScope, id: number): Promise<Visit> {
  const row = await selectVisits(clinic)
    .where("visits.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Visit"));
  return asVisit(row);
}

/** Literals: a prepared statement uses a partial index only when it sees its condition. */
export const isWaiting = sql<boolean>`visits.state in (${sql.join(waitingStates.map((state) => sql.lit(state)))})`;

/** From this many minutes before an appointment, an arrived patient is called by its time instead of as a walk-in. */
const DUE_BEFORE = 30;

/** Appointments up to this time are due. Patients who arrive hours early wait as walk-ins until then. */
export const dueUntil = (now: Date): string => new Date(now.getTime() + DUE_BEFORE * 60_000).toISOString();

/** The sort key of a waiting visit in the order of calling. */
export const callingOrder = (now: Date) =>
  sql`calling_order(visits.moved_to, visits.priority, visits.appointment_at, visits.arrived_at, ${dueUntil(now)}::timestamptz)`;

/** Waiting visits in the order of calling. */
export const inCallingOrder = (now: Date) => sql`${callingOrder(now)}, visits.id`;
