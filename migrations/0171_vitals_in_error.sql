-- Vital signs that were entered in error, typed wrong or in another patient's record, are marked and no longer used. The mark
-- stands beside them: they never change and stay readable. The indexes of vital signs stay: of a patient's sets few are marked,
-- and those are passed over.
alter table consultations
  add column vitals_in_error_at timestamptz,
  add column vitals_in_error_by_id bigint,
  add column vitals_in_error_reason varchar(500),
  add constraint consultations_vitals_in_error_by_fkey
    foreign key (clinic_id, vitals_in_error_by_id) references users (clinic_id, id) not valid,
  add constraint consultations_vitals_in_error_check
    check (num_nulls(vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason) in (0, 3)
           and (vitals_in_error_at is null or vital_signs is not null)) not valid;
grant update (vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason) on consultations to klinika_app;

-- An entry of its own in the history: who, when and why.
create trigger consultations_vitals_history after update of vitals_in_error_at on consultations
  for each row when (old.vitals_in_error_at is distinct from new.vitals_in_error_at)
  execute function record_change('consultations');

-- Vital signs alone that were entered in error are no visit: the patient may not have come that day.
grant select (vitals_in_error_at, secretary_id) on consultations to klinika_notice;
set local role klinika_notice;

-- As before, without those.
create or replace function asked_back_on(p_patient bigint) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select case when not exists (select from consultations l where l.clinic_id = own and l.patient_id = c.patient_id
                                       and manila_day(l.created_at) > manila_day(c.created_at)
                                       and (l.vitals_in_error_at is null or l.consultation_type <> 'Vitals'))
                      and not exists (select from visits v where v.clinic_id = own and v.patient_id = c.patient_id
                                      and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'))
                      then c.follow_up_date end
          from consultations c
          where c.clinic_id = own and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
          order by c.created_at desc, c.id desc limit 1);
end $$;

-- When anything was recorded here last: not vital signs that came with a referral. Confidential entries count, as they
-- always did in patients.last_consultation_at.
create function last_recorded_at(p_patient bigint) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select c.created_at from consultations c
          where c.clinic_id = own and c.patient_id = p_patient
            and (c.consultation_type <> 'Vitals' or (c.vitals_in_error_at is null and c.secretary_id is not null))
          order by c.created_at desc limit 1);
end $$;
comment on function last_recorded_at(bigint) is 'nullable: result';
revoke execute on function last_recorded_at(bigint) from public;
grant execute on function last_recorded_at(bigint) to klinika_app;
set local role klinika_owner;

-- A referral that was sent before its vital signs were marked does not hand them on.
create policy referring_read on consultations for select to klinika_referral
  using (vitals_in_error_at is not null and was_referred_here(clinic_id, patient_id));
grant select (clinic_id, patient_id, created_at, vitals_in_error_at) on consultations to klinika_referral;
set local role klinika_referral;
create or replace function claim_referral(p_id bigint, p_doctor bigint, p_at timestamptz)
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
  perform 1 from consultations c
  where c.clinic_id = own.from_clinic_id and c.patient_id = own.original_patient_id
    and c.created_at = (given -> 'vitals' ->> 'takenAt')::timestamptz and c.vitals_in_error_at is not null;
  if found then
    given := given || jsonb_build_object('vitals', null, 'in_words', replace(given ->> 'in_words', ', latest vital signs', ''));
  end if;
  update referrals r set status = 'claimed', receiving_doctor_id = p_doctor, date_claimed = p_at, updated_at = p_at
  where r.id = p_id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id);
  perform note_referral(own.from_clinic_id, own.original_patient_id, 'referral.claim', p_id, jsonb_build_object(
    'by_clinic', own.to_clinic_name, 'status', jsonb_build_array('pending', 'claimed'), 'shared', given ->> 'in_words'));
  return query select 'pending', given, own.from_clinic_name, own.global_patient_id;
end $$;
set local role klinika_owner;
