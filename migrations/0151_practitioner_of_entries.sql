-- Who practised: visits, appointments, consultations, prescriptions, papers (certificates and requests) and bills, with all
-- lines of each, name a practitioner. Nothing is searched by it yet, so it is in no index.

-- Every change of a clinical row writes its line of the history in the same statement, as in 0026.
create or replace function record_change() returns trigger
  language plpgsql
as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_argv[0];
  end if;
  if tg_op = 'INSERT' and current_user = 'klinika_merge' then
    return null;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'household_key', 'other_text', 'record_day',
                      'last_consultation_at', 'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis',
                      'visit_diagnosed_at', 'own_diagnosed_at', 'is_billed', 'follow_up_date', 'allergies', 'recorded_at',
                      'visit_codes', 'patient_share', 'patient_balance')
    -- A row that gets its practitioner; another one instead is a change.
    and (field <> 'practitioner_id' or was ->> field is not null);
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_argv[0] = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_argv[0], new.id, coalesce(changed, '{}'));
  return null;
end $$;

-- Names the practitioner of a row that was written without one: the clinic's only one.
create function name_practitioner() returns trigger
  language plpgsql as $$
begin
  select p.id into new.practitioner_id from public.practitioners p
  where p.clinic_id = new.clinic_id order by p.id limit 1;
  return new;
end $$;
grant execute on function name_practitioner() to public;

-- An owner who signed up while 0150 ran, by the function of before.
insert into practitioners (clinic_id, user_id, license_number, ptr_number, ptr_year, s2_number, specialization, credentials,
                           created_at, updated_at)
select u.clinic_id, u.id, u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, u.credentials,
       u.created_at, u.updated_at
from users u
where u.role = 'owner' and not exists (select from practitioners p where p.clinic_id = u.clinic_id and p.user_id = u.id);

do $$
declare
  entries text;
begin
  foreach entries in array array['appointments', 'bills', 'clinic_papers', 'consultations', 'prescriptions', 'visits'] loop
    execute format('alter table %s add column practitioner_id bigint', entries);
    execute format('comment on column %s.practitioner_id is %L', entries, 'named by a trigger');
    execute format('alter table %1$s add constraint %1$s_practitioner_fkey foreign key (clinic_id, practitioner_id) '
                   'references practitioners (clinic_id, id) not valid', entries);
    execute format('create trigger %1$s_practitioner before insert on %1$s for each row '
                   'when (new.practitioner_id is null) execute function name_practitioner()', entries);
    -- Also where rows are loaded without other triggers, from an archive of the release before.
    execute format('alter table %1$s enable always trigger %1$s_practitioner', entries);
  end loop;
end $$;
