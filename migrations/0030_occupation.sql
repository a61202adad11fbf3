-- The work of a patient, in the words in which it is told.

alter table patients add column occupation varchar(255);

-- For the observations of FHIR.
create index patients_of_occupation on patients (clinic_id, id) where occupation is not null;
