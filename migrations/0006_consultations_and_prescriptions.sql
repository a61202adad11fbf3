create table consultations (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  secretary_id bigint,
  consultation_type varchar(100) not null default 'General Consultation',
  chief_complaint text,
  -- JSON text, as the wizard and the checklist each send it.
  history_of_present_illness text,
  vital_signs jsonb,
  physical_examination text,
  diagnosis text,
  treatment text,
  medications text,
  follow_up_date date,
  notes text,
  -- Written by the History Checklist, whose diagnosis is a fixed text: left out of diagnosis search and reports.
  is_intake boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, secretary_id) references users (clinic_id, id)
);
call guard_clinic_table('consultations', 'select, insert, delete');
create index consultations_of_patient on consultations (clinic_id, patient_id, created_at desc, id desc);
create index consultations_vitals on consultations (clinic_id, patient_id, created_at desc) where vital_signs is not null;
create trigger consultations_history after insert on consultations for each row execute function record_change();

create table prescriptions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  prepared_by_id bigint,
  released_by_id bigint,
  status varchar(50) not null check (status in ('prepared', 'final')),
  physician_name varchar(255) not null,
  physician_license varchar(100) not null,
  physician_specialization varchar(255),
  physician_ptr varchar(100),
  physician_s2 varchar(100),
  patient_address text,
  medications jsonb not null,
  diagnosis text,
  additional_instructions text,
  prescription_date date not null,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, prepared_by_id) references users (clinic_id, id),
  foreign key (clinic_id, released_by_id) references users (clinic_id, id)
);
call guard_clinic_table('prescriptions', 'select, insert, update, delete');
create index prescriptions_of_patient on prescriptions (clinic_id, patient_id, created_at desc, id desc);
create trigger prescriptions_history after insert or update on prescriptions for each row execute function record_change();
