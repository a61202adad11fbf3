-- Programs look a patient up by the PhilHealth number.
create index patients_by_philhealth_number on patients (clinic_id, philhealth_number, id) where philhealth_number is not null;
-- Vital signs of the whole clinic, a page at a time: most consultations have none.
create index consultations_vitals_by_id on consultations (clinic_id, id) where vital_signs is not null;
