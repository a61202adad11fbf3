-- Vaccine doses and pregnancies.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Vaccine doses that a patient got, here or elsewhere. One that was entered in error stays, marked.
create table immunizations (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  vaccine varchar(80) not null check (vaccine <> ''),
  dose smallint not null check (dose between 1 and 30),
  -- Given on, Manila.
  date date not null,
  brand varchar(80),
  lot varchar(40),
  site varchar(60),
  -- Given by somebody else; taken from a card or by word of mouth.
  is_elsewhere boolean not null default false,
  state varchar(20) not null default 'given' check (state in ('given', 'entered_in_error')),
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
create index immunizations_of_patient on immunizations (clinic_id, patient_id, date desc, id desc);
-- The same dose is not recorded twice on a day.
create unique index immunizations_once on immunizations (clinic_id, patient_id, lower(vaccine), dose, date) where state = 'given';
call guard_clinic_table('immunizations', 'select, insert, update');
call open_to_merges('immunizations');

-- Pregnancies of a patient: the open one, those that ended, and in one row the counts of those before, which nobody records
-- one by one. A row that was entered in error stays, marked.
create table pregnancies (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  state varchar(20) not null check (state in ('open', 'ended', 'earlier', 'entered_in_error')),
  -- First day of the last menstrual period.
  lmp date,
  -- Expected date of confinement by ultrasound.
  edc date,
  -- The expected date: by ultrasound if there is one, else 280 days from the LMP (Naegele).
  due_on date generated always as (coalesce(edc, lmp + 280)) stored,
  outcome varchar(20)
    check (outcome in ('term', 'preterm', 'stillbirth', 'miscarriage', 'ectopic', 'molar', 'termination', 'unknown')),
  ended_on date,
  -- Living children of this pregnancy; in the row of earlier ones, of all of them.
  living smallint check (living between 0 and 30),
  -- In the row of earlier pregnancies alone: how many ended so.
  term smallint check (term between 0 and 20),
  preterm smallint check (preterm between 0 and 20),
  abortions smallint check (abortions between 0 and 20),
  note varchar(255),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id),
  constraint pregnancies_earlier check (
    state <> 'earlier' or (term is not null and preterm is not null and abortions is not null and living is not null)),
  constraint pregnancy_dated check (state not in ('open', 'ended') or lmp is not null or edc is not null),
  constraint pregnancy_ended check (state <> 'ended' or (outcome is not null and ended_on is not null)),
  constraint pregnancy_open check (state <> 'open' or (outcome is null and ended_on is null and living is null))
);
create index pregnancies_due on pregnancies (clinic_id, due_on, id) where state = 'open';
create unique index pregnancies_earlier_once on pregnancies (clinic_id, patient_id) where state = 'earlier';
create index pregnancies_of_patient on pregnancies (clinic_id, patient_id, id desc);
create unique index pregnancies_open on pregnancies (clinic_id, patient_id) where state = 'open';
call guard_clinic_table('pregnancies', 'select, insert, update');
call open_to_merges('pregnancies');

create trigger immunizations_changed after update on immunizations
  for each row execute function record_change('immunizations');
call keep_entries_in_place('immunizations');
create trigger immunizations_made after insert on immunizations
  for each row execute function record_change('immunizations');
create trigger pregnancies_changed after update on pregnancies
  for each row execute function record_change('pregnancies');
call keep_entries_in_place('pregnancies');
create trigger pregnancies_made after insert on pregnancies
  for each row execute function record_change('pregnancies');
