-- Names the practitioner of the entries of before 0151. Each change names an event; the history leaves the first practitioner
-- of an entry out.

-- begin batches
set local citus.propagate_set_commands = 'local';
set local app.event = 'clinic.update';
update appointments t set practitioner_id = p.id from practitioners p
where p.clinic_id = t.clinic_id and (t.clinic_id, t.id) in (
  select e.clinic_id, e.id from appointments e join practitioners o on o.clinic_id = e.clinic_id
  where e.practitioner_id is null limit 5000);
update bills t set practitioner_id = p.id from practitioners p
where p.clinic_id = t.clinic_id and (t.clinic_id, t.id) in (
  select e.clinic_id, e.id from bills e join practitioners o on o.clinic_id = e.clinic_id
  where e.practitioner_id is null limit 5000);
update clinic_papers t set practitioner_id = p.id from practitioners p
where p.clinic_id = t.clinic_id and (t.clinic_id, t.id) in (
  select e.clinic_id, e.id from clinic_papers e join practitioners o on o.clinic_id = e.clinic_id
  where e.practitioner_id is null limit 5000);
update consultations t set practitioner_id = p.id from practitioners p
where p.clinic_id = t.clinic_id and (t.clinic_id, t.id) in (
  select e.clinic_id, e.id from consultations e join practitioners o on o.clinic_id = e.clinic_id
  where e.practitioner_id is null limit 5000);
update prescriptions t set practitioner_id = p.id from practitioners p
where p.clinic_id = t.clinic_id and (t.clinic_id, t.id) in (
  select e.clinic_id, e.id from prescriptions e join practitioners o on o.clinic_id = e.clinic_id
  where e.practitioner_id is null limit 5000);
update visits t set practitioner_id = p.id from practitioners p
where p.clinic_id = t.clinic_id and (t.clinic_id, t.id) in (
  select e.clinic_id, e.id from visits e join practitioners o on o.clinic_id = e.clinic_id
  where e.practitioner_id is null limit 5000);
-- end batches

-- Compared with the rows by 0153, while others write them.
alter table appointments add constraint appointments_has_practitioner check (practitioner_id is not null) not valid;
alter table bills add constraint bills_has_practitioner check (practitioner_id is not null) not valid;
alter table clinic_papers add constraint clinic_papers_has_practitioner check (practitioner_id is not null) not valid;
alter table consultations add constraint consultations_has_practitioner check (practitioner_id is not null) not valid;
alter table prescriptions add constraint prescriptions_has_practitioner check (practitioner_id is not null) not valid;
alter table visits add constraint visits_has_practitioner check (practitioner_id is not null) not valid;
