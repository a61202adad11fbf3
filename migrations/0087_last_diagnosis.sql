-- A patient's diagnosis is the newest of the last consultation's and the record's own (decision C37): what the last
-- consultation found, when, and when the pre-op or post-op diagnosis was last written.
alter table patients add column visit_diagnosis text, add column visit_diagnosed_at timestamptz, add column own_diagnosed_at timestamptz;

-- They follow from what has its own entry in the history. As before otherwise.
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
                      'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis', 'visit_diagnosed_at', 'own_diagnosed_at');
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

alter table patients disable trigger patients_history;
update patients p set visit_diagnosis = left(c.diagnosis, 4000), visit_diagnosed_at = c.created_at
from (select distinct on (clinic_id, patient_id) clinic_id, patient_id, diagnosis, created_at from consultations
      where diagnosis is not null and not is_intake
      order by clinic_id, patient_id, created_at desc, id desc) c
where p.clinic_id = c.clinic_id and p.id = c.patient_id;
alter table patients enable trigger patients_history;
