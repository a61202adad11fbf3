-- Prescriptions, and what each doctor saved to prescribe again.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Medicines and whole sets that a doctor saved to prescribe again. Each user's own, without a patient's data.
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
create unique index favourite_prescriptions_name_key on favourite_prescriptions (clinic_id, user_id, lower(name));
call guard_clinic_table('favourite_prescriptions', 'select, insert, update, delete');

-- Prescriptions: prepared by staff until the doctor releases them, final, or withdrawn. The physician's name and licenses
-- are stored with it and do not follow later changes of the account.
create table prescriptions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  prepared_by_id bigint,
  released_by_id bigint,
  status varchar(50) not null check (status in ('prepared', 'final', 'withdrawn')),
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
  -- Why a medicine was prescribed in spite of a recorded allergy. It stays in the record and is not printed.
  allergy_reason text,
  -- A wrong prescription is withdrawn: who, when and why stands beside what was written. If released_at is set, it was final
  -- before.
  withdrawn_by_id bigint,
  withdrawn_at timestamptz,
  withdraw_reason varchar(500),
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, prepared_by_id) references users (clinic_id, id),
  foreign key (clinic_id, released_by_id) references users (clinic_id, id),
  constraint prescriptions_withdrawn_by_fkey foreign key (clinic_id, withdrawn_by_id) references users (clinic_id, id),
  constraint prescriptions_withdrawn_check check (
    (status = 'withdrawn') = (withdrawn_at is not null)
    and (withdrawn_at is null) = (withdrawn_by_id is null)
    and (withdrawn_at is null) = (withdraw_reason is null))
);
call guard_confidential_rows('prescriptions');
create index prescriptions_of_patient on prescriptions (clinic_id, patient_id, created_at desc, id desc);
call guard_clinic_table('prescriptions', 'select, insert, update');
call open_to_merges('prescriptions');

-- What is recorded about stopping a medicine is as confidential as its prescription.
create function follow_prescription_mark() returns trigger
  language plpgsql as $$
begin
  update public.medicine_stops set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and prescription_id = new.id;
  return null;
end $$;

create trigger prescriptions_confidential before insert on prescriptions
  for each row when (new.confidential_to_id is not null) execute function keep_confidential('prepared_by_id');
create trigger prescriptions_history after insert or update on prescriptions
  for each row execute function record_change('prescriptions');
call keep_entries_in_place('prescriptions');
create trigger prescriptions_mark_followed after update of confidential_to_id on prescriptions
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id) execute function follow_prescription_mark();
create trigger prescriptions_marked before update of confidential_to_id on prescriptions
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('prepared_by_id');
