-- The letter of a referral is signed by the doctor: one that another user wrote waits for the doctor's release, as a prescription
-- does. The letters that are there count as released.
alter table referrals add column awaits_release boolean not null default false;
alter table referrals add column released_by_id bigint;
alter table referrals add column released_at timestamptz;
alter table referrals add constraint referrals_released_check
  check ((released_at is null) = (released_by_id is null) and not (awaits_release and released_at is not null)
         and (side = 'sent' or not awaits_release)) not valid;
alter table referrals add constraint referrals_released_by_fkey
  foreign key (clinic_id, released_by_id) references users (clinic_id, id) not valid;

set local role klinika_referral;

-- As before, with `awaits_release` on the sender's row.
create or replace function send_referral(p_row jsonb, p_to_clinic bigint, p_verified_only boolean, p_confirmed_only boolean,
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
  -- In one order, so that two clinics that refer to each other do not wait for each other.
  for party in
    select clinic_id, is_sender from (values (sender, true), (p_to_clinic, false)) as party (clinic_id, is_sender)
    where clinic_id is not null order by clinic_id
  loop
    insert into referrals (clinic_id, id, side, status, from_clinic_id, to_clinic_id, from_clinic_name, to_clinic_name, to_address,
      global_patient_id, original_patient_id, sent_by_id, referring_doctor_id, referring_first_name, referring_last_name,
      referral_reason, referral_notes, consent_by, consent_at, patient_name, age, sex, hospital, admission_no, admission_status,
      preop_diagnosis, postop_diagnosis, shared, awaits_release, date_referred, created_at, updated_at)
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

-- Whether it is released now: false if the clinic sent no such referral. The user and the event are those of the transaction.
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
    update referrals r set awaits_release = false, released_by_id = author, released_at = p_at where r.clinic_id = own and r.id = p_id;
    insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
    values (own, letter.patient_id, author, nullif(current_setting('app.owner_user_id', true), '')::bigint, 'referral.release',
            'referrals', p_id, jsonb_build_object('to_clinic', letter.to_clinic_name));
  end if;
  return true;
end $$;
revoke execute on function release_letter(bigint, timestamptz) from public;
grant execute on function release_letter(bigint, timestamptz) to klinika_app;

set local role klinika_notice;

-- As before, but that a letter waits for the owner.
create or replace function tell_of_sent_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_waiting constant boolean := new.awaits_release and new.status = 'letter';
  sender record;
begin
  if new.side = 'received' then
    perform tell(new.clinic_id, null, null, 'info', 'Referral received',
      new.patient_name || ', referred by ' || new.from_clinic_name,
      'referral', jsonb_build_object('referralId', new.id), new.date_referred);
    return null;
  end if;
  select u.role, concat_ws(' ', u.first_name, u.last_name) as name into sender
  from users u where u.clinic_id = new.clinic_id and u.id = new.sent_by_id;
  if sender.role <> 'owner' then
    perform tell(new.clinic_id, null, null, case when is_waiting then 'warning' else 'info' end,
      case when is_waiting then 'Referral letter awaiting release' else 'Patient referred' end,
      sender.name || ' referred ' || new.patient_name || ' to ' || new.to_clinic_name,
      'patient', jsonb_build_object('patientId', new.original_patient_id, 'referralId', new.id), new.date_referred);
  end if;
  return null;
end $$;

set local role klinika_owner;
