-- Consultations with their vital signs and addenda, full histories, and quick texts.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The full history of a patient: a draft, saved while it is typed, then finished by the doctor and never changed.
create table consultation_records (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  -- Who finished it; null while it is a draft.
  doctor_id bigint,
  written_by_id bigint not null,
  chief_complaint text,
  history_of_present_illness text,
  past_medical_history text,
  medications_allergies text,
  family_social_history text,
  past_surgeries text,
  hospitalizations text,
  working_diagnosis text,
  final_diagnosis text,
  management_plan text,
  status varchar(50) not null default 'draft' check (status in ('draft', 'finished', 'discarded')),
  version integer not null default 1,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Entered in error: when, who marked it and why. A draft that is marked is discarded, so that the patient can have another.
  in_error_at timestamptz,
  in_error_by_id bigint,
  in_error_reason varchar(500),
  primary key (clinic_id, id),
  foreign key (clinic_id, doctor_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, written_by_id) references users (clinic_id, id),
  constraint consultation_records_in_error_by_fkey foreign key (clinic_id, in_error_by_id) references users (clinic_id, id),
  constraint consultation_records_check check ((status = 'finished') = (finished_at is not null and doctor_id is not null)),
  constraint consultation_records_in_error_check check (
    num_nulls(in_error_at, in_error_by_id, in_error_reason) in (0, 3)
    and case status when 'draft' then in_error_at is null when 'discarded' then in_error_at is not null else true end)
);
call guard_confidential_rows('consultation_records');
create index consultation_records_of_patient on consultation_records (clinic_id, patient_id, created_at desc, id desc);
-- Two desks write one draft, not two. Confidential ones are counted for each author, so that a refusal tells of none.
create unique index consultation_records_one_draft
  on consultation_records (clinic_id, patient_id, coalesce(confidential_to_id, 0)) where status = 'draft';
call guard_clinic_table('consultation_records', 'select, insert, update');
call open_to_merges('consultation_records');

-- What was written about one visit, or vital signs alone (consultation_type 'Vitals'). Never changed: it gets addenda, or is
-- marked as entered in error, whole or its vital signs.
create table consultations (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  -- Who wrote it, of any role. Null: vital signs that came with a referral.
  secretary_id bigint,
  consultation_type varchar(100) not null default 'General Consultation',
  chief_complaint text,
  -- JSON text, as the wizard and the checklist each send it.
  history_of_present_illness text,
  vital_signs jsonb,
  physical_examination text,
  diagnosis text,
  treatment text,
  medications text,
  follow_up_date date,
  notes text,
  -- Written by the History Checklist, whose diagnosis is a fixed text: left out of diagnosis search and reports.
  is_intake boolean not null default false,
  created_at timestamptz not null default now(),
  -- Vital signs entered in error, typed wrong or in another patient's record: when, who marked them and why. They stay
  -- readable and are not used.
  vitals_in_error_at timestamptz,
  vitals_in_error_by_id bigint,
  vitals_in_error_reason varchar(500),
  -- The entry whose vital signs this one repeats, such as the desk's of that day: one reading, which is read from there.
  vitals_from_id bigint,
  -- Entered in error, such as in another patient's record: when, who marked it and why. It stays readable and is not used.
  in_error_at timestamptz,
  in_error_by_id bigint,
  in_error_reason varchar(500),
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, secretary_id) references users (clinic_id, id),
  constraint consultations_in_error_by_fkey foreign key (clinic_id, in_error_by_id) references users (clinic_id, id),
  constraint consultations_vitals_from_fkey foreign key (clinic_id, vitals_from_id) references consultations (clinic_id, id),
  constraint consultations_vitals_in_error_by_fkey
    foreign key (clinic_id, vitals_in_error_by_id) references users (clinic_id, id),
  -- Its vital signs are marked with it, so that what reads vital signs looks at their mark alone.
  constraint consultations_in_error_check check (
    num_nulls(in_error_at, in_error_by_id, in_error_reason) in (0, 3)
    and (in_error_at is null or vital_signs is null or vitals_in_error_at is not null)),
  constraint consultations_vitals_in_error_check check (
    num_nulls(vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason) in (0, 3)
    and (vitals_in_error_at is null or vital_signs is not null))
);
call guard_confidential_rows('consultations');
-- Whom the doctor saw on a day, with or without the queue.
create index consultations_by_time on consultations (clinic_id, created_at) include (patient_id);
-- Reports count those with a diagnosis for which no code was chosen.
create index consultations_diagnosed on consultations (clinic_id, created_at) include (confidential_to_id, in_error_at)
  where diagnosis is not null and not is_intake;
-- Who is asked back for a day, in all clinics: they are notified that day.
create index consultations_follow_up on consultations (follow_up_date) where follow_up_date is not null;
create index consultations_of_patient on consultations (clinic_id, patient_id, created_at desc, id desc);
create index consultations_vitals on consultations (clinic_id, patient_id, created_at desc)
  where vital_signs is not null;
-- Vital signs of the whole clinic, a page at a time: most consultations have none.
create index consultations_vitals_by_id on consultations (clinic_id, id) where vital_signs is not null;
create index consultations_vitals_from on consultations (clinic_id, vitals_from_id) where vitals_from_id is not null;
call guard_clinic_table('consultations', 'select, insert, delete');
call open_to_merges('consultations');
-- A referral does not hand on vital signs that were marked after it was sent, so the receiving clinic must see the mark.
create policy referring_read on consultations for select to klinika_referral
  using (vitals_in_error_at is not null and was_referred_here(clinic_id, patient_id));
-- Reminders and notifications, in all clinics.
create policy telling on consultations for select to klinika_notice using (true);
grant select (
  clinic_id, id, patient_id, secretary_id, consultation_type, follow_up_date, is_intake, created_at, vitals_in_error_at,
  in_error_at
) on consultations to klinika_notice;
grant select (clinic_id, patient_id, created_at, vitals_in_error_at) on consultations to klinika_referral;
grant update (
  confidential_to_id, vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason, in_error_at, in_error_by_id,
  in_error_reason
) on consultations to klinika_app;

-- Notes added to a consultation later, dated and signed.
create table consultation_addenda (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  consultation_id bigint not null,
  author_id bigint not null,
  text text not null,
  created_at timestamptz not null default now(),
  in_error_at timestamptz,
  in_error_by_id bigint,
  in_error_reason varchar(500),
  primary key (clinic_id, id),
  foreign key (clinic_id, author_id) references users (clinic_id, id),
  foreign key (clinic_id, consultation_id) references consultations (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  constraint consultation_addenda_in_error_by_fkey foreign key (clinic_id, in_error_by_id) references users (clinic_id, id),
  constraint consultation_addenda_in_error_check
    check (num_nulls(in_error_at, in_error_by_id, in_error_reason) in (0, 3))
);
call guard_confidential_rows('consultation_addenda');
create index consultation_addenda_of_consultation on consultation_addenda (clinic_id, consultation_id, id);
create index consultation_addenda_of_patient on consultation_addenda (clinic_id, patient_id);
call guard_clinic_table('consultation_addenda', 'select, insert');
call open_to_merges('consultation_addenda');
grant update (confidential_to_id, in_error_at, in_error_by_id, in_error_reason) on consultation_addenda to klinika_app;

-- Short names, typed after a dot, that expand to a text or fill the fields of a consultation.
create table quick_texts (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Whose own it is; null: the clinic's.
  user_id bigint,
  -- Without the dot.
  name varchar(30) not null check (name ~ '^[A-Za-z][A-Za-z0-9-]*$'),
  title varchar(100) not null check (title <> ''),
  text varchar(5000),
  -- For the fields of a consultation.
  template jsonb,
  -- Copied from the product's examples and not changed since.
  is_example boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade,
  constraint quick_texts_check check (text is not null or template is not null)
);
create unique index quick_texts_name_key on quick_texts (clinic_id, coalesce(user_id, 0), lower(name));
call guard_clinic_table('quick_texts', 'select, insert, update, delete');

-- A part of an entry is as confidential as the entry. The entry's row is locked meanwhile, so that a change of its mark waits
-- for the part, or the part for the change. tg_argv: the entry's table, and the column of the part that names its row.
create function follow_confidential() returns trigger
  language plpgsql as $$
begin
  execute format('select e.confidential_to_id from public.%I e where e.clinic_id = $1 and e.id = $2 for share', tg_argv[0])
    into strict new.confidential_to_id using new.clinic_id, (to_jsonb(new) ->> tg_argv[1])::bigint;
  return new;
exception when no_data_found then
  raise foreign_key_violation using
    message = format('a row of %s belongs to none of %s (foreign key)', tg_table_name, tg_argv[0]);
end $$;

-- After a consultation was marked as confidential or as entered in error, or a mark was taken off: its parts get the mark, and
-- what lists, search, letters and papers say of the patient follows from the consultations without any.
create function follow_consultation_mark() returns trigger
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
    set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes,
        version = version + 1
    -- One row also where no such consultation is left.
    from (select) one
    left join lateral (
      select c.diagnosis, c.created_at,
             (select string_agg(d.code, ' ' order by d.position) from public.consultation_diagnoses d
              where d.clinic_id = new.clinic_id and d.consultation_id = c.id) as codes
      from public.consultations c
      where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id
        and c.confidential_to_id is null and c.in_error_at is null
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

-- Refuses a mark as confidential, or its removal, by anyone but who wrote the entry and the clinic's owner. The mark names who
-- wrote it. tg_argv: the column that does.
create function keep_confidential() returns trigger
  language plpgsql as $$
declare
  actor constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  writer bigint;
begin
  if current_user <> 'klinika_app' then
    return new;
  end if;
  writer := case when tg_op = 'INSERT' then actor else (to_jsonb(old) ->> tg_argv[0])::bigint end;
  if (writer is distinct from actor and not public.is_clinic_owner())
     or new.confidential_to_id <> coalesce(writer, actor) then
    raise insufficient_privilege using message = 'who wrote an entry, or the owner, decides whether it is confidential';
  end if;
  return new;
end $$;

-- Refuses a change of a finished full history.
create function keep_finished_records() returns trigger
  language plpgsql as $$
begin
  raise exception 'a finished record is never changed' using errcode = 'integrity_constraint_violation';
end $$;
grant execute on function keep_finished_records() to public;

set local role klinika_notice;

-- When anything was recorded of a patient here last, for patients.last_consultation_at. Confidential entries count, which the
-- user may not see; entries in error and vital signs that came with a referral do not. Null: never.
create function last_recorded_at(p_patient bigint) returns timestamptz
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
grant execute on function last_recorded_at(bigint) to klinika_app;
comment on function last_recorded_at(bigint) is 'nullable: result';

set local role klinika_owner;

-- After the deletion, because one statement deletes all of a patient. Triggers run in the order of their names: this one runs
-- before the check of the foreign key, whose name begins with RI.
create trigger "Empty_vitals_from_id" after delete on consultations
  for each row execute function empty_reference('consultations', 'vitals_from_id');
create trigger consultation_addenda_confidential before insert on consultation_addenda
  for each row execute function follow_confidential('consultations', 'consultation_id');
create trigger consultation_addenda_history after insert on consultation_addenda
  for each row execute function record_change('consultation_addenda');
create trigger consultation_addenda_in_error_history after update of in_error_at on consultation_addenda
  for each row when (old.in_error_at is distinct from new.in_error_at) execute function record_change('consultation_addenda');
-- A part is not marked by itself.
create trigger consultation_addenda_marked before update of confidential_to_id on consultation_addenda
  for each row when (current_user = 'klinika_app') execute function follow_confidential('consultations', 'consultation_id');
-- A draft is saved every second while it is typed. The record history says who began it, who wrote on, and who finished it,
-- not each save.
create trigger consultation_records_begun after insert on consultation_records
  for each row execute function record_change('consultation_records');
create trigger consultation_records_confidential before insert on consultation_records
  for each row when (new.confidential_to_id is not null) execute function keep_confidential('written_by_id');
-- A finished history is never changed, but for its marks, and for its patient when two are merged.
create trigger consultation_records_finished before update on consultation_records
  for each row when (old.status = 'finished' and current_user <> 'klinika_merge' and
                     to_jsonb(old) - '{confidential_to_id,in_error_at,in_error_by_id,in_error_reason}'::text[]
                     is distinct from to_jsonb(new) - '{confidential_to_id,in_error_at,in_error_by_id,in_error_reason}'::text[])
  execute function keep_finished_records();
create trigger consultation_records_handed_on after update on consultation_records
  for each row when (old.status <> new.status or old.written_by_id <> new.written_by_id)
  execute function record_change('consultation_records');
create trigger consultation_records_in_error_history after update of in_error_at on consultation_records
  for each row when (old.in_error_at is distinct from new.in_error_at and old.status = new.status)
  execute function record_change('consultation_records');
call keep_entries_in_place('consultation_records');
create trigger consultation_records_mark_history after update of confidential_to_id on consultation_records
  for each row when (old.status = new.status and old.written_by_id = new.written_by_id
                     and old.confidential_to_id is distinct from new.confidential_to_id)
  execute function record_change('consultation_records');
create trigger consultation_records_marked before update of confidential_to_id on consultation_records
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('written_by_id');
create trigger consultations_confidential before insert on consultations
  for each row when (new.confidential_to_id is not null) execute function keep_confidential('secretary_id');
create trigger consultations_deleted before delete on consultations
  for each row when (current_user = 'klinika_app') execute function keep_deletions_recorded('consultations');
create trigger consultations_empty_import_rows_consultation_id before delete on consultations
  for each row execute function empty_reference('import_rows', 'consultation_id');
create trigger consultations_history after insert on consultations
  for each row execute function record_change('consultations');
create trigger consultations_in_error_followed after update of in_error_at on consultations
  for each row when (old.in_error_at is distinct from new.in_error_at) execute function follow_consultation_mark();
-- Each change of a mark is a line of the record history: who, when and why.
create trigger consultations_in_error_history after update of in_error_at on consultations
  for each row when (old.in_error_at is distinct from new.in_error_at) execute function record_change('consultations');
create trigger consultations_mark_followed after update of confidential_to_id on consultations
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id) execute function follow_consultation_mark();
create trigger consultations_mark_history after update of confidential_to_id on consultations
  for each row execute function record_change('consultations');
create trigger consultations_marked before update of confidential_to_id on consultations
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('secretary_id');
-- Not where the whole consultation is marked: one line of the history says both.
create trigger consultations_vitals_history
  after update of vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason on consultations for each row
  when ((old.vitals_in_error_at, old.vitals_in_error_by_id, old.vitals_in_error_reason) is distinct from
        (new.vitals_in_error_at, new.vitals_in_error_by_id, new.vitals_in_error_reason)
        and old.in_error_at is not distinct from new.in_error_at)
  execute function record_change('consultations');
