-- As in 0187, and the clinic's other doctors read the values of patients' entries too. Those of accounts and settings stay
-- the owner's.
drop policy sealed on record_history;
create policy sealed on record_history as restrictive for select to klinika_app
  using (changes = '{}' or event in ('patient.delete', 'patient.destroy')
         or ((select is_clinic_doctor()) and (patient_id is not null or (select is_clinic_owner()))
             and is_history_open(patient_id) and not is_of_other_doctor(entity, entity_id)));
