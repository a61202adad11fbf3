-- Referrals in statements that a Citus cluster takes. Where a function runs on a worker of a Citus cluster (docs/scaling.md, section 5) and touches another clinic's row on
-- another worker, the second wall there asks for the scope too: it is set anew, for the machines that are spoken to from here on.
-- On a database by itself that changes nothing.
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
revoke execute on function pass_scope_on() from public;
grant execute on function pass_scope_on() to klinika_referral;

set local role klinika_referral;
-- The row of each clinic by itself, the sender's first: a cluster locks rows of one clinic in a statement.
create or replace function lock_referral(p_id bigint, p_side text) returns referrals
  language plpgsql set search_path = pg_catalog, public
as $$
declare
  party record;
  own referrals;
begin
  perform pass_scope_on();
  select r.from_clinic_id, r.to_clinic_id into party from referrals r
  where r.clinic_id = current_clinic() and r.id = p_id and r.side = p_side;
  if found then
    perform 1 from referrals r where r.id = p_id and r.clinic_id = party.from_clinic_id for update;
    perform 1 from referrals r where r.id = p_id and r.clinic_id = party.to_clinic_id for update;
  end if;
  select * into own from referrals r where r.clinic_id = current_clinic() and r.id = p_id and r.side = p_side;
  return own;
end $$;

create or replace function lock_referrals_of(p_patients bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  one record;
begin
  perform pass_scope_on();
  for one in
    select o.id, o.from_clinic_id, o.to_clinic_id from referrals o
    where o.clinic_id = current_clinic() and o.patient_id = any (p_patients) order by o.id
  loop
    perform 1 from referrals r where r.id = one.id and r.clinic_id = one.from_clinic_id for update;
    perform 1 from referrals r where r.id = one.id and r.clinic_id = one.to_clinic_id for update;
  end loop;
end $$;

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
      preop_diagnosis, postop_diagnosis, shared, date_referred, created_at, updated_at)
    values (party.clinic_id, r.id, case when party.is_sender then 'sent' else 'received' end,
      case when p_to_clinic is null then 'letter' else 'pending' end, sender, p_to_clinic, r.from_clinic_name, r.to_clinic_name,
      r.to_address, r.global_patient_id, r.original_patient_id, case when party.is_sender then r.sent_by_id end,
      r.referring_doctor_id, r.referring_first_name, r.referring_last_name, r.referral_reason, r.referral_notes,
      case when party.is_sender then r.consent_by end, case when party.is_sender then r.consent_at end, r.patient_name, r.age,
      r.sex, r.hospital, r.admission_no, r.admission_status, r.preop_diagnosis, r.postop_diagnosis,
      case when party.is_sender then r.shared end, p_at, p_at, p_at);
  end loop;
  if p_to_clinic is not null then
    perform note_referral(p_to_clinic, null, 'referral.receive', r.id, jsonb_build_object('from_clinic', r.from_clinic_name));
  end if;
  return r.id;
end $$;

set local role klinika_owner;
