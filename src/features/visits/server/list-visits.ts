import { sql } from "kysely";
import type { Visit } from "#features/visits/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { rowVersion, takeVersion, versionColumn, versionOfAll } from "#server/database/row-versions.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { billsOfVisit, endedToBill } from "#server/money-figures.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isOfSeveral } from "#server/practitioners.ts";
import { notComeStates } from "#shared/clinical/visit-states.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { asVisit, dueUntil, inCallingOrder, isWaiting, joinVisits, selectVisits } from "./visit-rows.ts";

/** The limit of one day's visits; the busiest clinics see some 200. */
const mostOfDay = 1000;
const mostUnfinished = 100;

const group = sql`case when visits.state = 'with_doctor' then 1 when ${isWaiting} then 2
                       when visits.state = 'for_payment' then 3 when visits.state = 'booked' then 4 else 5 end`;

type Wanted = {
  day?: string | undefined;
  placeId?: number | undefined;
  practitionerId?: number | undefined;
};

/** The visits of a Manila day, of all places and doctors or of one, in the order of the queue; closed ones last, latest first. */
export async function listVisits(
  clinic: ClinicScope,
  now: Date,
  { day = manilaDay(now), placeId, practitionerId }: Wanted,
): Promise<{ visits: Visit[]; version: string }> {
  let query = selectVisits(clinic)
    .select(versionColumn(versionOfVisit(clinic.id, dueUntil(now))))
    .where("visits.day", "=", day)
    .orderBy(group)
    .orderBy("visits.closedAt", "desc")
    .orderBy(sql`case when visits.state = 'booked' then visits.appointment_at end`)
    .orderBy(inCallingOrder(now))
    .limit(sql.lit(mostOfDay));
  if (placeId !== undefined) query = query.where("visits.placeId", "=", placeId);
  if (practitionerId !== undefined) query = query.where("visits.practitionerId", "=", practitionerId);
  const { rows, version } = takeVersion(await query.execute());
  return { visits: rows.map(asVisit), version: versionOf({ day, placeId, practitionerId }, version) };
}

/**
 * The visit, its patient, whether its appointment is due, which changes with the time, what was billed and paid, which
 * changes other rows, and whether several doctors practise.
 */
const versionOfVisit = (clinicId: number, due: string) =>
  rowVersion(
    ["visits", "patients"],
    sql`(coalesce(visits.appointment_at <= ${due}::timestamptz, false)::integer + 2 * ${endedToBill(clinicId)}::integer
         + 4 * ${isOfSeveral({ id: clinicId })}::integer)::bigint
        # hashtextextended(coalesce(${billsOfVisit(clinicId)}::text, ''), 0)`,
  );

/** Increase it when the shape of the board's rows changes. */
const edition = 7;

const versionOf = ({ day, placeId = 0, practitionerId = 0 }: Wanted, rows: string): string =>
  [edition, day, placeId, practitionerId, rows].join(".");

type OfDay = Omit<Wanted, "day"> & { clinicId: number; day: string; due: string };

const versionOfDay = shapedQuery((db, { clinicId, day, due, placeId, practitionerId }: OfDay) => {
  let query = joinVisits(db, clinicId)
    .where("visits.day", "=", day)
    .select(versionOfAll(versionOfVisit(clinicId, due)).as("rows"));
  if (placeId !== undefined) query = query.where("visits.placeId", "=", placeId);
  if (practitionerId !== undefined) query = query.where("visits.practitionerId", "=", practitionerId);
  return query;
});

/** The version of the response of `listVisits`: nothing is sorted, and one row leaves the database. */
export async function versionOfVisits(
  clinic: ClinicScope,
  now: Date,
  { day = manilaDay(now), ...of }: Wanted,
): Promise<string> {
  const [read] = await versionOfDay(clinic, {
    clinicId: clinic.id,
    day,
    due: dueUntil(now),
    placeId: of.placeId,
    practitionerId: of.practitionerId,
  });
  return versionOf({ day, ...of }, read?.rows ?? "");
}

const mostOfPatient = 50;

/** A patient's visits, newest first. */
export async function listVisitsOf(
  clinic: ClinicScope,
  patientId: number,
  { until, limit = mostOfPatient }: { until?: string | undefined; limit?: number | undefined },
): Promise<Visit[]> {
  let query = selectVisits(clinic).where("visits.patientId", "=", patientId);
  if (until !== undefined) query = query.where("visits.day", "<=", until);
  const rows = await query
    .orderBy("visits.day", "desc")
    .orderBy("visits.id", "desc")
    .limit(sql.lit(limit))
    .execute();
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows.map(asVisit);
}

/** A visit of a record: whether the patient came that day, and when it was booked for a later one. */
export type VisitOfRecord = Pick<
  Visit,
  "id" | "day" | "state" | "purpose" | "reason" | "appointmentAt" | "arrivedAt" | "createdAt"
> & { createdByName: string | null };

/** Of Manila days (inclusive): visits to which the patient came, and what was booked then. The earliest first. */
export async function listVisitsBetween(
  clinic: ClinicScope,
  patientId: number,
  { from, to }: { from: string; to: string },
): Promise<VisitOfRecord[]> {
  const rows = await clinic.db
    .selectFrom("visits")
    .select([
      "id",
      "day",
      "state",
      "purpose",
      "reason",
      "appointmentAt",
      "arrivedAt",
      "createdAt",
      nameOfUser(clinic, "visits.created_by_id").as("createdByName"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where((is) =>
      is.or([
        is.and([is("day", ">=", from), is("day", "<=", to), is("state", "not in", notComeStates)]),
        is.and([
          is("appointmentAt", "is not", null),
          is("createdAt", ">=", manilaDayRange(from).start.toISOString()),
          is("createdAt", "<", manilaDayRange(to).end.toISOString()),
        ]),
      ]),
    )
    .orderBy("day")
    .orderBy("id")
    .execute();
  return rows as VisitOfRecord[];
}

/** Visits of earlier days that nobody closed, latest first. */
export async function listUnfinished(clinic: ClinicScope, now: Date): Promise<Visit[]> {
  const rows = await selectVisits(clinic)
    .where("visits.isOpen", "=", sql.lit(true))
    .where("visits.day", "<", manilaDay(now))
    .orderBy("visits.day", "desc")
    .orderBy("visits.id", "desc")
    .limit(sql.lit(mostUnfinished))
    .execute();
  return rows.map(asVisit);
}
