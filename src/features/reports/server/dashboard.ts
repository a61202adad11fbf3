import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { hmoBalance, owes, paymentsOfDay } from "#server/money-figures.ts";
import { isDoctorsNote } from "#server/patient/entries-in-error.ts";
import { manilaDay, manilaDayRange, startOfPeriod } from "#shared/formats/dates.ts";
import { formatPesosShort } from "#shared/formats/short-pesos.ts";
import type { DashboardFigures } from "../contract.ts";

type Row = {
  totalPatients: number;
  admittedCount: number;
  admittedHospitals: number;
  todayProcedures: number;
  registeredThisWeek: number;
  pendingPaymentCount: number;
  overduePaymentCount: number;
  pendingAmount: string;
  hmoAmount: string;
  seenToday: number;
  collected: string;
};

/**
 * The figures of one clinic's dashboard, without archived patients, whose HMOs however still owe. Each part reads a
 * single index.
 */
export async function readDashboardFigures(
  clinic: ClinicScope,
  now: Date,
  { withCollected }: { withCollected: boolean },
): Promise<DashboardFigures> {
  const today = manilaDay(now);
  const { start, end } = manilaDayRange(today);
  const weekStart = startOfPeriod("week", today);
  const { rows } = await sql<Row>`
    select * from
      (select count(*) as total_patients from patients
       where clinic_id = ${clinic.id} and not is_archived) as everyone,
      (select count(*) as admitted_count, count(distinct hospital) as admitted_hospitals from patients
       where clinic_id = ${clinic.id} and not is_archived and admission_status = 'Admitted') as admitted,
      (select count(*) as today_procedures from patients
       where clinic_id = ${clinic.id} and not is_archived and date_of_admission = ${today}
         and surgical_procedure is not null and surgical_procedure <> '') as procedures,
      (select count(*) as registered_this_week from patients
       where clinic_id = ${clinic.id} and not is_archived and record_day >= ${weekStart}::date
         and imported_on is null) as registered,
      (select count(*) as pending_payment_count, count(*) filter (where payment_status = 'Overdue') as overdue_payment_count,
              coalesce(sum(owes), 0) as pending_amount
       from (select payment_status, case when is_billed then open.balance else amount end as owes from patients
             left join (select patient_id, sum(patient_balance) as balance from bills
                        where clinic_id = ${clinic.id} and is_open
                        group by patient_id) as open on is_billed and open.patient_id = patients.id
             where clinic_id = ${clinic.id} and not is_archived and ${owes()}) as unpaid) as owed,
      (select coalesce(sum(${hmoBalance()}), 0) as hmo_amount from bills
       where clinic_id = ${clinic.id} and is_open and hmo_company is not null) as receivable,
      (select count(*) as seen_today from
         (select patient_id, max(at) as last_at from
            (select patient_id, closed_at as at from visits
             where clinic_id = ${clinic.id} and day = ${today} and state = 'done'
               and purpose = 'consultation'
             union all
             select patient_id, created_at from consultations
             where clinic_id = ${clinic.id} and created_at >= ${start} and created_at < ${end}
               and ${isDoctorsNote} and in_error_at is null) as entries
          group by patient_id) as each
       where patient_id not in (
         select patient_id from visits
         where clinic_id = ${clinic.id} and day = ${today} and is_open and number is not null)
         and not exists (
           select from patients
           where clinic_id = ${clinic.id} and id = each.patient_id and not is_archived and consultation_status = 'pending'
             and appointment_time >= ${start} and appointment_time <= ${now} and appointment_time > last_at)) as seen,
      (select coalesce(sum(amount), 0) as collected
       from (${paymentsOfDay(clinic.id, today, null)}) as entries where method <> 'unstated') as taken
  `.execute(clinic.db);
  const [row] = rows;
  if (!row) throw new Error("The figures of the dashboard are one row.");
  const { pendingAmount, hmoAmount, collected, ...counts } = row;
  return {
    ...counts,
    pendingPayments: formatPesosShort(pendingAmount),
    hmoReceivable: formatPesosShort(hmoAmount),
    collectedToday: withCollected ? formatPesosShort(collected) : null,
  };
}
