-- What the patient owes of a bill, computed by openShares of src/shared/billing/bill-sums.ts and stored with the bill, so that
-- sums over many bills read it.
alter table bills
  -- The part of due that the HMO does not cover.
  add column patient_share numeric(12,2),
  -- What the patient owes of balance; the HMO owes the rest.
  add column patient_balance numeric(12,2);

-- Every change of a clinical row writes its line of the history in the same statement. The event and the acting user are
-- settings of the transaction; a change that names no event is refused.
--
-- Columns that follow from other rows or columns are left out: those have lines of their own. A row that a merge writes is none
-- that was entered. tg_argv: the table, since on a cluster a trigger sees the name of a part of it ("patients_102170").
create or replace function record_change() returns trigger
  language plpgsql
as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_argv[0];
  end if;
  if tg_op = 'INSERT' and current_user = 'klinika_merge' then
    return null;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'household_key', 'other_text', 'record_day',
                      'last_consultation_at', 'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis',
                      'visit_diagnosed_at', 'own_diagnosed_at', 'is_billed', 'follow_up_date', 'allergies', 'recorded_at',
                      'visit_codes', 'patient_share', 'patient_balance');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_argv[0] = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_argv[0], new.id, coalesce(changed, '{}'));
  return null;
end $$;

-- Columns that the history leaves out, so that this writes no line of it; each change names an event.
set local citus.propagate_set_commands = 'local';
set local app.event = 'bill.create';
update bills set patient_share = patient_share(due, hmo_approved),
                 patient_balance = patient_balance(due, paid, hmo_approved, hmo_paid)
where patient_share is null;
set local app.event = '';
alter table bills
  alter column patient_share set not null,
  alter column patient_balance set not null,
  add constraint bills_patient_check check (
    patient_share between 0 and due and patient_balance between 0 and due - paid
    and (hmo_company is not null or (patient_share = due and patient_balance = due - paid)));

-- Where an index includes columns, sums are computed from it alone.
create index bills_by_day on bills (clinic_id, day, id)
  include (patient_id, created_by_id, due, paid, patient_balance, is_overdue) where voided_at is null;
create index bills_claimed on bills (clinic_id, day, id)
  include (due, paid, patient_balance) where is_open and hmo_company is not null;
create index bills_unpaid on bills (clinic_id, patient_id) include (due, paid, patient_balance) where is_open;
drop index bills_of_day, bills_of_hmo, bills_owed;

set local role klinika_merge;

-- Gives a patient who has or had bills the amount and payment status of the latest bill on which they owe something, else of
-- the latest bill.
create or replace function follow_bills(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set amount = bill.patient_share, is_billed = bill.patient_share is not null,
      payment_status = case when bill.patient_share is null or (bill.patient_balance > 0 and not bill.is_overdue) then 'Pending'
                            when bill.patient_balance > 0 then 'Overdue' else 'Paid-Received' end
  from (select) one
  left join lateral (select b.patient_share, b.patient_balance, b.is_overdue from bills b
                     where b.clinic_id = own and b.patient_id = p_patient and b.voided_at is null
                     order by b.patient_balance > 0 desc, b.id desc limit 1) bill on true
  where p.clinic_id = own and p.id = p_patient and (p.is_billed or bill.patient_share is not null);
end $$;

set local role klinika_owner;

drop function patient_balance(numeric, numeric, numeric, numeric), patient_share(numeric, numeric);
