-- An index entry holds at most 2,704 bytes; two such texts and the keys fit in any script.
create function fit_index(value text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  return left(value, case when octet_length(left(value, 500)) <= 1000 then 500 else 250 end);
end $$;

create table patients (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  admission_no varchar(50) not null,
  hospital varchar(255) not null,
  patient_name varchar(255) not null,
  age smallint check (age between 0 and 150),
  sex varchar(1) not null check (sex in ('M', 'F')),
  birthday date,
  allergies text,
  address text,
  room_number varchar(50),
  date_of_admission date,
  physician_in_charge varchar(255),
  preop_diagnosis text,
  surgical_procedure text,
  postop_diagnosis text,
  chief_complaint text,
  history_of_present_illness text,
  admission_status varchar(50) not null default 'Outpatient' check (admission_status in ('Admitted', 'Discharged', 'Outpatient')),
  payment_status varchar(50) not null default 'Pending' check (payment_status in ('Paid-Received', 'Pending', 'Overdue')),
  amount numeric(12, 2) check (amount >= 0),
  phic_payment varchar(50) not null default 'No' check (phic_payment in ('Yes', 'No')),
  referring_physician varchar(255),
  remarks text,
  contact_number varchar(50),
  email varchar(255),
  laboratory_files text[] not null default '{}',
  imaging_files text[] not null default '{}',
  other_files text[] not null default '{}',
  internal_notes text,
  patient_photo text,
  patient_status varchar(50) not null default 'Waiting' check (patient_status in ('Waiting', 'Seen', 'Follow-up')),
  custom_fields jsonb not null default '{}',
  appointment_time timestamptz,
  consultation_status varchar(50) not null default 'pending',
  consultation_completed_at timestamptz,
  last_consultation_at timestamptz,
  is_archived boolean not null default false,
  global_patient_id uuid not null default gen_random_uuid(),
  is_shared_patient boolean not null default false,
  original_clinic_id bigint,
  registered_by_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A patient belongs to a period by admission date, else by registration.
  record_day date generated always as (coalesce(date_of_admission, manila_day(created_at))) stored,
  -- What the one search box looks in. A mobile is found as 0917…, 917… and 63917….
  search_text text generated always as (
    fit_index(fold(admission_no) || '|' || fold(coalesce(regexp_replace(contact_number, '^\+63', '0'), '')) || '|' ||
              fold(coalesce(contact_number, '')) || '|' || fold(patient_name))
  ) stored,
  -- Hospital, then the beginnings of both diagnoses; a filter by diagnosis looks behind the first bar.
  other_text text generated always as (
    fit_index(left(fold(hospital), 118) || '|' || left(fold(left(coalesce(preop_diagnosis, ''), 600)), 190) || '|' ||
              left(fold(left(coalesce(postop_diagnosis, ''), 600)), 190))
  ) stored,
  primary key (clinic_id, id),
  constraint patients_admission_no_key unique (clinic_id, admission_no),
  foreign key (clinic_id, registered_by_id) references users (clinic_id, id)
);
call guard_clinic_table('patients', 'select, insert, update, delete');

-- Row-level security bars a trigram index (LIKE is not leakproof), so search walks this newest-first index, which
-- holds the text it compares. It also holds what the filters compare: any filter, search or mix of them reads the
-- index alone and stops at the page's last hit. It stays quick only if vacuum keeps up.
create index patients_newest on patients (clinic_id, is_archived, created_at desc, id desc)
  include (search_text, other_text, admission_status, payment_status, patient_status, consultation_status, record_day);
create index patients_by_hospital on patients (clinic_id, is_archived, hospital, id)
  include (admission_status, payment_status, patient_status, consultation_status, record_day);
create index patients_by_admission_status on patients (clinic_id, admission_status, created_at desc, id desc) include (hospital) where not is_archived;
create index patients_by_payment on patients (clinic_id, payment_status, created_at desc, id desc) include (amount) where not is_archived;
create index patients_by_day on patients (clinic_id, record_day, created_at desc, id desc)
  include (admission_status, payment_status, patient_status, consultation_status) where not is_archived;
create index patients_today_consulted on patients (clinic_id, last_consultation_at) where not is_archived and consultation_status = 'pending';
create index patients_today_registered on patients (clinic_id, created_at) where not is_archived and consultation_status = 'pending';
create index patients_today_appointed on patients (clinic_id, appointment_time) where not is_archived and consultation_status = 'pending';
create index patients_procedures on patients (clinic_id, date_of_admission) where not is_archived and surgical_procedure is not null;
alter table patients set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
                          autovacuum_analyze_scale_factor = 0.02);

create trigger patients_history after insert or update on patients for each row execute function record_change();

create table admission_counters (
  clinic_id bigint not null references clinics (id),
  day date not null,
  count integer not null,
  primary key (clinic_id, day)
);
call guard_clinic_table('admission_counters', 'select, insert, update');

-- One row for each stay. The patient's own columns are the current stay.
create table admissions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  hospital varchar(255) not null,
  room_number varchar(50),
  admitted_at date not null,
  discharged_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_clinic_table('admissions', 'select, insert, update, delete');
create index admissions_of_patient on admissions (clinic_id, patient_id, id desc);
create index admissions_discharged on admissions (clinic_id, discharged_at) where discharged_at is not null;

create function keep_admissions() returns trigger
  language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.admission_status end;
begin
  if new.admission_status = 'Admitted' and was is distinct from 'Admitted' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at)
    values (new.clinic_id, new.id, new.hospital, new.room_number, coalesce(new.date_of_admission, manila_day(new.updated_at)));
  elsif new.admission_status = 'Admitted' then
    update admissions set hospital = new.hospital, room_number = new.room_number,
                          admitted_at = coalesce(new.date_of_admission, admitted_at)
    where clinic_id = new.clinic_id and patient_id = new.id and discharged_at is null;
  elsif was = 'Admitted' then
    update admissions set discharged_at = new.updated_at
    where clinic_id = new.clinic_id and patient_id = new.id and discharged_at is null;
  end if;
  return null;
end $$;
create trigger patients_admissions after insert or update of admission_status, date_of_admission, room_number, hospital on patients
  for each row execute function keep_admissions();

-- Deleting seals: the application's role can write here and never read.
create table sealed_records (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  sealed_by_id bigint,
  reason text,
  record jsonb not null,
  retain_until date not null,
  sealed_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, sealed_by_id) references users (clinic_id, id)
);
call guard_clinic_table('sealed_records', 'insert');

create table idempotency_keys (
  clinic_id bigint not null references clinics (id),
  user_id bigint not null,
  endpoint varchar(120) not null,
  key varchar(200) not null,
  body_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (clinic_id, user_id, endpoint, key),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_clinic_table('idempotency_keys', 'select, insert, update');
create index idempotency_keys_by_age on idempotency_keys (clinic_id, created_at);
