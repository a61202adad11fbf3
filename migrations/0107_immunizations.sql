-- Vaccine doses that a patient got, here or elsewhere. A dose that was recorded by mistake stays, marked.
create table immunizations (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  vaccine varchar(80) not null check (vaccine <> ''),
  dose smallint not null check (dose between 1 and 30),
  -- Manila.
  date date not null,
  brand varchar(80),
  lot varchar(40),
  site varchar(60),
  -- Given by somebody else, and taken over from a card or by word.
  is_elsewhere boolean not null default false,
  state varchar(20) not null default 'given' check (state in ('given', 'entered_in_error')),
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('immunizations', 'select, insert, update');
create index immunizations_of_patient on immunizations (clinic_id, patient_id, date desc, id desc);
create unique index immunizations_once on immunizations (clinic_id, patient_id, lower(vaccine), dose, date) where state = 'given';
create trigger immunizations_made after insert on immunizations for each row execute function record_change();
create trigger immunizations_changed after update on immunizations for each row execute function record_change();
