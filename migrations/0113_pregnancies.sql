-- Pregnancies of a patient: the one that is open, those that ended, and in one row the count of those before, which
-- nobody records one by one. A row that was recorded by mistake stays, marked.
create table pregnancies (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  state varchar(20) not null check (state in ('open', 'ended', 'earlier', 'entered_in_error')),
  -- First day of the last menstrual period.
  lmp date,
  -- Expected date of confinement by ultrasound.
  edc date,
  -- By which it is dated: the ultrasound wins. Naegele: 280 days from the LMP.
  due_on date generated always as (coalesce(edc, lmp + 280)) stored,
  outcome varchar(20) check (outcome in ('term', 'preterm', 'stillbirth', 'miscarriage', 'ectopic', 'molar', 'termination', 'unknown')),
  ended_on date,
  -- Children of it who live; in the row of earlier ones, of all of them.
  living smallint check (living between 0 and 30),
  -- Counts of earlier pregnancies.
  term smallint check (term between 0 and 20),
  preterm smallint check (preterm between 0 and 20),
  abortions smallint check (abortions between 0 and 20),
  note varchar(255),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id),
  constraint pregnancy_dated check (state not in ('open', 'ended') or lmp is not null or edc is not null),
  constraint pregnancy_ended check (state <> 'ended' or (outcome is not null and ended_on is not null)),
  constraint pregnancy_open check (state <> 'open' or (outcome is null and ended_on is null and living is null)),
  constraint pregnancies_earlier check (state <> 'earlier' or (term is not null and preterm is not null and abortions is not null and living is not null))
);
call guard_clinic_table('pregnancies', 'select, insert, update');
create index pregnancies_of_patient on pregnancies (clinic_id, patient_id, id desc);
create unique index pregnancies_open on pregnancies (clinic_id, patient_id) where state = 'open';
create unique index pregnancies_earlier_once on pregnancies (clinic_id, patient_id) where state = 'earlier';
create index pregnancies_due on pregnancies (clinic_id, due_on, id) where state = 'open';
create trigger pregnancies_made after insert on pregnancies for each row execute function record_change();
create trigger pregnancies_changed after update on pregnancies for each row execute function record_change();
