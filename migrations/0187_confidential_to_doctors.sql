-- In a clinic with several doctors, what one of them wrote confidentially is for that doctor alone, and what the staff wrote
-- for its author and the doctors. Where the owner is the only doctor, nothing changes.

-- Whether the user of the running transaction is the owner of its clinic, or one of its doctors.
create function is_clinic_doctor() returns boolean
  language sql stable
as $$
  select exists (select from public.users u
                 where u.clinic_id = public.current_clinic() and u.role in ('owner', 'doctor')
                   and u.id = nullif(current_setting('app.user_id', true), '')::bigint)
$$;
grant execute on function is_clinic_doctor() to klinika_app;

-- The accounts of the running clinic's other doctors, also of those who left.
create function other_doctors() returns bigint[]
  language sql stable
as $$
  select coalesce(array_agg(u.id), '{}') from public.users u
  where u.clinic_id = public.current_clinic() and u.role in ('owner', 'doctor')
    and u.id is distinct from nullif(current_setting('app.user_id', true), '')::bigint
$$;
grant execute on function other_doctors() to klinika_app, klinika_merge;

-- Who reads the confidential rows of a table: their author; of those that the staff wrote also the doctors. A patient is
-- deleted with all rows, by whoever may delete: the answer of that call holds none of them. The owner opens a doctor's by an
-- event of its own, of which the record history and the author are told.
create procedure hide_confidential_rows(guarded regclass)
  language plpgsql as $$
begin
  execute format('drop policy if exists confidential on %s', guarded);
  execute format(
    'create policy confidential on %s as restrictive to klinika_app using ('
    'confidential_to_id is null or confidential_to_id = nullif(current_setting(''app.user_id'', true), '''')::bigint '
    'or ((select is_clinic_doctor()) and confidential_to_id <> all ((select other_doctors())::bigint[])) '
    'or current_setting(''app.event'', true) in (''patient.delete'', ''record.open''))', guarded);
end $$;

-- As in 0001, with the policy above.
create or replace procedure guard_confidential_rows(guarded regclass)
  language plpgsql as $$
begin
  -- Null: not confidential. Else the account that wrote it.
  execute format('alter table %s add column confidential_to_id bigint', guarded);
  execute format('alter table %s add foreign key (clinic_id, confidential_to_id) references users (clinic_id, id)', guarded);
  call hide_confidential_rows(guarded);
end $$;

do $$
declare
  guarded text;
begin
  foreach guarded in array array[
    'clinic_papers', 'consultation_addenda', 'consultation_diagnoses', 'consultation_records', 'consultations', 'files',
    'medicine_stops', 'medicines', 'prescriptions', 'problems', 'requested_items', 'results'
  ] loop
    call hide_confidential_rows(guarded::regclass);
  end loop;
end $$;

-- As in 0008: a doctor also decides of what the staff wrote. What another doctor hides is not seen here.
create or replace function keep_confidential() returns trigger
  language plpgsql as $$
declare
  actor constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  writer bigint;
begin
  if current_user <> 'klinika_app' then
    return new;
  end if;
  writer := case when tg_op = 'INSERT' then actor else (to_jsonb(old) ->> tg_argv[0])::bigint end;
  if (writer is distinct from actor and not public.is_clinic_doctor())
     or new.confidential_to_id <> coalesce(writer, actor) then
    raise insufficient_privilege using message = 'who wrote an entry, or a doctor, decides whether it is confidential';
  end if;
  return new;
end $$;

set local role klinika_merge;

-- A patient's entries that other doctors of the running clinic wrote confidentially, for its owner alone: what each is, who
-- wrote it and when.
create function entries_of_other_doctors(p_patient bigint)
  returns table (kind text, id bigint, author_id bigint, written_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
  others constant bigint[] := other_doctors();
begin
  if others = '{}' or not is_clinic_owner() then
    return;
  end if;
  return query
    select e.* from (
      select 'consultation', c.id, c.confidential_to_id, c.created_at from consultations c
      where c.clinic_id = own and c.patient_id = p_patient and c.confidential_to_id = any (others)
      union all
      select 'fullHistory', r.id, r.confidential_to_id, r.created_at from consultation_records r
      where r.clinic_id = own and r.patient_id = p_patient and r.confidential_to_id = any (others)
      union all
      select 'prescription', p.id, p.confidential_to_id, p.created_at from prescriptions p
      where p.clinic_id = own and p.patient_id = p_patient and p.confidential_to_id = any (others)
      union all
      select 'problem', p.id, p.confidential_to_id, p.recorded_at from problems p
      where p.clinic_id = own and p.patient_id = p_patient and p.confidential_to_id = any (others)
      union all
      select 'medicine', m.id, m.confidential_to_id, m.recorded_at from medicines m
      where m.clinic_id = own and m.patient_id = p_patient and m.confidential_to_id = any (others)
      union all
      select 'result', r.id, r.confidential_to_id, r.created_at from results r
      where r.clinic_id = own and r.patient_id = p_patient and r.confidential_to_id = any (others)
      union all
      select 'paper', p.id, p.confidential_to_id, p.created_at from clinic_papers p
      where p.clinic_id = own and p.patient_id = p_patient and p.confidential_to_id = any (others)
    ) e (kind, id, author_id, written_at)
    order by e.written_at desc, e.id desc;
end $$;
grant execute on function entries_of_other_doctors(bigint) to klinika_app;

-- Whether the values in a line of the record history are of an entry that another doctor keeps confidential.
create function is_of_other_doctor(p_entity text, p_id bigint) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  others constant bigint[] := other_doctors();
  found_one boolean;
begin
  if others = '{}' or p_entity is null or p_entity not in (
    'clinic_papers', 'consultation_addenda', 'consultation_diagnoses', 'consultation_records', 'consultations', 'files',
    'medicine_stops', 'medicines', 'prescriptions', 'problems', 'requested_items', 'results'
  ) then
    return false;
  end if;
  execute format('select exists (select from public.%I e where e.clinic_id = $1 and e.id = $2 and e.confidential_to_id = any ($3))',
                 p_entity)
    into found_one using current_clinic(), p_id, others;
  return found_one;
end $$;
grant execute on function is_of_other_doctor(text, bigint) to klinika_app;

set local role klinika_owner;

-- As in 0006, without the values of what another doctor keeps confidential.
drop policy sealed on record_history;
create policy sealed on record_history as restrictive for select to klinika_app
  using (changes = '{}' or event in ('patient.delete', 'patient.destroy')
         or ((select is_clinic_owner()) and is_history_open(patient_id) and not is_of_other_doctor(entity, entity_id)));
