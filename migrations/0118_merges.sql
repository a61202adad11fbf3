-- Two patients of one clinic become one (decision C22). The other's row leaves patients, so that no list, search, figure
-- or export needs a condition, and lies whole in the merge with what its undo takes.
create table merges (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Neither refers to patients: the one is gone by the merge, the other may be deleted or merged later.
  survivor_id bigint not null,
  other_id bigint not null,
  -- The number stays reserved, and leads to the one who stayed.
  other_admission_no varchar(50) not null,
  other_name varchar(255) not null,
  -- By which referrals know the person.
  other_global_id uuid not null,
  merged_by_id bigint not null,
  merged_at timestamptz not null,
  undone_by_id bigint,
  undone_at timestamptz,
  -- patient, photo; moved: ids by table and column; removed: rows by table; changed: rows before and after;
  -- survivor: the row before and after. Null once the record that stayed was destroyed after its retention.
  kept jsonb,
  primary key (clinic_id, id),
  check ((undone_at is null) = (undone_by_id is null)),
  foreign key (clinic_id, merged_by_id) references users (clinic_id, id),
  foreign key (clinic_id, undone_by_id) references users (clinic_id, id)
);
call guard_clinic_table('merges', 'select');
-- What lies in a merge is put back by its undo, and read by nobody.
revoke all on merges from klinika_app;
grant select (clinic_id, id, survivor_id, other_id, other_admission_no, other_name, other_global_id, merged_by_id, merged_at,
              undone_by_id, undone_at) on merges to klinika_app;
create unique index merges_of_other on merges (clinic_id, other_id) where undone_at is null;
create unique index merges_of_number on merges (clinic_id, other_admission_no) where undone_at is null;
create unique index merges_of_person on merges (clinic_id, other_global_id) where undone_at is null;
create index merges_of_survivor on merges (clinic_id, survivor_id, id desc);
create index merges_newest on merges (clinic_id, merged_at desc, id desc) where undone_at is null;

-- Two who look like one person and are not. Without foreign keys: who is deleted may be restored.
create table dismissed_duplicates (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- The smaller id.
  first_id bigint not null,
  second_id bigint not null,
  dismissed_by_id bigint not null,
  dismissed_at timestamptz not null,
  primary key (clinic_id, id),
  check (first_id < second_id),
  foreign key (clinic_id, dismissed_by_id) references users (clinic_id, id)
);
call guard_clinic_table('dismissed_duplicates', 'select, insert');
create unique index dismissed_duplicates_once on dismissed_duplicates (clinic_id, second_id, first_id);

-- A number that leads to another record is nobody else's.
create function keep_numbers_reserved() returns trigger
  language plpgsql as $$
begin
  if exists (select from public.merges m where m.clinic_id = new.clinic_id and m.other_admission_no = new.admission_no
             and m.undone_at is null and m.other_id <> new.id) then
    raise unique_violation using message = 'this admission number leads to a merged record', constraint = 'patients_admission_no_key';
  end if;
  return new;
end $$;
create trigger patients_number_reserved before insert on patients for each row execute function keep_numbers_reserved();
create trigger patients_number_changed before update of admission_no on patients
  for each row when (new.admission_no is distinct from old.admission_no) execute function keep_numbers_reserved();

-- klinika_merge moves rows of the running clinic from one of its patients to another, confidential ones too, and reads
-- nothing of another clinic. Every table with a foreign key to patients is one of them, whatever it is called.
create procedure open_to_merges(opened regclass)
  language plpgsql as $$
begin
  execute format('create policy merging on %s to klinika_merge using (clinic_id = current_clinic()) '
                 'with check (clinic_id = current_clinic())', opened);
  execute format('grant select, insert, update, delete on %s to klinika_merge', opened);
end $$;
do $$
declare
  below record;
begin
  for below in select distinct conrelid::regclass as name from pg_constraint
               where contype = 'f' and confrelid = 'patients'::regclass and conrelid <> 'referrals'::regclass
               union select 'patients'::regclass loop
    call open_to_merges(below.name);
  end loop;
end $$;
create policy merging on merges to klinika_merge using (clinic_id = current_clinic()) with check (clinic_id = current_clinic());
grant select, insert, update on merges to klinika_merge;
create policy merging on referrals for select to klinika_merge using (clinic_id = current_clinic());
grant select on referrals to klinika_merge;
create policy merging on users for select to klinika_merge using (clinic_id = current_clinic());
grant select (clinic_id, id, role) on users to klinika_merge;
create policy merging on places for select to klinika_merge using (clinic_id = current_clinic());
grant select on places to klinika_merge;
create policy merging on record_history for insert to klinika_merge with check (clinic_id = current_clinic());
grant insert on record_history to klinika_merge;
grant usage on sequence klinika_id to klinika_merge;
grant execute on function is_clinic_owner(), shorten_json(jsonb), short_changes(jsonb) to klinika_merge;

-- A merge moves what follows from a patient's row itself. As before otherwise.
create or replace trigger patients_admissions after insert or update of admission_status, date_of_admission, room_number, hospital on patients
  for each row when (current_user <> 'klinika_merge') execute function keep_admissions();
create or replace trigger patients_allergies_typed after insert on patients
  for each row when (new.allergies is not null and current_user <> 'klinika_merge') execute function type_allergies();
create or replace trigger patients_allergies_retyped before update of allergies on patients
  for each row when (pg_trigger_depth() = 0 and new.allergies is distinct from old.allergies and current_user <> 'klinika_merge')
  execute function type_allergies();
create or replace trigger allergies_told after insert or update on allergies
  for each row when (pg_trigger_depth() = 0 and current_user <> 'klinika_merge') execute function tell_allergies();
-- A finished history is never changed; whose it is follows its patient.
create or replace trigger consultation_records_finished before update on consultation_records
  for each row when (old.status = 'finished' and current_user <> 'klinika_merge' and
                     to_jsonb(old) - 'confidential_to_id' is distinct from to_jsonb(new) - 'confidential_to_id')
  execute function keep_finished_records();

-- As before; a row that an undo puts back is not a new one.
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
  if tg_op = 'INSERT' and current_user = 'klinika_merge' then
    return null;
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

-- A record that is destroyed after its retention takes along what was merged into it.
create policy retention on merges to klinika_auth using (true) with check (true);
grant select, delete on merges to klinika_auth;
set local role klinika_auth;
create or replace function destroy_one_record(p_now timestamptz) returns table (destroyed boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  due sealed_records;
  stored jsonb;
  people bigint[];
begin
  -- Two servers do not destroy at once: each must see whether the other's records share a file.
  if not pg_try_advisory_xact_lock(4210) then
    return query select false;
    return;
  end if;
  select * into due from sealed_records s where s.retain_until < manila_day(least(p_now, now() + interval '1 day'))
  order by s.retain_until, s.id limit 1 for update skip locked;
  if not found then
    return query select false;
    return;
  end if;
  with recursive merged (id) as (
    select due.patient_id
    union
    select m.other_id from merges m join merged on m.survivor_id = merged.id
    where m.clinic_id = due.clinic_id and m.undone_at is null)
  select array_agg(id) into people from merged;
  stored := case jsonb_typeof(due.record -> 'files') when 'array' then due.record -> 'files' else '[]' end;
  delete from sealed_records s where s.clinic_id = due.clinic_id and s.id = due.id;
  delete from merges m where m.clinic_id = due.clinic_id and (m.survivor_id = any (people) or m.other_id = any (people));
  insert into files_to_remove (clinic_id, stored_as, queued_at)
  select distinct due.clinic_id, f ->> 'stored_as', p_now from jsonb_array_elements(stored) f
  where f ->> 'stored_as' is not null
  on conflict do nothing;
  update record_history h set changes = '{}'
  where h.clinic_id = due.clinic_id and h.patient_id = any (people) and pg_column_size(h.changes) > 8
    and h.event not in ('patient.delete', 'patient.destroy');
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes, happened_at)
  select due.clinic_id, due.patient_id, 'patient.destroy', 'patients', due.patient_id,
    jsonb_build_object(
      'records', 1 + (select coalesce(sum(jsonb_array_length(part.value)), 0) from jsonb_each(due.record) part
                      where part.key <> 'files' and jsonb_typeof(part.value) = 'array'),
      'files', jsonb_array_length(stored) + case when jsonb_typeof(due.record -> 'photo') = 'string' then 1 else 0 end,
      'deletedAt', to_char(due.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'keptUntil', due.retain_until),
    p_now;
  return query select true;
end $$;
set local role klinika_owner;

-- Referrals are two rows, the other one of another clinic; both name the patient. Locked in the order of claims.
create function lock_referrals_of(p_patients bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform 1 from (select o.id, o.from_clinic_id, o.to_clinic_id from referrals o
                  where o.clinic_id = current_clinic() and o.patient_id = any (p_patients)) own
    join referrals r on r.id = own.id and r.clinic_id in (own.from_clinic_id, own.to_clinic_id)
    order by r.id, r.side desc for update of r;
end $$;

-- Those named, or all, of one patient of the running clinic become another's. Answers which.
create function move_referrals(p_ids bigint[], p_from bigint, p_to bigint) returns bigint[]
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  moved bigint[];
begin
  select coalesce(array_agg(o.id order by o.id), '{}') into moved from referrals o
  where o.clinic_id = own and o.patient_id = p_from and (p_ids is null or o.id = any (p_ids));
  update referrals r set original_patient_id = p_to
  where r.id = any (moved) and r.from_clinic_id = own and r.original_patient_id = p_from
    and r.clinic_id in (r.from_clinic_id, r.to_clinic_id);
  update referrals r set claimed_patient_id = p_to
  where r.id = any (moved) and r.to_clinic_id = own and r.claimed_patient_id = p_from
    and r.clinic_id in (r.from_clinic_id, r.to_clinic_id);
  return moved;
end $$;
do $$
declare
  door regprocedure;
begin
  foreach door in array array['lock_referrals_of(bigint[])', 'move_referrals(bigint[], bigint, bigint)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_merge', door);
    execute format('alter function %s owner to klinika_referral', door);
  end loop;
end $$;
