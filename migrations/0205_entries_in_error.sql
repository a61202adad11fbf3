-- The entry whose vital signs a consultation repeats, such as the desk's of that day: one reading, which is read from there.
alter table consultations
  add column vitals_from_id bigint,
  add constraint consultations_vitals_from_fkey foreign key (clinic_id, vitals_from_id) references consultations (clinic_id, id) not valid;
-- After the deletion, because one statement deletes all of a patient. Triggers run in alphabetical order: this one before the
-- check of the key, whose name begins with RI.
create trigger "Empty_vitals_from_id" after delete on consultations
  for each row execute function empty_reference('consultations', 'vitals_from_id');
create index consultations_vitals_from on consultations (clinic_id, vitals_from_id) where vitals_from_id is not null;

-- A consultation, an addendum or a full history that was entered in error, such as in another patient's record, is marked and
-- no longer used. The mark stands beside it: it never changes and stays readable. The next migration checks the rows that are
-- there, under a lock that lets others write.
alter table consultations
  add column in_error_at timestamptz,
  add column in_error_by_id bigint,
  add column in_error_reason varchar(500),
  add constraint consultations_in_error_by_fkey
    foreign key (clinic_id, in_error_by_id) references users (clinic_id, id) not valid,
  -- Its vital signs are marked with it, by which whatever reads vital signs leaves them out.
  add constraint consultations_in_error_check
    check (num_nulls(in_error_at, in_error_by_id, in_error_reason) in (0, 3)
           and (in_error_at is null or vital_signs is null or vitals_in_error_at is not null)) not valid;
alter table consultation_addenda
  add column in_error_at timestamptz,
  add column in_error_by_id bigint,
  add column in_error_reason varchar(500),
  add constraint consultation_addenda_in_error_by_fkey
    foreign key (clinic_id, in_error_by_id) references users (clinic_id, id) not valid,
  add constraint consultation_addenda_in_error_check
    check (num_nulls(in_error_at, in_error_by_id, in_error_reason) in (0, 3)) not valid;
-- A draft that is marked is discarded, so that the patient can have another one.
alter table consultation_records
  add column in_error_at timestamptz,
  add column in_error_by_id bigint,
  add column in_error_reason varchar(500),
  add constraint consultation_records_in_error_by_fkey
    foreign key (clinic_id, in_error_by_id) references users (clinic_id, id) not valid,
  drop constraint consultation_records_status_check,
  add constraint consultation_records_status_check check (status in ('draft', 'finished', 'discarded')) not valid,
  add constraint consultation_records_in_error_check
    check (num_nulls(in_error_at, in_error_by_id, in_error_reason) in (0, 3)
           and case status when 'draft' then in_error_at is null when 'discarded' then in_error_at is not null else true end) not valid;
-- Follows the consultation's, so that counts by day read it from their index.
alter table consultation_diagnoses add column in_error_at timestamptz;
grant update (in_error_at, in_error_by_id, in_error_reason) on consultations, consultation_addenda to klinika_app;
grant update (in_error_at) on consultation_diagnoses to klinika_app;

drop index consultation_diagnoses_by_day;
create index consultation_diagnoses_by_day on consultation_diagnoses (clinic_id, day)
  include (code, position, confidential_to_id, in_error_at);
drop index consultations_diagnosed;
create index consultations_diagnosed on consultations (clinic_id, created_at) include (confidential_to_id, in_error_at)
  where diagnosis is not null and not is_intake;

-- An entry of its own in the history: who, when and why.
create trigger consultations_in_error_history after update of in_error_at on consultations
  for each row when (old.in_error_at is distinct from new.in_error_at) execute function record_change('consultations');
-- Its vital signs are marked in the same statement.
create or replace trigger consultations_vitals_history
  after update of vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason on consultations for each row
  when ((old.vitals_in_error_at, old.vitals_in_error_by_id, old.vitals_in_error_reason) is distinct from
        (new.vitals_in_error_at, new.vitals_in_error_by_id, new.vitals_in_error_reason)
        and old.in_error_at is not distinct from new.in_error_at)
  execute function record_change('consultations');
create trigger consultation_addenda_in_error_history after update of in_error_at on consultation_addenda
  for each row when (old.in_error_at is distinct from new.in_error_at) execute function record_change('consultation_addenda');
create trigger consultation_records_in_error_history after update of in_error_at on consultation_records
  for each row when (old.in_error_at is distinct from new.in_error_at and old.status = new.status)
  execute function record_change('consultation_records');
create or replace trigger consultation_records_finished before update on consultation_records
  for each row when (old.status = 'finished' and current_user <> 'klinika_merge' and
                     to_jsonb(old) - '{confidential_to_id,in_error_at,in_error_by_id,in_error_reason}'::text[]
                     is distinct from to_jsonb(new) - '{confidential_to_id,in_error_at,in_error_by_id,in_error_reason}'::text[])
  execute function keep_finished_records();

-- As before, and the same for consultations entered in error: what lists, search, letters and papers say of a patient follows
-- from the others.
create or replace function follow_consultation_mark() returns trigger
  language plpgsql
as $$
declare
  is_shown constant boolean := new.confidential_to_id is null and new.in_error_at is null;
begin
  update public.consultation_addenda set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and consultation_id = new.id and confidential_to_id is distinct from new.confidential_to_id;
  update public.consultation_diagnoses set confidential_to_id = new.confidential_to_id, in_error_at = new.in_error_at
  where clinic_id = new.clinic_id and consultation_id = new.id;
  if new.diagnosis is not null and not new.is_intake then
    update public.patients p
    set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes, version = version + 1
    from (select) one
    left join lateral (
      select c.diagnosis, c.created_at,
             (select string_agg(d.code, ' ' order by d.position) from public.consultation_diagnoses d
              where d.clinic_id = new.clinic_id and d.consultation_id = c.id) as codes
      from public.consultations c
      where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id and c.confidential_to_id is null and c.in_error_at is null
        and c.diagnosis is not null and not c.is_intake
      order by c.created_at desc, c.id desc limit 1) newest on true
    where p.clinic_id = new.clinic_id and p.id = new.patient_id
      and case when is_shown then new.created_at >= coalesce(p.visit_diagnosed_at, '-infinity')
               else new.created_at = p.visit_diagnosed_at end;
  end if;
  if not is_shown and new.chief_complaint is not null then
    update public.patients p
    set version = version + 1,
        chief_complaint = (select c.chief_complaint from public.consultations c
                           where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id
                             and c.confidential_to_id is null and c.in_error_at is null and c.chief_complaint is not null
                           order by c.created_at desc, c.id desc limit 1)
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.chief_complaint = new.chief_complaint;
  end if;
  return null;
end $$;
create trigger consultations_in_error_followed after update of in_error_at on consultations
  for each row when (old.in_error_at is distinct from new.in_error_at) execute function follow_consultation_mark();

grant select (in_error_at) on consultations to klinika_notice;
set local role klinika_notice;

-- As before, without consultations entered in error.
create or replace function asked_back_on(p_patient bigint) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select case when not exists (select from consultations l where l.clinic_id = own and l.patient_id = c.patient_id
                                       and manila_day(l.created_at) > manila_day(c.created_at)
                                       and l.in_error_at is null
                                       and (l.vitals_in_error_at is null or l.consultation_type <> 'Vitals'))
                      and not exists (select from visits v where v.clinic_id = own and v.patient_id = c.patient_id
                                      and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'))
                      then c.follow_up_date end
          from consultations c
          where c.clinic_id = own and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
            and c.in_error_at is null
          order by c.created_at desc, c.id desc limit 1);
end $$;

-- As before, without consultations entered in error.
create or replace function last_recorded_at(p_patient bigint) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select c.created_at from consultations c
          where c.clinic_id = own and c.patient_id = p_patient and c.in_error_at is null
            and (c.consultation_type <> 'Vitals' or (c.vitals_in_error_at is null and c.secretary_id is not null))
          order by c.created_at desc limit 1);
end $$;

set local role klinika_merge;

-- As before, without consultations entered in error.
create or replace function follow_visit_diagnosis(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes
  from (select) one
  left join lateral (
    select c.diagnosis, c.created_at,
           (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
            where d.clinic_id = own and d.consultation_id = c.id) as codes
    from consultations c
    where c.clinic_id = own and c.patient_id = p_patient and c.confidential_to_id is null and c.in_error_at is null
      and c.diagnosis is not null and not c.is_intake
    order by c.created_at desc, c.id desc limit 1) newest on true
  where p.clinic_id = own and p.id = p_patient;
end $$;

set local role klinika_owner;
