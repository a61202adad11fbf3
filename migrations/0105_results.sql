-- Laboratories that results came from, with the unit that each prints for a test: {"creatinine": "µmol/L"}. The one
-- without a name stands for results that name none.
create table laboratories (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(120) not null,
  units jsonb not null default '{}',
  used_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, name)
);
call guard_clinic_table('laboratories', 'select, insert, update');

-- Ranges that the clinic uses instead of the catalogue's. Stored results keep the range they were judged by.
create table result_ranges (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  analyte varchar(60) not null,
  -- [{sex, from, to, low, high}], ages in months, limits in the analyte's first unit. Empty: the catalogue's again.
  bands jsonb not null,
  note varchar(120),
  changed_by_id bigint not null,
  changed_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, analyte),
  foreign key (clinic_id, changed_by_id) references users (clinic_id, id)
);
call guard_clinic_table('result_ranges', 'select, insert, update');

-- What a laboratory found in one specimen, as typed from its paper.
create table results (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  panel varchar(60) not null,
  collected_at timestamptz not null,
  laboratory varchar(120),
  note varchar(1000),
  -- [{analyte, name, value, unit, low, high, source, flag}], each with the range it was judged by.
  result_values jsonb not null,
  result_state varchar(20) not null default 'final' check (result_state in ('final', 'corrected', 'entered_in_error')),
  -- The laboratory's paper, among the patient's files.
  file_id bigint,
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, file_id) references files (clinic_id, id) on delete set null (file_id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('results', 'select, insert, update');
create index results_of_patient on results (clinic_id, patient_id, collected_at desc, id desc);
create index results_of_file on results (clinic_id, file_id) where file_id is not null;
create trigger results_history after insert or update on results for each row execute function record_change();
