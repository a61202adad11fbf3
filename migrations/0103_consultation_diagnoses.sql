-- What a consultation found, one by one, with the ICD-10 code where one was chosen. The text in consultations stays.
create table consultation_diagnoses (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  consultation_id bigint not null,
  -- From 1, in the order in which they were written.
  position smallint not null check (position between 1 and 20),
  words varchar(500) not null,
  code varchar(6) check (code ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$'),
  -- Of the consultation, in Manila.
  day date not null,
  primary key (clinic_id, id),
  unique (clinic_id, consultation_id, position),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, consultation_id) references consultations (clinic_id, id) on delete cascade
);
call guard_clinic_table('consultation_diagnoses', 'select, insert');
create index consultation_diagnoses_of_patient on consultation_diagnoses (clinic_id, patient_id);
create index consultation_diagnoses_by_day on consultation_diagnoses (clinic_id, day) include (code, position);
create index consultation_diagnoses_by_code on consultation_diagnoses (clinic_id, code, id desc) where code is not null;
create trigger consultation_diagnoses_history after insert on consultation_diagnoses for each row execute function record_change();

-- Consultations with a diagnosis, for those that no code was chosen in.
create index consultations_diagnosed on consultations (clinic_id, created_at) where diagnosis is not null and not is_intake;

-- The codes of the diagnosis in visit_diagnosis, "I10 E11.9".
alter table patients add column visit_codes varchar(160);

-- As before; the codes follow from consultation_diagnoses, which have entries of their own.
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
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'other_text', 'record_day', 'last_consultation_at',
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

-- Hospital, then the codes and the beginnings of the diagnoses; a filter by diagnosis looks behind the first bar. The
-- table is rewritten, and its index with it. The vacuum lets a search read the index alone.
-- then: vacuum analyze patients
alter table patients drop column other_text;
alter table patients add column other_text text generated always as (
  fit_index(left(fold(hospital), 118) || '|' || left(fold(coalesce(visit_codes, '')), 60) || '|' ||
            left(fold(left(coalesce(visit_diagnosis, ''), 600)), 106) || '|' ||
            left(fold(left(coalesce(preop_diagnosis, ''), 600)), 106) || '|' ||
            left(fold(left(coalesce(postop_diagnosis, ''), 600)), 106))
) stored;
create index patients_newest on patients (clinic_id, is_archived, created_at desc, id desc)
  include (search_text, other_text, admission_status, payment_status, patient_status, consultation_status, record_day);
