-- A patient's photo, small and drawn anew by us. It lies beside the record and not in the file store: some ten
-- kilobytes that are written, replaced, sealed and deleted with the patient in one statement.
-- patients.patient_photo names the picture, so that a new one has another address.
create table patient_photos (
  clinic_id bigint not null references clinics (id),
  patient_id bigint not null,
  picture bytea not null check (octet_length(picture) between 1 and 200000),
  created_at timestamptz not null,
  primary key (clinic_id, patient_id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_clinic_table('patient_photos', 'select, insert, update, delete');
