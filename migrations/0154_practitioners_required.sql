-- At once: the constraints of 0152, which are no longer needed then, say that no row lacks one.
alter table appointments alter column practitioner_id set not null;
alter table appointments drop constraint appointments_has_practitioner;
alter table bills alter column practitioner_id set not null;
alter table bills drop constraint bills_has_practitioner;
alter table clinic_papers alter column practitioner_id set not null;
alter table clinic_papers drop constraint clinic_papers_has_practitioner;
alter table consultations alter column practitioner_id set not null;
alter table consultations drop constraint consultations_has_practitioner;
alter table prescriptions alter column practitioner_id set not null;
alter table prescriptions drop constraint prescriptions_has_practitioner;
alter table visits alter column practitioner_id set not null;
alter table visits drop constraint visits_has_practitioner;
