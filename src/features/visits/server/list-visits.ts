import { sql } from "kysely";
import { requirePatient } from "#features/patients/server/require-patient.ts";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { asVisit, dueUntil, inCallingOrder, joinVisits, selectVisits } from "./visit-rows.ts";

/** Visits of one day in an answer; the busiest clinics see some 200. */
const mostOfDay = 1000;
const mostUnfinished = 100;

const group = sql`case when visits.state = 'with_doctor' then 1 when visits.state in ('arrived', 'vitals_taken') then 2
                       when visits.state = 'for_payment' then 3 when visits.state = 'booked' then 4 else 5 end`;

type Wanted = { day?: string | undefined; placeId?: number | undefined };

/** The visits of a Manila day, of all places or of one, in the order of the queue; closed ones last, the latest first. */
export async function listVisits(
  clinic: ClinicScope,
  now: Date,
  { day = manilaDay(now), placeId }: Wanted,
): Promise<{ visits: Visit[]; version: string }> {
  let query = selectVisits(clinic)
    .select(rowVersion(now).as("rowVersion"))
    .where("visits.day", "=", day)
    .orderBy(group)
    .orderBy("visits.closedAt", "desc")
    .orderBy(sql`case when visits.state = 'booked' then visits.appointment_at end`)
    .orderBy(inCallingOrder(now))
    .limit(sql.lit(mostOfDay));
  if (placeId !== undefined) query = query.where("visits.placeId", "=", placeId);
  const rows = await query.execute();
  let sum = 0n;
  const visits = rows.map(({ rowVersion: version, ...row }) => {
    sum += BigInt(version);
    return asVisit(row);
  });
  return {
    visits,
    version: versionOf({ day, placeId, visits: visits.length, sum: String(sum) }),
  };
}

/**
 * What a row of the board is made of: the stored versions of the visit and of its patient, of which each commit makes
 * new ones, and whether its appointment is due, which changes by the clock.
 */
const rowVersion = (now: Date) => sql<string>`hashint8extended(
  hashint8extended(visits.id, visits.xmin::text::bigint),
  hashint8extended(patients.xmin::text::bigint, coalesce(visits.appointment_at <= ${dueUntil(now)}::timestamptz, false)::integer)
)`;

/** Raised when the board shows its rows in another way. */
const edition = 1;

const versionOf = ({ day, placeId = 0, visits, sum }: Wanted & { visits: number; sum: string }): string =>
  [edition, day, placeId, visits, sum].join(".");

/** The version of what `listVisits` answers, at a tenth of its cost: nothing is sorted, and one row leaves the database. */
export async function versionOfVisits(
  clinic: ClinicScope,
  now: Date,
  { day = manilaDay(now), placeId }: Wanted,
): Promise<string> {
  let query = joinVisits(clinic)
    .where("visits.day", "=", day)
    .select([
      sql<number>`count(*)::integer`.as("visits"),
      sql<string>`coalesce(sum(${rowVersion(now)}), 0)::text`.as("sum"),
    ]);
  if (placeId !== undefined) query = query.where("visits.placeId", "=", placeId);
  return versionOf({ day, placeId, ...(await query.executeTakeFirstOrThrow()) });
}

const mostOfPatient = 50;

/** A patient's visits, the newest first. */
export async function listVisitsOf(
  clinic: ClinicScope,
  patientId: number,
  { limit = mostOfPatient }: { limit?: number | undefined },
): Promise<Visit[]> {
  const rows = await selectVisits(clinic)
    .where("visits.patientId", "=", patientId)
    .orderBy("visits.day", "desc")
    .orderBy("visits.id", "desc")
    .limit(sql.lit(limit))
    .execute();
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows.map(asVisit);
}

/** Visits of earlier days that nobody closed, the latest first. */
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
