-- Certificates and requests (decision C18).

-- The clinic's own wordings. A paper that was made with one keeps its words, whatever becomes of the template.
create table paper_templates (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(100) not null check (name <> ''),
  title varchar(120) not null check (title <> ''),
  body varchar(4000) not null check (body <> ''),
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id)
);
call guard_clinic_table('paper_templates', 'select, insert, update');
create unique index paper_templates_by_name on paper_templates (clinic_id, lower(name)) where is_active;

-- The last number of a year.
create table paper_counters (
  clinic_id bigint not null references clinics (id),
  year smallint not null,
  count integer not null,
  primary key (clinic_id, year)
);
call guard_clinic_table('paper_counters', 'select, insert, update');

-- What a paper says never changes, save that the doctor's lines are written when the doctor releases it.
create table clinic_papers (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  number varchar(20) not null,
  kind varchar(30) not null,
  template_id bigint,
  title varchar(120) not null,
  -- Manila.
  day date not null,
  -- What was entered.
  fields jsonb not null,
  -- The printed page as data.
  sheet jsonb not null,
  -- Of the name that was printed.
  initials varchar(10) not null,
  -- The code is computed from the seed and a key that no table of a clinic has; a code that somebody enters is found by
  -- its hash.
  code_seed bytea not null,
  code_hash bytea not null,
  state varchar(20) not null check (state in ('prepared', 'final', 'withdrawn')),
  prepared_by_id bigint not null,
  -- As printed above the license; null until it is released.
  doctor_name varchar(255),
  released_by_id bigint,
  released_at timestamptz,
  withdrawn_by_id bigint,
  withdrawn_at timestamptz,
  withdraw_reason varchar(500),
  created_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, number),
  unique (clinic_id, code_hash),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check ((withdrawn_at is null) = (withdrawn_by_id is null) and (withdrawn_at is null) = (withdraw_reason is null)),
  check ((released_at is null) = (released_by_id is null) and (released_at is null) = (doctor_name is null)),
  check (state <> 'final' or released_at is not null),
  check (state <> 'prepared' or released_at is null),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, template_id) references paper_templates (clinic_id, id),
  foreign key (clinic_id, prepared_by_id) references users (clinic_id, id),
  foreign key (clinic_id, released_by_id) references users (clinic_id, id),
  foreign key (clinic_id, withdrawn_by_id) references users (clinic_id, id)
);
call guard_clinic_table('clinic_papers', 'select, insert, update');
create index clinic_papers_of_patient on clinic_papers (clinic_id, patient_id, created_at desc, id desc);
create trigger clinic_papers_history after insert or update on clinic_papers for each row execute function record_change();

-- What a request asks for, an item a row, in the order of the paper. An item is out until a result of its panel has one
-- of its analytes (null: any of the panel), or somebody says that it is done or no longer wanted.
create table requested_items (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  paper_id bigint not null,
  label varchar(1000) not null check (label <> ''),
  panels text[],
  analytes text[],
  state varchar(20) not null default 'open' check (state in ('open', 'done', 'cancelled')),
  changed_by_id bigint,
  changed_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, paper_id) references clinic_papers (clinic_id, id) on delete cascade,
  foreign key (clinic_id, changed_by_id) references users (clinic_id, id)
);
call guard_clinic_table('requested_items', 'select, insert, update');
create index requested_items_of_paper on requested_items (clinic_id, paper_id, id);
create index requested_items_open on requested_items (clinic_id, patient_id, paper_id) where state = 'open';
create trigger requested_items_history after update on requested_items for each row execute function record_change();
