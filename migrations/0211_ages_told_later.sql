-- An age that was typed after the registration was told on the day of its last change.
-- begin batches
set local citus.propagate_set_commands = 'local';
set local lock_timeout = '500ms';
set local app.event = 'patient.update';
update patients p set age_told_on = told.day, version = p.version + 1
from (
  select q.clinic_id, q.id, manila_day(latest.happened_at) as day
  from patients q
  cross join lateral (
    select h.happened_at
    from record_history h
    where h.clinic_id = q.clinic_id and h.patient_id = q.id and h.entity = 'patients' and h.entity_id = q.id
      and h.changes -> 'age' ->> 1 = q.age::text
    order by h.id desc limit 1) latest
  where q.age > 0 and q.age_told_on is null and q.birthday is null
    and manila_day(latest.happened_at) > manila_day(q.created_at)
  limit 1000) told
where p.clinic_id = told.clinic_id and p.id = told.id and p.age_told_on is null;
-- end batches
