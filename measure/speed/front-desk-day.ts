import type { Client } from "pg";
import { addDays, manilaDay, weekdayOf } from "#shared/formats/dates.ts";

/** Visits of the day, and as many bills, each with a payment. */
const visitsOfDay = 200;
/** Appointments of a week, Monday to Saturday. */
const appointmentsOfWeek = 120;

/** The week of the appointments: the next one, Monday to Sunday. */
export function weekAhead(now: Date): { from: string; to: string } {
  const today = manilaDay(now);
  const from = addDays(today, 8 - weekdayOf(today));
  return { from, to: addDays(from, 6) };
}

/**
 * A full day at the front desks of some clinics, late in the morning: 200 visits, most of them seen; 200 payments, half of
 * them counted at noon; and the appointments of the coming week.
 */
export async function fillFrontDesks(client: Client, clinicIds: number[], now: Date): Promise<void> {
  const run = (text: string, ...values: unknown[]) => client.query(text, [clinicIds, ...values]);
  await client.query("begin");
  // Triggers would write a history row each.
  await client.query("set local session_replication_role = replica");
  // Every tenth patient has an appointment of the generated platform, perhaps today.
  await run(
    `create temporary table desk on commit drop as
     select p.clinic_id, p.id as patient_id, pl.id as place_id, o.id as owner_id, s.id as staff_id,
            row_number() over (partition by p.clinic_id order by p.id desc)::integer as n
     from patients p join places pl on pl.clinic_id = p.clinic_id
     join users o on o.clinic_id = p.clinic_id and o.role = 'owner'
     join users s on s.clinic_id = p.clinic_id and s.role = 'secretary'
     where p.clinic_id = any ($1) and p.id % 10 > 0`,
  );
  await client.query(
    `insert into visits (clinic_id, patient_id, place_id, day, number, state, priority, reason, appointment_at, arrived_at,
                         vitals_taken_at, with_doctor_at, for_payment_at, closed_at, created_by_id, created_at)
     select clinic_id, patient_id, place_id, $1, case when n <= 190 then 100 + n end, state,
            case when n % 5 = 0 then 'senior' end, case when n % 3 > 0 then 'Cough and colds for three days' end,
            case when state = 'booked' then $2::timestamptz + n * interval '1 minute' end,
            case when n <= 190 then at end, case when n <= 160 then at + interval '10 minutes' end,
            case when n <= 137 then at + interval '30 minutes' end, case when n <= 135 then at + interval '45 minutes' end,
            case when n <= 130 then at + interval '50 minutes' end, staff_id, at
     from (select *, $2::timestamptz - interval '4 hours' + n * interval '1 minute' as at,
                  case when n <= 130 then 'done' when n <= 135 then 'for_payment' when n <= 137 then 'with_doctor'
                       when n <= 160 then 'vitals_taken' when n <= 190 then 'arrived' else 'booked' end as state
           from desk where n <= $3) day`,
    [manilaDay(now), now.toISOString(), visitsOfDay],
  );
  await client.query(
    `with booked as (
       insert into visits (clinic_id, patient_id, place_id, day, state, appointment_at, created_by_id, created_at)
       select clinic_id, patient_id, place_id, manila_day(at), 'booked', at, staff_id, $2
       from (select *, ($1::date + (n % 6)) at time zone 'Asia/Manila' + interval '8 hours' + (n / 6) % 20 * interval '25 minutes' as at
             from desk where n > $3 and n <= $3 + $4) week
       returning *)
     insert into appointments (clinic_id, place_id, patient_id, visit_id, starts_at, minutes, reason, created_by_id, created_at, updated_at)
     select clinic_id, place_id, patient_id, id, appointment_at, 30, 'Follow-up', created_by_id, $2, $2 from booked`,
    [weekAhead(now).from, now.toISOString(), visitsOfDay, appointmentsOfWeek],
  );
  await client.query(
    `with billed as (
       insert into bills (clinic_id, number, patient_id, day, lines, is_vat_registered, charges, due, paid,
                          patient_share, patient_balance, created_by_id, created_at, updated_at)
       select clinic_id, 'D-' || n, patient_id, $1, '[{"description": "Consultation", "quantity": 1, "amount": "800.00"}]', false,
              800, 800, 800, 800, 0, staff_id, $2, $2
       from desk where n <= $3
       returning clinic_id, id, patient_id),
     noon as (
       insert into day_closings (clinic_id, day, closed_by_id, closed_at, payments, methods, expected, counted)
       select clinic_id, $1, owner_id, $2, $3 / 2, '[{"method": "cash", "payments": 60, "amount": "48000.00"}]', 48000, 48000
       from desk where n = 1 returning clinic_id, id)
     insert into payments (clinic_id, bill_id, patient_id, method, amount, reference, taken_by_id, taken_at, day, closing_id)
     select billed.clinic_id, billed.id, billed.patient_id,
            case when n % 10 < 6 then 'cash' when n % 10 < 9 then 'gcash' else 'card' end, 800, null,
            case when n % 4 = 0 then owner_id else staff_id end, $2, $1, case when n <= $3 / 2 then noon.id end
     from billed join desk using (clinic_id, patient_id) join noon using (clinic_id)`,
    [manilaDay(now), now.toISOString(), visitsOfDay],
  );
  await client.query("commit");
  for (const table of ["visits", "appointments", "bills", "payments", "day_closings"])
    await client.query(`vacuum (analyze) ${table}`);
}
