import { RETENTION_YEARS } from "#shared/retention.ts";
import { type Invariant, row } from "./invariant.ts";

/**
 * Amount and payment status of each patient with bills: the patient's share and the state of the latest bill on which
 * the patient owes something, else of the latest one.
 */
const amountsOfBills = `
  select distinct on (clinic_id, patient_id) clinic_id, patient_id, patient_share as amount,
         (case when patient_balance = 0 then 'Paid-Received' when is_overdue then 'Overdue' else 'Pending' end)::varchar as status
  from bills where voided_at is null order by clinic_id, patient_id, patient_balance > 0 desc, id desc`;

export const moneyInvariants: Invariant[] = [
  {
    description: "The charges of a bill are the sum of its lines.",
    violations: `
      select b.clinic_id, ${row("bills", "b.id")} as row, 'charges ' || b.charges || ', lines ' || lines.total as found
      from bills b cross join lateral (
        select coalesce(sum((line ->> 'quantity')::numeric * (line ->> 'amount')::numeric), 0) as total
        from jsonb_array_elements(b.lines) as line) lines
      where b.charges <> lines.total`,
  },
  {
    description: "The paid amount of a bill is the sum of its payments that are not voided.",
    violations: `
      with taken as (
        select clinic_id, bill_id, sum(amount) as paid, coalesce(sum(amount) filter (where method = 'hmo'), 0) as hmo_paid
        from payments where voided_at is null group by clinic_id, bill_id)
      select b.clinic_id, ${row("bills", "b.id")} as row,
             'paid ' || b.paid || ' (HMO ' || b.hmo_paid || '), payments ' || coalesce(t.paid, 0) || ' (HMO ' || coalesce(t.hmo_paid, 0) || ')' as found
      from bills b left join taken t on t.clinic_id = b.clinic_id and t.bill_id = b.id
      where b.paid <> coalesce(t.paid, 0) or b.hmo_paid <> coalesce(t.hmo_paid, 0)`,
  },
  {
    description: "A payment belongs to the patient of its bill.",
    violations: `
      select p.clinic_id, ${row("payments", "p.id")} as row, 'patient ' || p.patient_id || ', bill of ' || b.patient_id as found
      from payments p join bills b on b.clinic_id = p.clinic_id and b.id = p.bill_id
      where p.patient_id <> b.patient_id`,
  },
  {
    description:
      "The amount of a patient with bills is the patient's share of the latest bill with something left to pay, else of the latest bill.",
    violations: `
      with latest as (${amountsOfBills})
      select p.clinic_id, ${row("patients", "p.id")} as row,
             concat(p.amount, ' ', p.payment_status, ', bill ', l.amount, ' ', l.status) as found
      from patients p left join latest l on l.clinic_id = p.clinic_id and l.patient_id = p.id
      where p.is_billed <> (l.amount is not null)
         or p.is_billed and (p.amount, p.payment_status) is distinct from (l.amount, l.status)`,
  },
  {
    description:
      "A closed statement is the sum of its entries, which are its doctor's and of no day after it.",
    violations: `
      with sums as (
        select clinic_id, statement_id, count(*) as entries, sum(charged) as charged, sum(discount) as discounts,
               sum(hmo_due) as hmo_due, sum(collected) as collected, sum(share) as share,
               min(practitioner_id) as first_doctor, max(practitioner_id) as last_doctor, max(day) as last_day
        from statement_entries where statement_id is not null group by clinic_id, statement_id)
      select s.clinic_id, ${row("statements", "s.id")} as row,
             concat('collected ', s.collected, ', share ', s.share, ', entries ', e.collected, ' and ', e.share) as found
      from statements s left join sums e on e.clinic_id = s.clinic_id and e.statement_id = s.id
      where (s.entries, s.charged, s.discounts, s.hmo_due, s.collected, s.share, s.practitioner_id, s.practitioner_id)
            is distinct from
            (e.entries, e.charged, e.discounts, e.hmo_due, e.collected, e.share, e.first_doctor, e.last_doctor)
         or e.last_day > s.to_day
         or s.collected <> (select coalesce(sum((m ->> 'amount')::numeric), 0) from jsonb_array_elements(s.methods) m)`,
  },
  {
    description: "No two closed statements of a doctor have a day in common.",
    violations: `
      select s.clinic_id, ${row("statements", "s.id")} as row, 'also statement ' || o.id as found
      from statements s join statements o on o.clinic_id = s.clinic_id and o.practitioner_id = s.practitioner_id
        and o.id > s.id and o.from_day <= s.to_day and o.to_day >= s.from_day`,
  },
  {
    description:
      "Every line of a bill that names doctors has one, and together they have what the bill says.",
    violations: `
      with sums as (
        select clinic_id, bill_id, count(*) filter (where payment_id is null and not is_void) as lines,
               sum(charged) filter (where not is_void) as charged,
               sum(charged - discount) filter (where not is_void) as due,
               sum(hmo_due) filter (where not is_void) as hmo_due, sum(charged) as left_charged, sum(collected) as collected
        from statement_entries group by clinic_id, bill_id)
      select b.clinic_id, ${row("bills", "b.id")} as row,
             concat('due ', b.due, ', paid ', b.paid, ', lines ', e.due, ' and ', e.collected) as found
      from bills b join sums e on e.clinic_id = b.clinic_id and e.bill_id = b.id
      where (jsonb_array_length(b.lines), b.charges, b.due, least(coalesce(b.hmo_approved, 0), b.due), b.paid)
            is distinct from (e.lines, e.charged, e.due, e.hmo_due, e.collected)
         or e.left_charged <> case when b.voided_at is null then b.charges else 0 end`,
  },
  {
    description:
      "A line of one doctor is paid at most once, and brings the whole share when it is paid in full.",
    violations: `
      with sums as (
        select clinic_id, bill_id, line, count(distinct practitioner_id) as doctors, sum(charged - discount) as due,
               sum(hmo_due) as hmo_due, sum(full_share) as full_share, sum(collected) as collected,
               sum(hmo_part) as hmo_part, sum(share) as share
        from statement_entries group by clinic_id, bill_id, line)
      select clinic_id, ${row("bills", "bill_id")} as row,
             concat('line ', line, ': due ', due, ', HMO ', hmo_due, ', collected ', collected, ', share ', share) as found
      from sums
      where doctors <> 1 or hmo_due not between 0 and due or hmo_part not between 0 and hmo_due
         or collected - hmo_part not between 0 and due - hmo_due or collected = due and share <> full_share`,
  },
  {
    description: "What doctors have of a payment is the payment, on its day, and the same when it is voided.",
    violations: `
      with sums as (
        select clinic_id, payment_id, bool_or(is_void) as is_void, sum(collected) filter (where not is_void) as collected,
               sum(collected) as kept, sum(share) as share, min(day) filter (where not is_void) as first_day,
               max(day) filter (where not is_void) as last_day, max(day) filter (where is_void) as void_day
        from statement_entries where payment_id is not null group by clinic_id, payment_id)
      select p.clinic_id, ${row("payments", "p.id")} as row,
             concat(p.amount, ' on ', p.day, ', entries ', e.collected, ' on ', e.first_day) as found
      from payments p join sums e on e.clinic_id = p.clinic_id and e.payment_id = p.id
      where (p.amount, p.day, p.day, p.voided_at is not null, p.void_day)
            is distinct from (e.collected, e.first_day, e.last_day, e.is_void, e.void_day)
         or e.is_void and (e.kept, e.share) is distinct from (0::numeric, 0::numeric)`,
  },
  {
    description:
      "The expected cash of a day count is its float and its payments, minus its voided payments and petty cash, with those of deleted patients.",
    violations: `
      with kept as (
        select clinic_id, closing_id, void_closing_id, amount from payments where method = 'cash'
        union all
        select s.clinic_id, (p ->> 'closing_id')::bigint, (p ->> 'void_closing_id')::bigint, (p ->> 'amount')::numeric
        from sealed_records s cross join lateral jsonb_array_elements(
          case jsonb_typeof(s.record -> 'payments') when 'array' then s.record -> 'payments' else '[]' end) p
        where p ->> 'method' = 'cash'
          and not exists (select from payments k where k.clinic_id = s.clinic_id and k.id = (p ->> 'id')::bigint)),
      entries as (
        select clinic_id, closing_id, amount from kept where closing_id is not null
        union all
        select clinic_id, void_closing_id, -amount from kept where void_closing_id is not null),
      destroyed as (
        select clinic_id, max((changes ->> 'keptUntil')::date) as kept_until from record_history
        where event = 'patient.destroy' group by clinic_id),
      counted as (select clinic_id, closing_id, sum(amount) as cash from entries group by clinic_id, closing_id)
      select d.clinic_id, ${row("day_closings", "d.id")} as row,
             'expected ' || d.expected || ', float, payments and petty cash ' || d.opening_float - d.petty_cash + coalesce(c.cash, 0) as found
      from day_closings d left join counted c on c.clinic_id = d.clinic_id and c.closing_id = d.id
      left join destroyed g on g.clinic_id = d.clinic_id
      where d.expected <> d.opening_float - d.petty_cash + coalesce(c.cash, 0)
        -- The payments of a destroyed record are older than its retention; a year for counts that were closed late.
        and manila_day(d.closed_at) > coalesce(g.kept_until - interval '${RETENTION_YEARS.outpatient - 1} years', '-infinity')`,
  },
];
