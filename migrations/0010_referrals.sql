-- A referral is two rows with one id, the sender's and the receiver's, each under its own clinic's policy
-- (decision B14). The application reads its own side and writes neither: the functions below keep both in step.
create table referrals (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  side varchar(10) not null check (side in ('sent', 'received')),
  -- A letter to a clinic outside Klinika is a sender's row alone.
  status varchar(50) not null default 'pending' check (status in ('pending', 'claimed', 'declined', 'cancelled', 'letter')),
  from_clinic_id bigint not null references clinics (id),
  to_clinic_id bigint references clinics (id),
  from_clinic_name varchar(255) not null,
  to_clinic_name varchar(255) not null,
  to_address text,
  global_patient_id uuid not null,
  original_patient_id bigint not null,
  claimed_patient_id bigint,
  -- Of the row's own clinic: who was referred, or whom the claim made.
  patient_id bigint generated always as (case side when 'sent' then original_patient_id else claimed_patient_id end) stored,
  sent_by_id bigint,
  referring_doctor_id bigint,
  referring_first_name varchar(100) not null,
  referring_last_name varchar(100) not null,
  receiving_doctor_id bigint,
  referral_reason text not null,
  referral_notes text,
  -- The sender's alone.
  consent_by varchar(100),
  consent_at timestamptz,
  -- What the receiver sees before a claim, as it stood at the referral.
  patient_name varchar(255) not null,
  age smallint,
  sex varchar(1) not null,
  hospital varchar(255) not null,
  admission_no varchar(50) not null,
  admission_status varchar(50) not null,
  preop_diagnosis text,
  postop_diagnosis text,
  -- What a claim copies, as it stood at the referral. On the sender's row alone.
  shared jsonb,
  decline_reason text,
  date_referred timestamptz not null,
  date_claimed timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  check (clinic_id = case side when 'sent' then from_clinic_id else to_clinic_id end),
  check (from_clinic_id is distinct from to_clinic_id),
  check ((side = 'sent') = (shared is not null)),
  check ((status = 'letter') = (to_clinic_id is null)),
  check ((status = 'claimed') = (date_claimed is not null))
);
call guard_clinic_table('referrals', 'select');
create unique index referrals_one_open on referrals (clinic_id, original_patient_id, to_clinic_id)
  where side = 'sent' and status = 'pending';
create index referrals_waiting on referrals (clinic_id, date_referred desc, id desc) where side = 'received' and status = 'pending';
create index referrals_answered on referrals (clinic_id, updated_at desc, id desc) where side = 'received' and status <> 'pending';
create index referrals_of_patient on referrals (clinic_id, patient_id, date_referred desc, id desc);

-- One person is one patient of a clinic, however often the person is referred to it and back.
create unique index patients_global_id on patients (clinic_id, global_patient_id);

-- klinika_referral owns the functions. Its policies let it touch referrals that the running clinic is a party of, read
-- of other clinics what the list of them shows and the files of a patient they referred to it, and add lines to a history.
create policy both_sides on referrals to klinika_referral
  using (current_clinic() in (from_clinic_id, to_clinic_id)) with check (current_clinic() in (from_clinic_id, to_clinic_id));
grant select, insert, update, delete on referrals to klinika_referral;
create policy referring on clinics for select to klinika_referral using (true);
grant select (id, name, address, is_active, subscription_status, trial_ends_at) on clinics to klinika_referral;
create policy referring_read on files for select to klinika_referral
  using (clinic_id = current_clinic() or exists (
    select 1 from referrals r where r.clinic_id = current_clinic() and r.side = 'received'
      and r.from_clinic_id = files.clinic_id and r.original_patient_id = files.patient_id));
create policy referring_copy on files for insert to klinika_referral with check (clinic_id = current_clinic());
grant select, insert on files to klinika_referral;
create policy referring on record_history for insert to klinika_referral with check (true);
grant insert on record_history to klinika_referral;
grant usage on sequence klinika_id to klinika_referral;
create policy referring on idempotency_keys to klinika_referral using (true);
grant select, delete on idempotency_keys to klinika_referral;

create function clinics_to_refer_to(p_at timestamptz) returns table (id bigint, name varchar, address text)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select c.id, c.name, nullif(trim(c.address), '') from clinics c
  where c.id <> current_clinic() and c.is_active
    and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
  order by c.name, c.id
$$;

-- A line of a clinic's history about what the other clinic did.
create function note_referral(p_clinic bigint, p_patient bigint, p_event text, p_referral bigint, p_changes jsonb) returns void
  language sql set search_path = pg_catalog, public
as $$
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes)
  values (p_clinic, p_patient, p_event, 'referrals', p_referral, jsonb_strip_nulls(p_changes))
$$;

-- p_row: columns of referrals, as the sender has them. Answers the id; null when the clinic takes no referrals.
-- Without a receiving clinic it is a letter, to the name in p_row.
create function send_referral(p_row jsonb, p_to_clinic bigint, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  sender bigint := current_clinic();
  r referrals := jsonb_populate_record(null::referrals, p_row);
begin
  select nextval('klinika_id'), c.name into r.id, r.from_clinic_name from clinics c where c.id = sender;
  if p_to_clinic is not null then
    select c.name into r.to_clinic_name from clinics_to_refer_to(p_at) c where c.id = p_to_clinic;
    if not found then
      return null;
    end if;
  end if;
  insert into referrals (clinic_id, id, side, status, from_clinic_id, to_clinic_id, from_clinic_name, to_clinic_name, to_address,
    global_patient_id, original_patient_id, sent_by_id, referring_doctor_id, referring_first_name, referring_last_name,
    referral_reason, referral_notes, consent_by, consent_at, patient_name, age, sex, hospital, admission_no, admission_status,
    preop_diagnosis, postop_diagnosis, shared, date_referred, created_at, updated_at)
  select party.clinic_id, r.id, party.side, case when p_to_clinic is null then 'letter' else 'pending' end, sender, p_to_clinic,
    r.from_clinic_name, r.to_clinic_name, r.to_address, r.global_patient_id, r.original_patient_id,
    case party.side when 'sent' then r.sent_by_id end, r.referring_doctor_id, r.referring_first_name, r.referring_last_name,
    r.referral_reason, r.referral_notes, case party.side when 'sent' then r.consent_by end,
    case party.side when 'sent' then r.consent_at end, r.patient_name, r.age, r.sex, r.hospital, r.admission_no, r.admission_status,
    r.preop_diagnosis, r.postop_diagnosis, case party.side when 'sent' then r.shared end, p_at, p_at, p_at
  from (values (sender, 'sent'), (p_to_clinic, 'received')) as party (clinic_id, side)
  where party.clinic_id is not null;
  if p_to_clinic is not null then
    perform note_referral(p_to_clinic, null, 'referral.receive', r.id, jsonb_build_object('from_clinic', r.from_clinic_name));
  end if;
  return r.id;
end $$;

-- Locks both rows, the sender's first as its deletion does, and answers the running clinic's own.
create function lock_referral(p_id bigint, p_side text) returns referrals
  language plpgsql set search_path = pg_catalog, public
as $$
declare
  own referrals;
begin
  perform 1 from (select from_clinic_id, to_clinic_id from referrals where clinic_id = current_clinic() and id = p_id and side = p_side) party
    join referrals r on r.id = p_id and r.clinic_id in (party.from_clinic_id, party.to_clinic_id)
    order by r.side desc for update of r;
  select * into own from referrals where clinic_id = current_clinic() and id = p_id and side = p_side;
  return own;
end $$;

-- Claims for the running clinic: both rows and the sender's history. What the sender shared comes with it and not before,
-- for the clinic to make its patient of and to name in take_referral, in the same transaction.
-- outcome: pending when it was claimed by this, else the status that it has, null for no referral.
create function claim_referral(p_id bigint, p_doctor bigint, p_at timestamptz)
  returns table (outcome text, shared jsonb, from_clinic_name varchar, global_patient_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
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
  update referrals r set status = 'claimed', receiving_doctor_id = p_doctor, date_claimed = p_at, updated_at = p_at
  where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
  perform note_referral(own.from_clinic_id, own.original_patient_id, 'referral.claim', p_id, jsonb_build_object(
    'by_clinic', own.to_clinic_name, 'status', jsonb_build_array('pending', 'claimed'), 'shared', given ->> 'in_words'));
  return query select 'pending', given, own.from_clinic_name, own.global_patient_id;
end $$;

-- Names the patient that a claim made, and gives that patient the shared files that are still in the sender's record:
-- an address of its own each, ending in the readable name, and the same bytes. Answers them for the patient's lists;
-- none that the patient has already.
create function take_referral(p_id bigint, p_patient bigint, p_at timestamptz) returns table (category varchar, path varchar)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  own referrals := lock_referral(p_id, 'received');
begin
  if own.status is distinct from 'claimed' or own.claimed_patient_id is not null then
    raise exception 'no patient is awaited for this referral';
  end if;
  update referrals r set claimed_patient_id = p_patient where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
  return query
    insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
    select own.to_clinic_id, replace(gen_random_uuid()::text, '-', '') || '-' || right(regexp_replace(f.path, '^[A-Za-z0-9_-]{22}-', ''), 200),
           f.stored_as, f.name, f.type, f.size, f.sha256, f.category, p_patient, f.uploaded_at, p_at
    from files f
    where f.clinic_id = own.from_clinic_id and f.patient_id = own.original_patient_id and f.removed_at is null
      and f.path in (select jsonb_array_elements_text(s.shared -> 'files') from referrals s
                     where s.clinic_id = own.from_clinic_id and s.id = p_id)
      and not exists (select 1 from files k where k.clinic_id = own.to_clinic_id and k.patient_id = p_patient
                      and k.stored_as = f.stored_as and k.removed_at is null)
    order by f.uploaded_at, f.id
    returning category, path;
end $$;

-- The receiver declines, the sender cancels. Answers the status before: pending when it was done, null for no referral.
create function close_referral(p_id bigint, p_status text, p_reason text, p_user bigint, p_owner_user bigint, p_at timestamptz)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public
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
  values (own.clinic_id, own.patient_id, p_user, p_owner_user, event, 'referrals', p_id, jsonb_strip_nulls(change || jsonb_build_object(
    case own.side when 'sent' then 'to_clinic' else 'from_clinic' end,
    case own.side when 'sent' then own.to_clinic_name else own.from_clinic_name end)));
  perform note_referral(other, case own.side when 'received' then own.original_patient_id end, event, p_id,
    change || jsonb_build_object('by_clinic', case own.side when 'sent' then own.from_clinic_name else own.to_clinic_name end));
  return 'pending';
end $$;

-- The sender's patient is deleted: what was shown of the patient next door goes too, but for a record it has of its own.
create function take_back_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
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
create trigger referrals_taken_back after delete on referrals
  for each row when (old.side = 'sent' and old.to_clinic_id is not null and old.status <> 'claimed')
  execute function take_back_referral();

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'clinics_to_refer_to(timestamptz)', 'send_referral(jsonb, bigint, timestamptz)',
    'claim_referral(bigint, bigint, timestamptz)', 'take_referral(bigint, bigint, timestamptz)',
    'close_referral(bigint, text, text, bigint, bigint, timestamptz)'
  ]::regprocedure[] loop
    execute format('grant execute on function %s to klinika_app', door);
    execute format('revoke execute on function %s from public', door);
    execute format('alter function %s owner to klinika_referral', door);
  end loop;
  -- Called by the doors alone, with their owner's rights.
  foreach door in array array[
    'note_referral(bigint, bigint, text, bigint, jsonb)', 'lock_referral(bigint, text)', 'take_back_referral()'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('alter function %s owner to klinika_referral', door);
  end loop;
end $$;
