-- As before, each statement with its clinic by value, also in a query within it. Of `clinic_id = current_clinic()`, or of the
-- clinic of a row around, a Citus cluster (docs/scaling.md, section 5) makes a statement of every shard: each machine was asked
-- for one clinic's rows, and where another clinic's row of a referral had been written there, by the role that may, it was
-- refused.

set local role klinika_referral;

create or replace function lock_referral(p_id bigint, p_side text) returns referrals
  language plpgsql set search_path = pg_catalog, public
as $$
declare
  running constant bigint := current_clinic();
  party record;
  own referrals;
begin
  perform pass_scope_on();
  select r.from_clinic_id, r.to_clinic_id into party from referrals r
  where r.clinic_id = running and r.id = p_id and r.side = p_side;
  if found then
    perform 1 from referrals r where r.id = p_id and r.clinic_id = party.from_clinic_id for update;
    perform 1 from referrals r where r.id = p_id and r.clinic_id = party.to_clinic_id for update;
  end if;
  select * into own from referrals r where r.clinic_id = running and r.id = p_id and r.side = p_side;
  return own;
end $$;

create or replace function lock_referrals_of(p_patients bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  running constant bigint := current_clinic();
  one record;
begin
  perform pass_scope_on();
  for one in
    select o.id, o.from_clinic_id, o.to_clinic_id from referrals o
    where o.clinic_id = running and o.patient_id = any (p_patients) order by o.id
  loop
    perform 1 from referrals r where r.id = one.id and r.clinic_id = one.from_clinic_id for update;
    perform 1 from referrals r where r.id = one.id and r.clinic_id = one.to_clinic_id for update;
  end loop;
end $$;

-- The other clinic's row may lie on another machine, where the second wall asks for the scope.
create or replace function take_back_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform pass_scope_on();
  delete from referrals where clinic_id = old.to_clinic_id and id = old.id and side = 'received';
  -- A repeated key would answer with what was just taken back.
  delete from idempotency_keys k
  where k.clinic_id = old.to_clinic_id and k.endpoint like 'POST /api/referrals/%' and k.answer -> 'id' = to_jsonb(old.id);
  if old.status = 'pending' then
    perform note_referral(old.to_clinic_id, null, 'referral.cancel', old.id, jsonb_build_object(
      'by_clinic', old.from_clinic_name, 'status', jsonb_build_array('pending', 'cancelled')));
  end if;
  return null;
end $$;

set local role klinika_owner;

-- Asked of the sender's row, which lies where the patient's files lie.
create or replace function was_referred_here(clinic bigint, patient bigint) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select from public.referrals r
                 where r.clinic_id = clinic and r.patient_id = patient and r.side = 'sent'
                   and r.to_clinic_id = public.current_clinic());
end $$;

create or replace function follow_consultation_mark() returns trigger
  language plpgsql
as $$
begin
  update public.consultation_addenda set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and consultation_id = new.id;
  update public.consultation_diagnoses set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and consultation_id = new.id;
  if new.diagnosis is not null and not new.is_intake then
    update public.patients p
    set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes, version = version + 1
    from (select) one
    left join lateral (
      select c.diagnosis, c.created_at,
             (select string_agg(d.code, ' ' order by d.position) from public.consultation_diagnoses d
              where d.clinic_id = new.clinic_id and d.consultation_id = c.id) as codes
      from public.consultations c
      where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id and c.confidential_to_id is null
        and c.diagnosis is not null and not c.is_intake
      order by c.created_at desc, c.id desc limit 1) newest on true
    where p.clinic_id = new.clinic_id and p.id = new.patient_id
      and case when new.confidential_to_id is null then new.created_at >= coalesce(p.visit_diagnosed_at, '-infinity')
               else new.created_at = p.visit_diagnosed_at end;
  end if;
  if new.confidential_to_id is not null and new.chief_complaint is not null then
    update public.patients p
    set version = version + 1,
        chief_complaint = (select c.chief_complaint from public.consultations c
                           where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id
                             and c.confidential_to_id is null and c.chief_complaint is not null
                           order by c.created_at desc, c.id desc limit 1)
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.chief_complaint = new.chief_complaint;
  end if;
  return null;
end $$;

set local role klinika_notice;

create or replace function asked_back_on(p_patient bigint) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select case when not exists (select from consultations l where l.clinic_id = own and l.patient_id = c.patient_id
                                       and manila_day(l.created_at) > manila_day(c.created_at))
                      and not exists (select from visits v where v.clinic_id = own and v.patient_id = c.patient_id
                                      and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'))
                      then c.follow_up_date end
          from consultations c
          where c.clinic_id = own and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
          order by c.created_at desc, c.id desc limit 1);
end $$;

set local role klinika_merge;

create or replace function merges_to_export(p_after bigint, p_limit integer) returns table (id bigint, line text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
begin
  return query
    select m.id, row_to_json(m)::text from merges m
    where m.clinic_id = own and m.id > p_after and (select is_clinic_owner())
    order by m.id limit p_limit;
end $$;

create or replace function follow_bills(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set amount = bill.due, is_billed = bill.due is not null,
      payment_status = case when bill.due is null or (bill.is_open and not bill.is_overdue) then 'Pending'
                            when bill.is_open then 'Overdue' else 'Paid-Received' end
  from (select) one
  left join lateral (select b.due, b.is_open, b.is_overdue from bills b
                     where b.clinic_id = own and b.patient_id = p_patient and b.voided_at is null
                     order by b.is_open desc, b.id desc limit 1) bill on true
  where p.clinic_id = own and p.id = p_patient and (p.is_billed or bill.due is not null);
end $$;

create or replace function follow_visit_diagnosis(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes
  from (select) one
  left join lateral (
    select c.diagnosis, c.created_at,
           (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
            where d.clinic_id = own and d.consultation_id = c.id) as codes
    from consultations c
    where c.clinic_id = own and c.patient_id = p_patient and c.confidential_to_id is null
      and c.diagnosis is not null and not c.is_intake
    order by c.created_at desc, c.id desc limit 1) newest on true
  where p.clinic_id = own and p.id = p_patient;
end $$;

create or replace function listed_files(p_patient bigint, p_category text, p_before text[]) returns text[]
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  -- Names that a file no longer has stay in the list.
  known constant text[] := array(select f.path::text from files f where f.clinic_id = own and f.path = any (p_before));
  attached constant text[] := array(
    select f.path::text from files f
    where f.clinic_id = own and f.patient_id = p_patient and f.category = p_category
      and f.removed_at is null and f.confidential_to_id is null
    order by f.attached_at, f.id);
begin
  return array(
    select listed.path
    from (select path, place from unnest(attached) with ordinality as a (path, place)
          union all
          select path, null from unnest(p_before) as old (path) where path <> all (known)) listed
    order by array_position(p_before, listed.path) nulls last, listed.place);
end $$;

set local role klinika_owner;
