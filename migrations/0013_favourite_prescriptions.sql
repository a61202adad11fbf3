-- A doctor's saved medicines and whole sets, each user's own. They hold no patient's data.
create table favourite_prescriptions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  user_id bigint not null,
  name varchar(100) not null check (name <> ''),
  medications jsonb not null,
  additional_instructions text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade
);
call guard_clinic_table('favourite_prescriptions', 'select, insert, update, delete');
create unique index favourite_prescriptions_name_key on favourite_prescriptions (clinic_id, user_id, lower(name));

-- Why a medicine was prescribed in spite of a recorded allergy. It stays in the record and is not printed.
alter table prescriptions add column allergy_reason text;

-- The last day on which dangerous drugs may be printed on ordinary paper in triplicate instead of the DOH yellow form
-- (as by DDB Board Regulation 10 s. 2025). Null: never.
alter table clinics add column triplicate_until date;
