-- age_told_on: the day on which a typed age was told, from which it grows. Null: the day of registration.
-- gestation_days: the gestational age at birth, in days.
alter table patients
  add column age_told_on date,
  add column gestation_days smallint,
  add constraint patients_gestation_days_check check (gestation_days between 140 and 314) not valid;
alter table patients validate constraint patients_gestation_days_check;

set local role klinika_merge;
-- What the survivor's row is to be, as before, with the day of a typed age and the weeks of gestation. p_choices: by column, whose is to stay; where it says nothing the survivor's stays, and
-- the other's where that is empty.
create or replace function merged_values(s patients, o patients, p_choices jsonb, p_at timestamptz) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  mine constant jsonb := to_jsonb(s);
  theirs constant jsonb := to_jsonb(o);
  -- Whoever was seen last says how the last visit ended.
  newer constant jsonb := case when coalesce(o.last_consultation_at, '-infinity') > coalesce(s.last_consultation_at, '-infinity')
                               then theirs else mine end;
  chosen jsonb;
begin
  select jsonb_object_agg(name, case coalesce(p_choices ->> name, case when coalesce(mine ->> name, '') = '' then 'other' else 'survivor' end)
                                when 'other' then theirs -> name else mine -> name end) into chosen
  from unnest(array['hospital', 'patient_name', 'age', 'sex', 'birthday', 'address', 'room_number', 'date_of_admission', 'physician_in_charge',
                    'preop_diagnosis', 'surgical_procedure', 'postop_diagnosis', 'chief_complaint', 'history_of_present_illness',
                    'payment_status', 'amount', 'phic_payment', 'referring_physician', 'remarks', 'contact_number', 'email',
                    'philhealth_number', 'internal_notes', 'patient_status', 'patient_photo', 'gestation_days']) name;
  -- A typed age stays with its day.
  if (p_choices ->> 'age' = 'other' or s.age is null) and o.age is not null then
    chosen := chosen || jsonb_build_object('age_told_on', coalesce(o.age_told_on, manila_day(o.created_at)));
  else
    chosen := chosen || jsonb_build_object('age_told_on', s.age_told_on);
  end if;
  -- A stay is one patient's: of whoever is in hospital.
  if o.admission_status = 'Admitted' then
    select chosen || jsonb_object_agg(name, theirs -> name) into chosen
    from unnest(array['admission_status', 'hospital', 'room_number', 'date_of_admission']) name;
  elsif s.admission_status = 'Admitted' then
    select chosen || jsonb_object_agg(name, mine -> name) into chosen
    from unnest(array['hospital', 'room_number', 'date_of_admission']) name;
  end if;
  return chosen || jsonb_build_object(
    'laboratory_files', s.laboratory_files || o.laboratory_files,
    'imaging_files', s.imaging_files || o.imaging_files,
    'other_files', s.other_files || o.other_files,
    'custom_fields', o.custom_fields || (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.custom_fields)
                                         where value <> '""' or not o.custom_fields ? key),
    'appointment_time', case when s.appointment_time >= p_at and o.appointment_time >= p_at then least(s.appointment_time, o.appointment_time)
                             else greatest(s.appointment_time, o.appointment_time) end,
    'own_diagnosed_at', greatest(s.own_diagnosed_at, o.own_diagnosed_at),
    'last_consultation_at', greatest(s.last_consultation_at, o.last_consultation_at),
    'follow_up_date', newer -> 'follow_up_date', 'consultation_status', newer -> 'consultation_status',
    'consultation_completed_at', newer -> 'consultation_completed_at',
    'is_archived', s.is_archived and o.is_archived, 'is_billed', s.is_billed or o.is_billed,
    'is_shared_patient', s.is_shared_patient or o.is_shared_patient,
    'original_clinic_id', coalesce(s.original_clinic_id, o.original_clinic_id));
end $$;
set local role klinika_owner;
