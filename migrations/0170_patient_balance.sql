-- What an HMO approved is the clinic's receivable and no debt of the patient: a record with bills says what the patient pays, and
-- is Paid-Received once the patient owes nothing, although the HMO still does.
-- begin batches
-- The release before may run beside this: each batch changes what differs, in rows locked briefly, and gives way to others.
set local citus.propagate_set_commands = 'local';
set local lock_timeout = '500ms';
set local app.event = 'patient.amount';
update patients p set amount = wrong.share, payment_status = wrong.status, version = p.version + 1
from (
  select q.clinic_id, q.id, latest.share, latest.status
  from (
    select distinct on (b.clinic_id, b.patient_id) b.clinic_id, b.patient_id, b.share,
           case when b.balance = 0 then 'Paid-Received' when b.is_overdue then 'Overdue' else 'Pending' end as status
    from (
      select clinic_id, patient_id, id, is_overdue, due - least(due, coalesce(hmo_approved, 0)) as share,
             least(greatest(due - least(due, coalesce(hmo_approved, 0)) - (paid - hmo_paid), 0), due - paid) as balance
      from bills where voided_at is null) b
    join (select distinct clinic_id, patient_id from bills where voided_at is null and hmo_company is not null) covered
      on covered.clinic_id = b.clinic_id and covered.patient_id = b.patient_id
    order by b.clinic_id, b.patient_id, b.balance > 0 desc, b.id desc) latest
  join patients q on q.clinic_id = latest.clinic_id and q.id = latest.patient_id
  where q.is_billed and (q.amount, q.payment_status::text) is distinct from (latest.share, latest.status)
  limit 1000) wrong
-- Its bills may be gone since the statement began.
where p.clinic_id = wrong.clinic_id and p.id = wrong.id and p.is_billed;
-- end batches

-- The part of a bill that its HMO does not cover (openShares of bill-sums.ts).
create function patient_share(p_due numeric, p_hmo_approved numeric) returns numeric
  language sql immutable parallel safe
  return p_due - least(p_due, coalesce(p_hmo_approved, 0));

-- Of it, what is not paid yet. The rest of the balance is the HMO's.
create function patient_balance(p_due numeric, p_paid numeric, p_hmo_approved numeric, p_hmo_paid numeric) returns numeric
  language sql immutable parallel safe
  return least(greatest(p_due - least(p_due, coalesce(p_hmo_approved, 0)) - (p_paid - p_hmo_paid), 0), p_due - p_paid);

comment on function patient_share(numeric, numeric) is 'nullable: p_hmo_approved';
comment on function patient_balance(numeric, numeric, numeric, numeric) is 'nullable: p_hmo_approved';
-- Every role that reads bills computes them.
grant execute on function patient_share(numeric, numeric), patient_balance(numeric, numeric, numeric, numeric) to public;

set local role klinika_merge;

-- Amount and status of a patient who has bills are those of the latest bill on which the patient owes something, else of the
-- latest one (followBills of billing).
create or replace function follow_bills(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set amount = bill.share, is_billed = bill.share is not null,
      payment_status = case when bill.share is null or (bill.balance > 0 and not bill.is_overdue) then 'Pending'
                            when bill.balance > 0 then 'Overdue' else 'Paid-Received' end
  from (select) one
  left join lateral (select patient_share(b.due, b.hmo_approved) as share, b.is_overdue,
                            patient_balance(b.due, b.paid, b.hmo_approved, b.hmo_paid) as balance
                     from bills b
                     where b.clinic_id = own and b.patient_id = p_patient and b.voided_at is null
                     order by patient_balance(b.due, b.paid, b.hmo_approved, b.hmo_paid) > 0 desc, b.id desc limit 1) bill on true
  where p.clinic_id = own and p.id = p_patient and (p.is_billed or bill.share is not null);
end $$;

-- A record that an earlier release deleted is restored by the owner.
grant execute on function follow_bills(bigint) to klinika_owner;

set local role klinika_owner;

-- With what the shares are computed from, so that sums read the index alone. Dropped last: from then on readers wait.
create index bills_owed on bills (clinic_id, patient_id) include (due, paid, hmo_approved, hmo_paid) where is_open;
create index bills_of_day on bills (clinic_id, day, id)
  include (patient_id, created_by_id, due, paid, hmo_approved, hmo_paid, is_overdue) where voided_at is null;
drop index bills_open, bills_by_day;
