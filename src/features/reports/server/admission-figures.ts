import { sql } from "kysely";
import type { AdmissionFigures } from "#features/reports/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";

type Row = {
  currentlyAdmitted: number;
  dischargedToday: number;
  averageStayDays: string | null;
  bedCapacity: number;
  bedOccupancy: string;
};

/**
 * The four figures above the admissions. Archived records never count. A record counts with its last stay: whole days
 * from admission to discharge, or to today while it lasts; discharged today are those whose last stay ended on the
 * Manila day.
 */
export async function readAdmissionFigures(clinic: ClinicScope, now: Date): Promise<AdmissionFigures> {
  const today = manilaDay(now);
  const { start, end } = manilaDayRange(today);
  const { rows } = await sql<Row>`
    with admitted as (
      select count(*) as beds_taken from patients
      where clinic_id = ${clinic.id} and not is_archived and admission_status = 'Admitted'),
    last_stays as (
      select distinct on (patient_id) patient_id, admitted_at, discharged_at from admissions
      where clinic_id = ${clinic.id} order by patient_id, id desc),
    stays as (
      select avg(greatest(0, coalesce(manila_day(discharged_at), ${today}::date) - admitted_at)) as mean_days,
             count(*) filter (where admission_status = 'Discharged'
                              and discharged_at >= ${start}::timestamptz and discharged_at < ${end}::timestamptz) as ended_today
      from patients join last_stays on last_stays.patient_id = patients.id
      where clinic_id = ${clinic.id} and not is_archived and admission_status in ('Admitted', 'Discharged'))
    select beds_taken as currently_admitted, ended_today as discharged_today, round(mean_days, 1) as average_stay_days,
           bed_capacity, round(100.0 * beds_taken / bed_capacity, 1) as bed_occupancy
    from clinics, admitted, stays where clinics.id = ${clinic.id}
  `.execute(clinic.db);
  const [row] = rows;
  if (!row) throw new Error("The figures of the admissions are one row.");
  const { averageStayDays, bedOccupancy, ...counts } = row;
  return {
    ...counts,
    averageStayDays: averageStayDays === null ? null : Number(averageStayDays),
    bedOccupancy: Number(bedOccupancy),
  };
}
