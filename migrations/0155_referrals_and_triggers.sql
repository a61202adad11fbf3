-- Referrals, and what triggers write, in statements that a Citus cluster takes (docs/scaling.md, section 5).

set local role klinika_referral;

create or replace function clinics_to_refer_to(p_verified_only boolean, p_confirmed_only boolean, p_at timestamptz)
  returns table (id bigint, name varchar, address text, is_verified boolean, doctor_name text, license_number varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.id, c.name, nullif(trim(c.address), ''), c.verified_at is not null,
           nullif(trim(concat_ws(' ', o.first_name, o.last_name)), ''), o.license_number
    from clinics c
    left join lateral (
      select u.first_name, u.last_name, u.license_number, u.email_unconfirmed_since from users u
      where u.clinic_id = c.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
    ) o on true
    where c.id <> current_clinic() and c.is_active and (c.verified_at is not null or not p_verified_only)
      and (o.email_unconfirmed_since is null or not p_confirmed_only)
      and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
    order by c.name, c.id;
end $$;

create or replace function note_referral(p_clinic bigint, p_patient bigint, p_event text, p_referral bigint, p_changes jsonb)
  returns void
  language plpgsql set search_path = pg_catalog, public
as $$
begin
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes)
  values (p_clinic, p_patient, p_event, 'referrals', p_referral, jsonb_strip_nulls(p_changes));
end $$;

set local role klinika_owner;

create or replace function was_referred_here(clinic bigint, patient bigint) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select 1 from public.referrals r
                 where r.clinic_id = public.current_clinic() and r.side = 'received'
                   and r.from_clinic_id = clinic and r.original_patient_id = patient);
end $$;

set local role klinika_referral;

create or replace function take_referral(p_id bigint, p_patient bigint, p_at timestamptz)
  returns table (category varchar, path varchar)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  own referrals := lock_referral(p_id, 'received');
  shared_paths text[];
  kept text[];
  f record;
begin
  if own.status is distinct from 'claimed' or own.claimed_patient_id is not null then
    raise exception 'no patient is awaited for this referral';
  end if;
  update referrals r set claimed_patient_id = p_patient where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
  select array(select jsonb_array_elements_text(s.shared -> 'files')) into shared_paths from referrals s
  where s.clinic_id = own.from_clinic_id and s.id = p_id;
  kept := array(select k.stored_as from files k
                where k.clinic_id = own.to_clinic_id and k.patient_id = p_patient and k.removed_at is null);
  for f in
    select o.path, o.stored_as, o.name, o.type, o.size, o.sha256, o.category, o.uploaded_at from files o
    where o.clinic_id = own.from_clinic_id and o.patient_id = own.original_patient_id and o.removed_at is null
      and o.confidential_to_id is null and o.path = any (shared_paths)
    order by o.uploaded_at, o.id
  loop
    continue when f.stored_as = any (kept);
    return query
      insert into files as n (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
      values (own.to_clinic_id,
              replace(gen_random_uuid()::text, '-', '') || '-' || right(regexp_replace(f.path, '^[A-Za-z0-9_-]{22}-', ''), 200),
              f.stored_as, f.name, f.type, f.size, f.sha256, f.category, p_patient, f.uploaded_at, p_at)
      returning n.category, n.path;
  end loop;
end $$;

set local role klinika_owner;

create or replace function allergies_text(clinic bigint, patient bigint) returns text
  language plpgsql stable
as $$
begin
  return (select coalesce(string_agg(public.allergy_in_words(substance, reaction, severity), '; ' order by kind = 'text', id)
                            filter (where kind <> 'none'),
                          max(substance) filter (where kind = 'none'))
          from public.allergies where clinic_id = clinic and patient_id = patient and state = 'active');
end $$;

set local role klinika_merge;

create or replace function follow_bills(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update patients p
  set amount = bill.due, is_billed = bill.due is not null,
      payment_status = case when bill.due is null or (bill.is_open and not bill.is_overdue) then 'Pending'
                            when bill.is_open then 'Overdue' else 'Paid-Received' end
  from (select) one
  left join lateral (select b.due, b.is_open, b.is_overdue from bills b
                     where b.clinic_id = current_clinic() and b.patient_id = p_patient and b.voided_at is null
                     order by b.is_open desc, b.id desc limit 1) bill on true
  where p.clinic_id = current_clinic() and p.id = p_patient and (p.is_billed or bill.due is not null);
end $$;

create or replace function follow_visit_diagnosis(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update patients p
  set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes
  from (select) one
  left join lateral (
    select c.diagnosis, c.created_at,
           (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
            where d.clinic_id = c.clinic_id and d.consultation_id = c.id) as codes
    from consultations c
    where c.clinic_id = current_clinic() and c.patient_id = p_patient and c.confidential_to_id is null
      and c.diagnosis is not null and not c.is_intake
    order by c.created_at desc, c.id desc limit 1) newest on true
  where p.clinic_id = current_clinic() and p.id = p_patient;
end $$;

create or replace function listed_files(p_patient bigint, p_category text, p_before text[]) returns text[]
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Names that a file no longer has stay in the list.
  known constant text[] := array(select f.path::text from files f where f.clinic_id = current_clinic() and f.path = any (p_before));
  attached constant text[] := array(
    select f.path::text from files f
    where f.clinic_id = current_clinic() and f.patient_id = p_patient and f.category = p_category
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

create or replace function tell_allergies() returns trigger
  language plpgsql
as $$
declare
  patient record;
  words text;
begin
  select p.allergies, p.updated_at into patient from public.patients p
  where p.clinic_id = new.clinic_id and p.id = new.patient_id for no key update;
  words := public.allergies_text(new.clinic_id, new.patient_id);
  if patient.allergies is distinct from words then
    update public.patients p
    set allergies = words, version = p.version + 1,
        updated_at = greatest(patient.updated_at + interval '1 microsecond', new.updated_at)
    where p.clinic_id = new.clinic_id and p.id = new.patient_id;
  end if;
  return null;
end $$;

-- On a cluster a trigger of a copied table runs with each copy. What it writes elsewhere is written by the coordinator's alone.
create function is_on_worker() returns boolean
  language plpgsql stable
as $$
declare
  answer boolean := false;
begin
  if to_regproc('pg_catalog.citus_is_coordinator') is not null then
    execute 'select not pg_catalog.citus_is_coordinator()' into answer;
  end if;
  return answer;
end $$;
revoke execute on function is_on_worker() from public;
grant execute on function is_on_worker() to klinika_admin;

-- A clinic's new name takes the mark off in the row that is being written, so that it is not written twice.
create function unverify_renamed_clinic() returns trigger
  language plpgsql
as $$
begin
  new.verified_at := null;
  return new;
end $$;

set local role klinika_admin;

create function end_verification_of_owner() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not is_on_worker() and exists (select 1 from clinics c where c.id = new.clinic_id and c.verified_at is not null) then
    update clinics set verified_at = null where id = new.clinic_id;
    perform note_ended_verification(new.clinic_id);
  end if;
  return null;
end $$;
revoke execute on function end_verification_of_owner() from public;

create function end_verification_of_clinic() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not is_on_worker() then
    perform note_ended_verification(new.id);
  end if;
  return null;
end $$;
revoke execute on function end_verification_of_clinic() from public;

create function note_ended_verification(p_clinic bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  by_user constant bigint := nullif(current_setting('app.user_id', true), '');
begin
  if by_user is not null then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, now(), by_user, 'isVerified', 'verified', 'unverified');
  end if;
end $$;
revoke execute on function note_ended_verification(bigint) from public;
-- Who makes a trigger must be allowed to call its function.
grant execute on function end_verification_of_owner(), end_verification_of_clinic() to klinika_owner;

set local role klinika_owner;
