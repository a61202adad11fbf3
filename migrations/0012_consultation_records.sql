-- A consultation is never changed. What was found out later stands under it, dated and signed.
create table consultation_addenda (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  consultation_id bigint not null,
  author_id bigint not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, consultation_id) references consultations (clinic_id, id) on delete cascade,
  foreign key (clinic_id, author_id) references users (clinic_id, id)
);
call guard_clinic_table('consultation_addenda', 'select, insert');
create index consultation_addenda_of_consultation on consultation_addenda (clinic_id, consultation_id, id);
create index consultation_addenda_of_patient on consultation_addenda (clinic_id, patient_id);
create trigger consultation_addenda_history after insert on consultation_addenda for each row execute function record_change();

-- The full history of a patient: a draft while it is taken, then finished by the doctor.
create table consultation_records (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  -- Who finished it; null while it is a draft.
  doctor_id bigint,
  written_by_id bigint not null,
  chief_complaint text,
  history_of_present_illness text,
  past_medical_history text,
  medications_allergies text,
  family_social_history text,
  past_surgeries text,
  hospitalizations text,
  working_diagnosis text,
  final_diagnosis text,
  management_plan text,
  status varchar(50) not null default 'draft' check (status in ('draft', 'finished')),
  version integer not null default 1,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id),
  check ((status = 'finished') = (finished_at is not null and doctor_id is not null)),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, doctor_id) references users (clinic_id, id),
  foreign key (clinic_id, written_by_id) references users (clinic_id, id)
);
call guard_clinic_table('consultation_records', 'select, insert, update');
create index consultation_records_of_patient on consultation_records (clinic_id, patient_id, created_at desc, id desc);
-- Two desks write one draft, not two.
create unique index consultation_records_one_draft on consultation_records (clinic_id, patient_id) where status = 'draft';

create function keep_finished_records() returns trigger
  language plpgsql as $$
begin
  raise exception 'a finished record is never changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger consultation_records_finished before update on consultation_records
  for each row when (old.status = 'finished') execute function keep_finished_records();

-- A draft is saved every second while it is typed. Its history says who began it, who wrote on, and who finished it.
create trigger consultation_records_begun after insert on consultation_records for each row execute function record_change();
create trigger consultation_records_handed_on after update on consultation_records
  for each row when (old.status <> new.status or old.written_by_id <> new.written_by_id) execute function record_change();
