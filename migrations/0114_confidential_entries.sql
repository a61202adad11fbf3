-- Entries that only the account that wrote them and the clinic's owner see (RA 11166, RA 11036). The rule stands here
-- alone, as a policy beside that of the clinic: a query that forgets it shows nothing more.

-- Whether the user of the running transaction is the owner of its clinic.
create function is_clinic_owner() returns boolean
  language sql stable
  as $$
  select exists (select from public.users u
                 where u.clinic_id = public.current_clinic() and u.role = 'owner'
                   and u.id = nullif(current_setting('app.user_id', true), '')::bigint) $$;
grant execute on function is_clinic_owner() to klinika_app;

-- A patient who is deleted is sealed whole, by whomever: the answer of that call holds none of it.
create procedure guard_confidential_rows(guarded regclass)
  language plpgsql as $$
begin
  -- Null: not confidential. Else who wrote it, who sees it beside the owner.
  execute format('alter table %s add column confidential_to_id bigint', guarded);
  execute format('alter table %s add foreign key (clinic_id, confidential_to_id) references users (clinic_id, id)', guarded);
  execute format(
    'create policy confidential on %s as restrictive to klinika_app using ('
    'confidential_to_id is null or confidential_to_id = nullif(current_setting(''app.user_id'', true), '''')::bigint '
    'or (select is_clinic_owner()) or current_setting(''app.event'', true) = ''patient.delete'')', guarded);
end $$;

-- Who wrote an entry, or the owner, marks it and takes the mark off; the mark names who wrote it. tg_argv: its column.
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

-- Rows below an entry are as confidential as it is. tg_argv: the table above, and the column that names its row.
create function follow_confidential() returns trigger
  language plpgsql as $$
begin
  execute format('select e.confidential_to_id from public.%I e where e.clinic_id = $1 and e.id = $2', tg_argv[0])
    into strict new.confidential_to_id using new.clinic_id, (to_jsonb(new) ->> tg_argv[1])::bigint;
  return new;
exception when no_data_found then
  raise foreign_key_violation using message = format('a row of %s belongs to none of %s (foreign key)', tg_table_name, tg_argv[0]);
end $$;

call guard_confidential_rows('consultations');
call guard_confidential_rows('consultation_addenda');
call guard_confidential_rows('consultation_diagnoses');
call guard_confidential_rows('consultation_records');
call guard_confidential_rows('prescriptions');
call guard_confidential_rows('medicine_stops');
call guard_confidential_rows('problems');
call guard_confidential_rows('medicines');
call guard_confidential_rows('results');
call guard_confidential_rows('files');
call guard_confidential_rows('clinic_papers');
call guard_confidential_rows('requested_items');

-- Nothing else of these changes.
grant update (confidential_to_id) on consultations, consultation_addenda, consultation_diagnoses to klinika_app;

do $$
declare
  entry record;
begin
  for entry in select * from (values ('consultations', 'secretary_id'), ('consultation_records', 'written_by_id'),
      ('prescriptions', 'prepared_by_id'), ('problems', 'recorded_by_id'), ('medicines', 'recorded_by_id'),
      ('results', 'created_by_id'), ('clinic_papers', 'prepared_by_id')) as entries (name, writer) loop
    execute format('create trigger %1$s_confidential before insert on %1$s for each row '
      'when (new.confidential_to_id is not null) execute function keep_confidential(%2$L)', entry.name, entry.writer);
    execute format('create trigger %1$s_marked before update of confidential_to_id on %1$s for each row '
      'when (new.confidential_to_id is distinct from old.confidential_to_id) execute function keep_confidential(%2$L)',
      entry.name, entry.writer);
  end loop;
  for entry in select * from (values ('consultation_addenda', 'consultations', 'consultation_id'),
      ('consultation_diagnoses', 'consultations', 'consultation_id'), ('medicine_stops', 'prescriptions', 'prescription_id'),
      ('requested_items', 'clinic_papers', 'paper_id')) as parts (name, above, named_by) loop
    execute format('create trigger %1$s_confidential before insert on %1$s for each row '
      'execute function follow_confidential(%2$L, %3$L)', entry.name, entry.above, entry.named_by);
  end loop;
end $$;

-- A change of the mark has an entry of its own in the history: the mark alone.
create trigger consultations_mark_history after update of confidential_to_id on consultations
  for each row execute function record_change();
create trigger consultation_records_mark_history after update of confidential_to_id on consultation_records
  for each row when (old.status = new.status and old.written_by_id = new.written_by_id
                     and old.confidential_to_id is distinct from new.confidential_to_id) execute function record_change();
-- The parts of an entry have none.
create or replace trigger requested_items_history after update on requested_items
  for each row when (old.confidential_to_id is not distinct from new.confidential_to_id) execute function record_change();
drop trigger medicine_stops_history on medicine_stops;
create trigger medicine_stops_made after insert on medicine_stops for each row execute function record_change();
create trigger medicine_stops_changed after update on medicine_stops
  for each row when (old.confidential_to_id is not distinct from new.confidential_to_id) execute function record_change();
-- A finished history is never changed, but for the mark.
create or replace trigger consultation_records_finished before update on consultation_records
  for each row when (old.status = 'finished' and
                     to_jsonb(old) - 'confidential_to_id' is distinct from to_jsonb(new) - 'confidential_to_id')
  execute function keep_finished_records();

-- What lists, search, letters and papers say of a patient follows from consultations that are not confidential.
create function follow_consultation_mark() returns trigger
  language plpgsql as $$
begin
  update public.consultation_addenda set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and consultation_id = new.id;
  update public.consultation_diagnoses set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and consultation_id = new.id;
  if new.diagnosis is not null and not new.is_intake then
    update public.patients p
    set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes, version = version + 1
    from (select) one
    left join lateral (
      select c.diagnosis, c.created_at,
             (select string_agg(d.code, ' ' order by d.position) from public.consultation_diagnoses d
              where d.clinic_id = c.clinic_id and d.consultation_id = c.id) as codes
      from public.consultations c
      where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id and c.confidential_to_id is null
        and c.diagnosis is not null and not c.is_intake
      order by c.created_at desc, c.id desc limit 1) newest on true
    where p.clinic_id = new.clinic_id and p.id = new.patient_id
      and case when new.confidential_to_id is null then new.created_at >= coalesce(p.visit_diagnosed_at, '-infinity')
               else new.created_at = p.visit_diagnosed_at end;
  end if;
  if new.confidential_to_id is not null and new.chief_complaint is not null then
    update public.patients p
    set version = version + 1,
        chief_complaint = (select c.chief_complaint from public.consultations c
                           where c.clinic_id = new.clinic_id and c.patient_id = new.patient_id
                             and c.confidential_to_id is null and c.chief_complaint is not null
                           order by c.created_at desc, c.id desc limit 1)
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.chief_complaint = new.chief_complaint;
  end if;
  return null;
end $$;
create trigger consultations_mark_followed after update of confidential_to_id on consultations
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id) execute function follow_consultation_mark();

create function follow_prescription_mark() returns trigger
  language plpgsql as $$
begin
  update public.medicine_stops set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and prescription_id = new.id;
  return null;
end $$;
create trigger prescriptions_mark_followed after update of confidential_to_id on prescriptions
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id) execute function follow_prescription_mark();

create function follow_paper_mark() returns trigger
  language plpgsql as $$
begin
  update public.requested_items set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and paper_id = new.id;
  return null;
end $$;
create trigger clinic_papers_mark_followed after update of confidential_to_id on clinic_papers
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id) execute function follow_paper_mark();

-- The file of a confidential result is as confidential: the patient's lists, which name it, go without it meanwhile.
create function follow_result_mark() returns trigger
  language plpgsql as $$
begin
  update public.files set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and id = new.file_id and confidential_to_id is distinct from new.confidential_to_id;
  if found then
    update public.patients p
    set laboratory_files = case when f.category = 'laboratory' and new.confidential_to_id is null
                                then array_append(array_remove(p.laboratory_files, f.path::text), f.path::text) else array_remove(p.laboratory_files, f.path::text) end,
        imaging_files = case when f.category = 'imaging' and new.confidential_to_id is null
                             then array_append(array_remove(p.imaging_files, f.path::text), f.path::text) else array_remove(p.imaging_files, f.path::text) end,
        other_files = case when f.category = 'other' and new.confidential_to_id is null
                           then array_append(array_remove(p.other_files, f.path::text), f.path::text) else array_remove(p.other_files, f.path::text) end,
        version = version + 1
    from public.files f
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and f.clinic_id = new.clinic_id and f.id = new.file_id
      and f.removed_at is null;
  end if;
  return null;
end $$;
create trigger results_made_confidential after insert on results
  for each row when (new.confidential_to_id is not null and new.file_id is not null) execute function follow_result_mark();
create trigger results_mark_followed after update of confidential_to_id, file_id on results
  for each row when (new.file_id is not null and (new.confidential_to_id is distinct from old.confidential_to_id
                     or (new.confidential_to_id is not null and new.file_id is distinct from old.file_id)))
  execute function follow_result_mark();

-- A referral that was sent before the file was made confidential does not hand it on.
set local role klinika_referral;
create or replace function take_referral(p_id bigint, p_patient bigint, p_at timestamptz) returns table (category varchar, path varchar)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
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
      and f.confidential_to_id is null
      and f.path in (select jsonb_array_elements_text(s.shared -> 'files') from referrals s
                     where s.clinic_id = own.from_clinic_id and s.id = p_id)
      and not exists (select 1 from files k where k.clinic_id = own.to_clinic_id and k.patient_id = p_patient
                      and k.stored_as = f.stored_as and k.removed_at is null)
    order by f.uploaded_at, f.id
    returning category, path;
end $$;
set local role klinika_owner;

-- That a row is there already must not say that a confidential one is. Each sees its own list without doubles.
drop index problems_once;
create unique index problems_once on problems (clinic_id, patient_id, lower(words), coalesce(confidential_to_id, 0)) where state = 'active';
drop index medicines_once;
create unique index medicines_once on medicines (clinic_id, patient_id, lower(generic), coalesce(confidential_to_id, 0)) where state = 'active';
drop index consultation_records_one_draft;
create unique index consultation_records_one_draft on consultation_records (clinic_id, patient_id, coalesce(confidential_to_id, 0))
  where status = 'draft';

-- Counts of reports read the mark with what they count.
drop index consultation_diagnoses_by_day;
create index consultation_diagnoses_by_day on consultation_diagnoses (clinic_id, day) include (code, position, confidential_to_id);
drop index consultations_diagnosed;
create index consultations_diagnosed on consultations (clinic_id, created_at) include (confidential_to_id)
  where diagnosis is not null and not is_intake;

-- The day for which a patient was asked back is known to the front desk, also from a consultation whose words are not.
grant select (id, created_at, consultation_type, is_intake) on consultations to klinika_notice;
grant select (patient_id, day) on visits to klinika_notice;
create function asked_back_on(p_patient bigint) returns date
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select case when not exists (select from consultations l where l.clinic_id = c.clinic_id and l.patient_id = c.patient_id
                               and manila_day(l.created_at) > manila_day(c.created_at))
              and not exists (select from visits v where v.clinic_id = c.clinic_id and v.patient_id = c.patient_id
                              and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'))
              then c.follow_up_date end
  from consultations c
  where c.clinic_id = current_clinic() and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
  order by c.created_at desc, c.id desc limit 1
$$;
revoke execute on function asked_back_on(bigint) from public;
grant execute on function asked_back_on(bigint) to klinika_app;
comment on function asked_back_on(bigint) is 'nullable: result';
alter function asked_back_on(bigint) owner to klinika_notice;
