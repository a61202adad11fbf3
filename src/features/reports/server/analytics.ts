import { sql } from "kysely";
import type { Analytics } from "#features/reports/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hmoBalance, owes } from "#server/money-figures.ts";
import { manilaDay, type Period, startOfPeriod } from "#shared/formats/dates.ts";

/** Calendar months of the trend, including the current one. */
const TREND_MONTHS = 6;

/**
 * Analytics & Reports in one statement. Patients of the period are counted once per hospital, status, payment and
 * PHIC; all figures are sums of those few rows. Sums are exact decimals, and leave the database as text, since a JSON
 * number is a binary fraction. A record belongs to a period by its admission date, else its registration, from the
 * period's first day on; archived records never count, and imported ones belong to no period. A peso is counted once: the amount of a record without bills
 * on the record's day, and a bill on its own day, with its payments as paid and the rest as outstanding, or as the
 * HMO's. The average is by everyone whose amounts are in the revenue: patients of the period, and those billed in it.
 */
export async function readAnalytics(clinic: ClinicScope, period: Period, now: Date): Promise<Analytics> {
  const today = manilaDay(now);
  const from = startOfPeriod(period, today);
  const firstMonth = monthStart(today, 1 - TREND_MONTHS);
  const nextMonth = monthStart(today, 1);
  const since = (day: string) => (from === null ? sql`` : sql`and ${sql.ref(day)} >= ${from}::date`);
  const { rows } = await sql<{ report: Omit<Analytics, "period" | "from" | "today"> }>`
    with billed as materialized (
      select id, hospital, admission_status, phic_payment, record_day from patients
      where clinic_id = ${clinic.id} and not is_archived and is_billed),
    counted as materialized (
      select hospital, admission_status, case when ${owes()} or payment_status = 'Paid-Received' then payment_status else 'None' end
               as payment_status, phic_payment, count(*) as patients, 0 as earlier_patients,
             coalesce(sum(amount) filter (where not is_billed), 0) as revenue
      from patients where clinic_id = ${clinic.id} and not is_archived ${since("patients.record_day")}
        ${from === null ? sql`` : isNew}
      group by 1, 2, 3, 4
      union all
      select hospital, admission_status, part.status, phic_payment, 0, ${earlierPatients(from)}, sum(part.amount)
      from bills join billed on billed.id = bills.patient_id
      cross join lateral (values ('Paid-Received', paid), ('HMO', ${hmoBalance()}),
        (case when is_overdue then 'Overdue' else 'Pending' end, patient_balance)) as part (status, amount)
      where bills.clinic_id = ${clinic.id} and bills.voided_at is null ${since("bills.day")}
      group by hospital, admission_status, part.status, phic_payment),
    everything as (
      select coalesce(sum(patients), 0) as patients, coalesce(sum(revenue), 0) as revenue from counted),
    hospitals as (
      select hospital, sum(patients) as patients, sum(earlier_patients) as earlier_patients, sum(revenue) as revenue
      from counted group by hospital),
    recent as (
      select date_trunc('month', record_day::timestamp) as month, count(*) as patients,
             coalesce(sum(amount) filter (where not is_billed), 0) as revenue
      from patients where clinic_id = ${clinic.id} and not is_archived
        and record_day >= ${firstMonth}::date and record_day < ${nextMonth}::date ${isNew}
      group by 1
      union all
      select date_trunc('month', bills.day::timestamp), 0, sum(bills.due)
      from bills join billed on billed.id = bills.patient_id
      where bills.clinic_id = ${clinic.id} and bills.voided_at is null
        and bills.day >= ${firstMonth}::date and bills.day < ${nextMonth}::date
      group by 1),
    months as (
      select month, coalesce(sum(patients), 0) as patients, coalesce(sum(revenue), 0) as revenue
      from generate_series(${firstMonth}::timestamp, ${today}::timestamp, interval '1 month') as month
      left join recent using (month) group by month)
    select jsonb_build_object(
      'totalPatients', everything.patients,
      'totalRevenue', ${pesos(sql`everything.revenue`)},
      'collectionRate', ${percent(revenueWhere("payment_status = 'Paid-Received'"), sql`everything.revenue`)},
      'activeAdmissions', ${patientsWhere("admission_status = 'Admitted'")},
      'bedCapacity', bed_capacity,
      'phicCases', ${patientsWhere("phic_payment = 'Yes'")},
      'phicPercent', ${percent(patientsWhere("phic_payment = 'Yes'"), sql`everything.patients`)},
      'statuses', jsonb_build_object(
        'admitted', ${ofPatients("admission_status = 'Admitted'")},
        'discharged', ${ofPatients("admission_status = 'Discharged'")},
        'outpatient', ${ofPatients("admission_status = 'Outpatient'")}),
      'payments', jsonb_build_object(
        'paid', ${ofRevenue("payment_status = 'Paid-Received'")},
        'outstanding', ${ofRevenue("payment_status in ('Pending', 'Overdue')")},
        'hmo', ${ofRevenue("payment_status = 'HMO'")} - 'patients',
        'overdue', ${ofRevenue("payment_status = 'Overdue'")},
        'phic', ${ofPatients("phic_payment = 'Yes'")},
        'private', ${ofPatients("phic_payment = 'No'")}),
      'hospitals', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'hospital', hospital, 'patients', hospitals.patients, 'revenue', ${pesos(sql`hospitals.revenue`)},
            'average', ${pesos(sql`hospitals.revenue / greatest(hospitals.patients + earlier_patients, 1)`)},
            'percent', ${percent(sql`hospitals.revenue`, sql`everything.revenue`)})
          order by hospitals.revenue desc, hospitals.patients desc, hospital), '[]') from hospitals),
      'trend', (
        select jsonb_agg(jsonb_build_object(
            'month', to_char(month, 'YYYY-MM-DD'), 'patients', months.patients, 'revenue', ${pesos(sql`months.revenue`)})
          order by month) from months)
    ) as report
    from everything, clinics where clinics.id = ${clinic.id}
  `.execute(clinic.db);
  const [row] = rows;
  if (!row) throw new Error("A report is one row.");
  return { period, from, today, ...row.report };
}

/** A list that was imported brings no new patients: they belong to no month. */
const isNew = sql`and imported_on is null`;

/** Patients of earlier periods who were billed in this one. Each bill has one part that is paid. */
const earlierPatients = (from: string | null) =>
  from === null
    ? sql`0`
    : sql`count(distinct billed.id) filter (where part.status = 'Paid-Received' and record_day < ${from}::date)`;

/** The first day of the month that many months before or after the day's month. */
function monthStart(day: string, months: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

type Sql = ReturnType<typeof sql>;

const pesos = (amount: Sql) => sql`round(${amount}, 2)::text`;

const percent = (part: Sql, whole: Sql) => sql`coalesce(round(100 * ${part} / nullif(${whole}, 0), 1), 0)`;

const patientsWhere = (condition: string) =>
  sql`(select coalesce(sum(patients), 0) from counted where ${sql.raw(condition)})`;

const revenueWhere = (condition: string) =>
  sql`(select coalesce(sum(revenue), 0) from counted where ${sql.raw(condition)})`;

const part = (condition: string, share: Sql) =>
  sql`jsonb_build_object('patients', ${patientsWhere(condition)}, 'revenue', ${pesos(revenueWhere(condition))}, 'percent', ${share})`;

const ofPatients = (condition: string) =>
  part(condition, percent(patientsWhere(condition), sql`everything.patients`));

const ofRevenue = (condition: string) =>
  part(condition, percent(revenueWhere(condition), sql`everything.revenue`));
