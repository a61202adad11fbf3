-- Referrals of patients between clinics, and letters to doctors outside Klinika.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- A referral is two rows with one id, the sender's and the receiver's, each under its own clinic's policy. The server reads
-- the row of the running clinic and writes neither: the functions below keep the two in step.
create table referrals (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  side varchar(10) not null check (side in ('sent', 'received')),
  -- letter: to a clinic outside Klinika. It has the sender's row alone.
  status varchar(50) not null default 'pending' check (status in ('pending', 'claimed', 'declined', 'cancelled', 'letter')),
  from_clinic_id bigint not null references clinics (id),
  to_clinic_id bigint references clinics (id),
  from_clinic_name varchar(255) not null,
  to_clinic_name varchar(255) not null,
  to_address text,
  global_patient_id uuid not null,
  original_patient_id bigint not null,
  claimed_patient_id bigint,
  -- The patient of the row's own clinic: who was referred, or the record that the claim created.
  patient_id bigint generated always as (
    case side when 'sent' then original_patient_id else claimed_patient_id end
  ) stored,
  sent_by_id bigint,
  referring_doctor_id bigint,
  referring_first_name varchar(100) not null,
  referring_last_name varchar(100) not null,
  receiving_doctor_id bigint,
  referral_reason text not null,
  referral_notes text,
  -- On the sender's row alone.
  consent_by varchar(100),
  consent_at timestamptz,
  -- What the receiver sees before a claim, as it was when the patient was referred.
  patient_name varchar(255) not null,
  age smallint,
  sex varchar(1),
  hospital varchar(255) not null,
  admission_no varchar(50) not null,
  admission_status varchar(50) not null,
  preop_diagnosis text,
  postop_diagnosis text,
  -- What a claim copies, as it was when the patient was referred. On the sender's row alone.
  shared jsonb,
  decline_reason text,
  date_referred timestamptz not null,
  date_claimed timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The doctor signs the letter of a referral. One that another user wrote waits for the doctor's release.
  awaits_release boolean not null default false,
  released_by_id bigint,
  released_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  constraint referrals_released_by_fkey foreign key (clinic_id, released_by_id) references users (clinic_id, id),
  constraint letters_leave_klinika check (
    case when to_clinic_id is null then status in ('letter', 'cancelled') else status <> 'letter' end
  ),
  constraint referrals_check check (
    clinic_id = case side when 'sent' then from_clinic_id else to_clinic_id end
  ),
  constraint referrals_check1 check (from_clinic_id is distinct from to_clinic_id),
  constraint referrals_check2 check ((side = 'sent') = (shared is not null)),
  constraint referrals_check4 check ((status = 'claimed') = (date_claimed is not null)),
  constraint referrals_released_check check (
    (released_at is null) = (released_by_id is null)
    and not (awaits_release and released_at is not null)
    and (side = 'sent' or not awaits_release)
  )
);
create index referrals_answered on referrals (clinic_id, updated_at desc, id desc)
  where side = 'received' and status <> 'pending';
create index referrals_of_patient on referrals (clinic_id, patient_id, date_referred desc, id desc);
-- A patient is referred to a clinic once at a time.
create unique index referrals_one_open on referrals (clinic_id, original_patient_id, to_clinic_id)
  where side = 'sent' and status = 'pending';
create index referrals_waiting on referrals (clinic_id, date_referred desc, id desc)
  where side = 'received' and status = 'pending';
call guard_clinic_table('referrals', 'select');
-- klinika_referral owns the functions below. Its policies, here and on other tables, let it read and write the referrals
-- from and to the running clinic. Of other clinics it reads what their list shows and the files of patients that they
-- referred to the running one, and it adds lines to their record history.
create policy both_sides on referrals to klinika_referral
  using (current_clinic() = from_clinic_id or current_clinic() = to_clinic_id)
  with check (current_clinic() = from_clinic_id or current_clinic() = to_clinic_id);
create policy merging on referrals for select to klinika_merge using (clinic_id = current_clinic());
grant select on referrals to klinika_merge;
grant select, insert, update, delete on referrals to klinika_referral;

-- Passes the transaction's clinic, users and event on to the other machines of a Citus cluster (docs/cluster.md). A function
-- that runs on a worker and touches a row of another clinic calls it first: the policies on the worker that has the row read
-- these settings too. On a single database it changes nothing.
create function pass_scope_on() returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  before constant text := coalesce(current_setting('citus.propagate_set_commands', true), 'none');
  setting text;
begin
  perform set_config('citus.propagate_set_commands', 'local', true);
  foreach setting in array array['app.clinic_id', 'app.user_id', 'app.owner_user_id', 'app.event'] loop
    execute format('set local %s = %L', setting, coalesce(current_setting(setting, true), ''));
  end loop;
  perform set_config('citus.propagate_set_commands', before, true);
end $$;
grant execute on function pass_scope_on() to klinika_referral;

-- When a sender's patient is deleted, the receiver's row of an unclaimed referral goes too. A record that a claim created
-- is the receiver's own and stays. The receiver's row may be on another machine of a cluster, hence pass_scope_on.
create function take_back_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform pass_scope_on();
  delete from referrals where clinic_id = old.to_clinic_id and id = old.id and side = 'received';
  -- A repeated request would be answered with what was just taken back.
  delete from idempotency_keys k
  where k.clinic_id = old.to_clinic_id and k.endpoint like 'POST /api/referrals/%' and k.answer -> 'id' = to_jsonb(old.id);
  if old.status = 'pending' then
    perform note_referral(old.to_clinic_id, null, 'referral.cancel', old.id, jsonb_build_object(
      'by_clinic', old.from_clinic_name, 'status', jsonb_build_array('pending', 'cancelled')));
  end if;
  return null;
end $$;

set local role klinika_referral;

-- Cancels a letter of the running clinic. Returns the status it had: letter when this call cancelled it, null when there is
-- no such row.
create function cancel_letter(p_id bigint, p_user bigint, p_owner_user bigint, p_at timestamptz)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  letter referrals;
begin
  select * into letter from referrals where clinic_id = own and id = p_id and side = 'sent' for update;
  if letter.status is distinct from 'letter' then
    return letter.status;
  end if;
  update referrals set status = 'cancelled', updated_at = p_at where clinic_id = own and id = p_id;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own, letter.patient_id, p_user, p_owner_user, 'referral.cancel', 'referrals', p_id, jsonb_build_object(
    'status', jsonb_build_array('letter', 'cancelled'), 'to_clinic', letter.to_clinic_name));
  return 'letter';
end $$;
grant execute on function cancel_letter(bigint, bigint, bigint, timestamptz) to klinika_app;
comment on function cancel_letter(bigint, bigint, bigint, timestamptz) is 'nullable: p_owner_user, result';

-- Claims a referral for the running clinic, in both rows and in the sender's history, and returns what the sender shared,
-- which the receiver cannot read before. The server creates the patient from it and names the patient to take_referral, in
-- the same transaction. outcome is the status it had: pending when this call claimed it, null when there is no such referral.
create function claim_referral(p_id bigint, p_doctor bigint, p_at timestamptz)
  returns table (outcome text, shared jsonb, from_clinic_name varchar, global_patient_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own referrals := lock_referral(p_id, 'received');
  given jsonb;
begin
  if own.status is distinct from 'pending' then
    return query select own.status::text, null::jsonb, null::varchar, null::uuid;
    return;
  end if;
  select r.shared into strict given from referrals r where r.clinic_id = own.from_clinic_id and r.id = p_id;
  -- Vital signs that were entered in error since are not handed on.
  perform 1 from consultations c
  where c.clinic_id = own.from_clinic_id and c.patient_id = own.original_patient_id
    and c.created_at = (given -> 'vitals' ->> 'takenAt')::timestamptz and c.vitals_in_error_at is not null;
  if found then
    given := given
      || jsonb_build_object('vitals', null, 'in_words', replace(given ->> 'in_words', ', latest vital signs', ''));
  end if;
  update referrals r set status = 'claimed', receiving_doctor_id = p_doctor, date_claimed = p_at, updated_at = p_at
  where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
  perform note_referral(own.from_clinic_id, own.original_patient_id, 'referral.claim', p_id, jsonb_build_object(
    'by_clinic', own.to_clinic_name, 'status', jsonb_build_array('pending', 'claimed'), 'shared', given ->> 'in_words'));
  return query select 'pending', given, own.from_clinic_name, own.global_patient_id;
end $$;
grant execute on function claim_referral(bigint, bigint, timestamptz) to klinika_app;
comment on function claim_referral(bigint, bigint, timestamptz) is
  'nullable: outcome, shared, from_clinic_name, global_patient_id';

-- The other active clinics that a patient can be referred to, by name, each with its owner as the referring doctor knows
-- the owner. p_verified_only leaves out clinics that are not verified, p_confirmed_only those whose owner has not confirmed
-- the email address.
create function clinics_to_refer_to(p_verified_only boolean, p_confirmed_only boolean, p_at timestamptz)
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
grant execute on function clinics_to_refer_to(boolean, boolean, timestamptz) to klinika_app;
comment on function clinics_to_refer_to(boolean, boolean, timestamptz) is
  'nullable: address, doctor_name, license_number';

-- Declines a referral for its receiver, or cancels it for its sender, in both rows and histories. Returns the status it had:
-- pending when this call closed it, null when there is no such referral.
create function close_referral(p_id bigint, p_status text, p_reason text, p_user bigint, p_owner_user bigint, p_at timestamptz)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own referrals := lock_referral(p_id, case p_status when 'declined' then 'received' when 'cancelled' then 'sent' end);
  event text := case p_status when 'declined' then 'referral.decline' else 'referral.cancel' end;
  change jsonb := jsonb_build_object('status', jsonb_build_array('pending', p_status), 'reason', p_reason);
  other bigint := case own.side when 'sent' then own.to_clinic_id else own.from_clinic_id end;
begin
  if own.status is distinct from 'pending' then
    return own.status;
  end if;
  update referrals r set status = p_status, decline_reason = p_reason, updated_at = p_at
  where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own.clinic_id, own.patient_id, p_user, p_owner_user, event, 'referrals', p_id,
    jsonb_strip_nulls(change || jsonb_build_object(
    case own.side when 'sent' then 'to_clinic' else 'from_clinic' end,
    case own.side when 'sent' then own.to_clinic_name else own.from_clinic_name end)));
  perform note_referral(other, case own.side when 'received' then own.original_patient_id end, event, p_id,
    change || jsonb_build_object('by_clinic', case own.side when 'sent' then own.from_clinic_name else own.to_clinic_name end));
  return 'pending';
end $$;
grant execute on function close_referral(bigint, text, text, bigint, bigint, timestamptz) to klinika_app;
comment on function close_referral(bigint, text, text, bigint, bigint, timestamptz) is
  'nullable: p_reason, p_owner_user, result';

-- Locks both rows of a referral and returns the running clinic's, all null when it has none on that side. The sender's row
-- is locked first, as a deletion of the sender's patient does. Each row has its own statement: a cluster locks rows of one
-- clinic at a time.
create function lock_referral(p_id bigint, p_side text) returns referrals
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

-- Adds a line to a clinic's record history about what the other clinic of a referral did. It names no user: the user is the
-- other clinic's.
create function note_referral(p_clinic bigint, p_patient bigint, p_event text, p_referral bigint, p_changes jsonb)
  returns void
  language plpgsql set search_path = pg_catalog, public
as $$
begin
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes)
  values (p_clinic, p_patient, p_event, 'referrals', p_referral, jsonb_strip_nulls(p_changes));
end $$;

-- Releases the letter of a referral that the running clinic sent, by the transaction's user. Does nothing to one that
-- does not wait for it. False: the clinic sent no such referral.
create function release_letter(p_id bigint, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  author constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  letter referrals;
begin
  select * into letter from referrals r where r.clinic_id = own and r.id = p_id and r.side = 'sent' for update;
  if not found then
    return false;
  end if;
  if letter.awaits_release then
    update referrals r set awaits_release = false, released_by_id = author, released_at = p_at
    where r.clinic_id = own and r.id = p_id;
    insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
    values (own, letter.patient_id, author, nullif(current_setting('app.owner_user_id', true), '')::bigint, 'referral.release',
            'referrals', p_id, jsonb_build_object('to_clinic', letter.to_clinic_name));
  end if;
  return true;
end $$;
grant execute on function release_letter(bigint, timestamptz) to klinika_app;

-- Refers a patient of the running clinic. p_row has the columns of the sender's row. Without p_to_clinic it is a letter, to
-- the clinic named in p_row. Returns the referral's id, or null when the clinic is none of clinics_to_refer_to.
create function send_referral(p_row jsonb, p_to_clinic bigint, p_verified_only boolean, p_confirmed_only boolean,
                              p_at timestamptz)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  sender constant bigint := current_clinic();
  r referrals := jsonb_populate_record(null::referrals, p_row);
  party record;
begin
  perform pass_scope_on();
  r.id := nextval('klinika_id');
  select c.name into r.from_clinic_name from clinics c where c.id = sender;
  if p_to_clinic is not null then
    select c.name into r.to_clinic_name from clinics_to_refer_to(p_verified_only, p_confirmed_only, p_at) c
    where c.id = p_to_clinic;
    if not found then
      return null;
    end if;
  end if;
  -- By clinic, so that two clinics that refer to each other at once do not deadlock.
  for party in
    select clinic_id, is_sender from (values (sender, true), (p_to_clinic, false)) as party (clinic_id, is_sender)
    where clinic_id is not null order by clinic_id
  loop
    insert into referrals (clinic_id, id, side, status, from_clinic_id, to_clinic_id, from_clinic_name, to_clinic_name,
      to_address, global_patient_id, original_patient_id, sent_by_id, referring_doctor_id, referring_first_name,
      referring_last_name, referral_reason, referral_notes, consent_by, consent_at, patient_name, age, sex, hospital,
      admission_no, admission_status, preop_diagnosis, postop_diagnosis, shared, awaits_release, date_referred, created_at,
      updated_at)
    values (party.clinic_id, r.id, case when party.is_sender then 'sent' else 'received' end,
      case when p_to_clinic is null then 'letter' else 'pending' end, sender, p_to_clinic, r.from_clinic_name, r.to_clinic_name,
      r.to_address, r.global_patient_id, r.original_patient_id, case when party.is_sender then r.sent_by_id end,
      r.referring_doctor_id, r.referring_first_name, r.referring_last_name, r.referral_reason, r.referral_notes,
      case when party.is_sender then r.consent_by end, case when party.is_sender then r.consent_at end, r.patient_name, r.age,
      r.sex, r.hospital, r.admission_no, r.admission_status, r.preop_diagnosis, r.postop_diagnosis,
      case when party.is_sender then r.shared end, party.is_sender and coalesce(r.awaits_release, false), p_at, p_at, p_at);
  end loop;
  if p_to_clinic is not null then
    perform note_referral(p_to_clinic, null, 'referral.receive', r.id, jsonb_build_object('from_clinic', r.from_clinic_name));
  end if;
  return r.id;
end $$;
grant execute on function send_referral(jsonb, bigint, boolean, boolean, timestamptz) to klinika_app;
comment on function send_referral(jsonb, bigint, boolean, boolean, timestamptz) is 'nullable: p_to_clinic, result';

-- Names the patient of a claimed referral, and gives that patient the shared files that are still in the sender's record and
-- not confidential, except those whose bytes the patient has already. Each copy has its own address, ending in the readable
-- name, and the same bytes. Returns the copies, for the patient's file lists.
create function take_referral(p_id bigint, p_patient bigint, p_at timestamptz)
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
  update referrals r set claimed_patient_id = p_patient
  where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
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
      insert into files as n (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at,
                              attached_at)
      values (own.to_clinic_id,
              replace(gen_random_uuid()::text, '-', '') || '-' || right(regexp_replace(f.path, '^[A-Za-z0-9_-]{22}-', ''), 200),
              f.stored_as, f.name, f.type, f.size, f.sha256, f.category, p_patient, f.uploaded_at, p_at)
      returning n.category, n.path;
  end loop;
end $$;
grant execute on function take_referral(bigint, bigint, timestamptz) to klinika_app;

set local role klinika_owner;

create trigger referrals_taken_back after delete on referrals
  for each row when (old.side = 'sent' and old.to_clinic_id is not null and old.status <> 'claimed')
  execute function take_back_referral();
-- Changed after the trigger is made, since whoever makes one must be allowed to execute its function.
alter function take_back_referral() owner to klinika_referral;
