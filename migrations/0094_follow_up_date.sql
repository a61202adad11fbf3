-- The day for which the last consultation asked the patient back, until they come. Lists read it with the patient.
alter table patients add column follow_up_date date;
create index patients_due on patients (clinic_id, follow_up_date) where follow_up_date is not null and not is_archived;
-- The recall list reads the patients.
drop index consultations_due;

-- As before; the day follows from consultations and visits, which have entries of their own.
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
                      'is_billed', 'follow_up_date');
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
update patients p set follow_up_date = c.follow_up_date
from (select distinct on (clinic_id, patient_id) clinic_id, patient_id, follow_up_date, created_at from consultations
      where consultation_type <> 'Vitals' and not is_intake
      order by clinic_id, patient_id, created_at desc, id desc) c
where p.clinic_id = c.clinic_id and p.id = c.patient_id and c.follow_up_date is not null
  and not exists (select from consultations l where l.clinic_id = c.clinic_id and l.patient_id = c.patient_id
                  and manila_day(l.created_at) > manila_day(c.created_at))
  and not exists (select from visits v where v.clinic_id = c.clinic_id and v.patient_id = c.patient_id
                  and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'));
-- Who was admitted without a date has that of the stay.
update patients p set date_of_admission = s.admitted_at
from admissions s
where s.clinic_id = p.clinic_id and s.patient_id = p.id and s.discharged_at is null
  and p.admission_status = 'Admitted' and p.date_of_admission is null;
alter table patients enable trigger patients_history;
