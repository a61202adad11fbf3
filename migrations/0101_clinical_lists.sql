-- Problems, medicines and alerts of a patient (decisions C13, C15, C16). A row is corrected, never deleted: what was recorded
-- by mistake says so.

create table problems (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  words varchar(255) not null check (words <> ''),
  -- ICD-10.
  code varchar(10),
  -- As far as it is known: 2019, 2019-05 or 2019-05-01.
  since varchar(10) check (since ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
  state varchar(20) not null default 'active' check (state in ('active', 'resolved', 'entered_in_error')),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_clinic_table('problems', 'select, insert, update');
create index problems_of_patient on problems (clinic_id, patient_id, id);
create unique index problems_once on problems (clinic_id, patient_id, lower(words)) where state = 'active';
create trigger problems_history after insert or update on problems for each row execute function record_change();

-- Taken by a patient, but not from this clinic's prescriptions.
create table medicines (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  generic varchar(255) not null check (generic <> ''),
  dose varchar(255),
  since varchar(10) check (since ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
  -- The last day.
  until date,
  source varchar(20) not null check (source in ('elsewhere', 'over_the_counter')),
  state varchar(20) not null default 'active' check (state in ('active', 'stopped', 'entered_in_error')),
  stop_reason varchar(200),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  check (state <> 'stopped' or (stop_reason is not null and until is not null)),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_clinic_table('medicines', 'select, insert, update');
create index medicines_of_patient on medicines (clinic_id, patient_id, id);
create unique index medicines_once on medicines (clinic_id, patient_id, lower(generic)) where state = 'active';
create trigger medicines_history after insert or update on medicines for each row execute function record_change();

-- A medicine of a final prescription that is not taken any more.
create table medicine_stops (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  prescription_id bigint not null,
  -- Its place in the prescription's medicines, from 0.
  item smallint not null check (item between 0 and 99),
  -- As prescribed, for the record history.
  generic varchar(255) not null,
  -- Manila: the first day without it.
  stopped_on date not null,
  stop_reason varchar(200) not null check (stop_reason <> ''),
  state varchar(20) not null default 'active' check (state in ('active', 'entered_in_error')),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, prescription_id) references prescriptions (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_clinic_table('medicine_stops', 'select, insert, update');
create index medicine_stops_of_patient on medicine_stops (clinic_id, patient_id, id);
create unique index medicine_stops_once on medicine_stops (clinic_id, prescription_id, item) where state = 'active';
create trigger medicine_stops_history after insert or update on medicine_stops for each row execute function record_change();

-- Short words at the head of the record: interpreter, wheelchair, pays by company.
create table alerts (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  words varchar(60) not null check (words <> ''),
  -- Shown as a warning.
  is_warning boolean not null default false,
  state varchar(20) not null default 'active' check (state in ('active', 'resolved', 'entered_in_error')),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_clinic_table('alerts', 'select, insert, update');
create index alerts_of_patient on alerts (clinic_id, patient_id, id);
create unique index alerts_once on alerts (clinic_id, patient_id, lower(words)) where state = 'active';
create trigger alerts_history after insert or update on alerts for each row execute function record_change();
