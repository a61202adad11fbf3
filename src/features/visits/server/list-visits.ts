import { sql } from "kysely";
import { requirePatient } from "#features/patients/server/require-patient.ts";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { asVisit, inCallingOrder, selectVisits } from "./visit-rows.ts";

/** Visits of one day in an answer; the busiest clinics see some 200. */
const mostOfDay = 1000;
const mostUnfinished = 100;

const group = sql`case when visits.state = 'with_doctor' then 1 when visits.state in ('arrived', 'vitals_taken') then 2
                       when visits.state = 'for_payment' then 3 when visits.state = 'booked' then 4 else 5 end`;

/** The visits of a Manila day, of all places or of one, in the order of the queue; closed ones last, the latest first. */
export async function listVisits(
  clinic: ClinicScope,
  now: Date,
  { day = manilaDay(now), placeId }: { day?: string | undefined; placeId?: number | undefined },
): Promise<Visit[]> {
  let query = selectVisits(clinic)
    .where("visits.day", "=", day)
    .orderBy(group)
    .orderBy("visits.closedAt", "desc")
    .orderBy(sql`case when visits.state = 'booked' then visits.appointment_at end`)
    .orderBy(inCallingOrder(now))
    .limit(sql.lit(mostOfDay));
  if (placeId !== undefined) query = query.where("visits.placeId", "=", placeId);
  return (await query.execute()).map(asVisit);
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
