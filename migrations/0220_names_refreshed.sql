-- Search text and name sounds of patients whose name can be written in two ways, or has a letter that is folded now.
-- begin batches
set local citus.propagate_set_commands = 'local';
set local lock_timeout = '500ms';
set local app.event = 'patient.update';
update patients p set patient_name = p.patient_name, hospital = p.hospital
from (
  select clinic_id, id from patients
  where search_text ~ '[đðłøħıæœßþ]' or other_text ~ '[đðłøħıæœßþ]'
     or (patient_name ~* '\m(ma|sta|sto|jn|santa|santo|john)\M'
         and search_text is distinct from patient_search_text(patient_name, admission_no, contact_number, philhealth_number))
  limit 2000) stale
where p.clinic_id = stale.clinic_id and p.id = stale.id;
-- end batches
