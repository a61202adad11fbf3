-- Of the lists whose rows are still there.
-- begin batches
set local citus.propagate_set_commands = 'local';
set local lock_timeout = '500ms';
set local app.event = 'patient.update';
update patients p set imported_on = manila_day(p.created_at)
from (
  select q.clinic_id, q.id
  from patients q join import_rows r on r.clinic_id = q.clinic_id and r.patient_id = q.id and r.state = 'added'
  where q.imported_on is null
  limit 1000) brought
where p.clinic_id = brought.clinic_id and p.id = brought.id and p.imported_on is null;
-- end batches
