-- Programs look a patient up by the PhilHealth number.
create index patients_by_philhealth_number on patients (clinic_id, philhealth_number, id) where philhealth_number is not null;
