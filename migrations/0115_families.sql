-- The family of a patient, a row each: next of kin, the guardian of a child, and the household, which is every patient of
-- the clinic with the same number. Nothing of it says what anybody has.
create table patient_families (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  kin_name varchar(255),
  kin_relation varchar(60),
  kin_phone varchar(50),
  -- With guardian_patient_id the name of that patient when it was linked, for the day on which that record is deleted.
  guardian_name varchar(255),
  guardian_relation varchar(60),
  guardian_phone varchar(50),
  guardian_patient_id bigint,
  household_id bigint,
  -- What the patient is in the household: mother, child.
  household_relation varchar(60),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, guardian_patient_id) references patients (clinic_id, id) on delete set null (guardian_patient_id),
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id),
  constraint kin_named check (kin_name is not null or (kin_relation is null and kin_phone is null)),
  constraint guardian_named check (guardian_name is not null or
                                   (guardian_relation is null and guardian_phone is null and guardian_patient_id is null)),
  constraint guardian_other check (guardian_patient_id <> patient_id),
  constraint household_related check (household_id is not null or household_relation is null)
);
call guard_clinic_table('patient_families', 'select, insert, update');
create unique index patient_families_once on patient_families (clinic_id, patient_id);
create index patient_families_of_household on patient_families (clinic_id, household_id, patient_id) where household_id is not null;
create index patient_families_of_guardian on patient_families (clinic_id, guardian_patient_id) where guardian_patient_id is not null;
create trigger patient_families_made after insert on patient_families for each row execute function record_change();
create trigger patient_families_changed after update on patient_families for each row execute function record_change();

-- Patients with the same key live at the same address and have the same phone, however both are written. Null where
-- either is missing. Names have their schema: a restore has no search path.
create function household_key(address text, phone text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  home constant text := public.fold(address);
  digits constant text := regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^(63|0)', '');
begin
  return case when home <> '' and length(digits) >= 7 then md5(home || '|' || digits) end;
end $$;
-- Whoever writes a patient computes its column.
grant execute on function household_key(text, text) to public;

-- The table is rewritten.
-- then: vacuum analyze patients
alter table patients add column household_key text generated always as (household_key(address, contact_number)) stored;
create index patients_by_household on patients (clinic_id, household_key, id) where household_key is not null and not is_archived;

-- As before; the key follows from address and phone, which have entries of their own.
create or replace function record_change() returns trigger
  language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_table_name;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'household_key', 'other_text', 'record_day', 'last_consultation_at',
                      'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis', 'visit_diagnosed_at', 'own_diagnosed_at',
                      'is_billed', 'follow_up_date', 'allergies', 'recorded_at', 'visit_codes');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_table_name = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_table_name, new.id, coalesce(changed, '{}'));
  return null;
end $$;
