-- Reads each table once, while others read and write it.
alter table appointments validate constraint appointments_has_practitioner;
alter table appointments validate constraint appointments_practitioner_fkey;
alter table bills validate constraint bills_has_practitioner;
alter table bills validate constraint bills_practitioner_fkey;
alter table clinic_papers validate constraint clinic_papers_has_practitioner;
alter table clinic_papers validate constraint clinic_papers_practitioner_fkey;
alter table consultations validate constraint consultations_has_practitioner;
alter table consultations validate constraint consultations_practitioner_fkey;
alter table prescriptions validate constraint prescriptions_has_practitioner;
alter table prescriptions validate constraint prescriptions_practitioner_fkey;
alter table visits validate constraint visits_has_practitioner;
alter table visits validate constraint visits_practitioner_fkey;
