-- Diagnoses of consultations, and the list of ICD-10 codes that an operator may load.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The diagnoses of a consultation one by one, with the ICD-10 code where one was chosen. consultations.diagnosis has them as
-- text.
create table consultation_diagnoses (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  consultation_id bigint not null,
  -- From 1, in the order in which they were written.
  position smallint not null check (position between 1 and 20),
  words varchar(500) not null,
  code varchar(6) check (code ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$'),
  -- Of the consultation, Manila.
  day date not null,
  -- The consultation's, so that counts by day read it from their index.
  in_error_at timestamptz,
  primary key (clinic_id, id),
  unique (clinic_id, consultation_id, position),
  foreign key (clinic_id, consultation_id) references consultations (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_confidential_rows('consultation_diagnoses');
create index consultation_diagnoses_by_code on consultation_diagnoses (clinic_id, code, id desc) where code is not null;
-- Reports count from it alone.
create index consultation_diagnoses_by_day on consultation_diagnoses (clinic_id, day)
  include (code, position, confidential_to_id, in_error_at);
create index consultation_diagnoses_of_patient on consultation_diagnoses (clinic_id, patient_id);
call guard_clinic_table('consultation_diagnoses', 'select, insert');
call open_to_merges('consultation_diagnoses');
grant update (confidential_to_id, in_error_at) on consultation_diagnoses to klinika_app;

-- A whole list of ICD-10 that the operator is licensed for, beside the product's own common diagnoses. Of no clinic. Loaded and
-- replaced as a whole by `npm run admin -- load-icd10`.
create table icd10_codes (
  code varchar(6) primary key check (code ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$'),
  title varchar(300) not null
);
grant select on icd10_codes to klinika_auth;

-- Which list is loaded: one row, or none where there is no list.
create table icd10_lists (
  id smallint default 1 primary key check (id = 1),
  code_count integer not null,
  loaded_at timestamptz not null
);
grant select on icd10_lists to klinika_auth;

set local role klinika_auth;

-- The next p_most codes of the list after p_code, in order.
create function icd10_codes_after(p_code text, p_most integer) returns table (code text, title text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.code::text, c.title::text from icd10_codes c where c.code > p_code order by c.code limit p_most;
end $$;
grant execute on function icd10_codes_after(text, integer) to klinika_app;

-- Which list is loaded, by which each process knows that it has read another; no row where there is none.
create function icd10_list_state() returns table (loaded_at timestamptz, code_count integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select l.loaded_at, l.code_count from icd10_lists l;
end $$;
grant execute on function icd10_list_state() to klinika_app;

-- The titles of codes, for those that are in the list.
create function icd10_titles(p_codes text[]) returns table (code text, title text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.code::text, c.title::text from icd10_codes c where c.code = any (p_codes);
end $$;
grant execute on function icd10_titles(text[]) to klinika_app;

set local role klinika_owner;

create trigger consultation_diagnoses_confidential before insert on consultation_diagnoses
  for each row execute function follow_confidential('consultations', 'consultation_id');
create trigger consultation_diagnoses_history after insert on consultation_diagnoses
  for each row execute function record_change('consultation_diagnoses');
-- A diagnosis is not marked by itself.
create trigger consultation_diagnoses_marked before update of confidential_to_id on consultation_diagnoses
  for each row when (current_user = 'klinika_app') execute function follow_confidential('consultations', 'consultation_id');
