-- Printed papers such as certificates and requests: the clinic's templates, what was printed, how a paper is verified, and
-- what a request still waits for.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The last paper number of each year.
create table paper_counters (
  clinic_id bigint not null references clinics (id),
  year smallint not null,
  count integer not null,
  primary key (clinic_id, year)
);
call guard_clinic_table('paper_counters', 'select, insert, update');

-- The clinic's own wordings of papers. A paper keeps its words when its template is changed or retired.
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
-- The name of a retired template is free.
create unique index paper_templates_by_name on paper_templates (clinic_id, lower(name)) where is_active;
call guard_clinic_table('paper_templates', 'select, insert, update');

-- Papers that were made for patients. What a paper says never changes, except that the doctor's lines are added when the
-- doctor releases it.
create table clinic_papers (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  number varchar(20) not null,
  kind varchar(30) not null,
  template_id bigint,
  title varchar(120) not null,
  -- In Manila.
  day date not null,
  -- What was entered.
  fields jsonb not null,
  -- The printed page as data.
  sheet jsonb not null,
  -- Of the patient's name as printed.
  initials varchar(10) not null,
  -- The code on the paper is computed from this seed and a key outside the clinic's tables. A code that somebody enters
  -- is found by its hash.
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
  unique (clinic_id, code_hash),
  unique (clinic_id, number),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, prepared_by_id) references users (clinic_id, id),
  foreign key (clinic_id, released_by_id) references users (clinic_id, id),
  foreign key (clinic_id, template_id) references paper_templates (clinic_id, id),
  foreign key (clinic_id, withdrawn_by_id) references users (clinic_id, id),
  constraint clinic_papers_check check ((state = 'withdrawn') = (withdrawn_at is not null)),
  constraint clinic_papers_check1 check (
    (withdrawn_at is null) = (withdrawn_by_id is null)
    and (withdrawn_at is null) = (withdraw_reason is null)
  ),
  constraint clinic_papers_check2 check (
    (released_at is null) = (released_by_id is null)
    and (released_at is null) = (doctor_name is null)
  ),
  constraint clinic_papers_check3 check (state <> 'final' or released_at is not null),
  constraint clinic_papers_check4 check (state <> 'prepared' or released_at is null)
);
call guard_confidential_rows('clinic_papers');
create index clinic_papers_of_patient on clinic_papers (clinic_id, patient_id, created_at desc, id desc);
call guard_clinic_table('clinic_papers', 'select, insert, update');
call open_to_merges('clinic_papers');
-- Whoever holds a paper may ask, without an account, whether the clinic issued it and whether it is still valid. The
-- columns show no more of the patient than the initials.
create policy verify on clinic_papers for select to klinika_auth using (true);
grant select (clinic_id, day, initials, code_hash, state, doctor_name, released_at, withdrawn_at)
  on clinic_papers to klinika_auth;

-- What a request asks for, one row for each item, in the order of the paper. An item is outstanding until a result of one
-- of its panels arrives with one of its analytes, or a user marks it done or cancelled.
create table requested_items (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  paper_id bigint not null,
  label varchar(1000) not null check (label <> ''),
  panels text[],
  -- Null: any analyte of the panels.
  analytes text[],
  state varchar(20) not null default 'open' check (state in ('open', 'done', 'cancelled')),
  changed_by_id bigint,
  changed_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, changed_by_id) references users (clinic_id, id),
  foreign key (clinic_id, paper_id) references clinic_papers (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_confidential_rows('requested_items');
create index requested_items_of_paper on requested_items (clinic_id, paper_id, id);
create index requested_items_open on requested_items (clinic_id, patient_id, paper_id) where state = 'open';
call guard_clinic_table('requested_items', 'select, insert, update');
call open_to_merges('requested_items');

-- The items of a request are as confidential as the paper: they take its mark when that changes.
create function follow_paper_mark() returns trigger
  language plpgsql as $$
begin
  update public.requested_items set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and paper_id = new.id;
  return null;
end $$;

set local role klinika_auth;

-- What a paper's code shows to whoever holds the paper, without an account. No row: the code is unknown, or the paper was
-- never released.
create function verify_paper(p_clinic_id bigint, p_code_hash bytea)
  returns table (clinic_name text, doctor_name text, day date, initials text, withdrawn_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.name::text, p.doctor_name::text, p.day, p.initials::text, p.withdrawn_at
    from clinic_papers p join clinics c on c.id = p.clinic_id
    where p.clinic_id = p_clinic_id and p.code_hash = p_code_hash and p.released_at is not null;
end $$;
grant execute on function verify_paper(bigint, bytea) to klinika_app;
comment on function verify_paper(bigint, bytea) is 'nullable: withdrawn_at';

set local role klinika_owner;

create trigger clinic_papers_confidential before insert on clinic_papers
  for each row when (new.confidential_to_id is not null)
  execute function keep_confidential('prepared_by_id');
create trigger clinic_papers_history after insert or update on clinic_papers
  for each row execute function record_change('clinic_papers');
call keep_entries_in_place('clinic_papers');
create trigger clinic_papers_mark_followed after update of confidential_to_id on clinic_papers
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function follow_paper_mark();
create trigger clinic_papers_marked before update of confidential_to_id on clinic_papers
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('prepared_by_id');
create trigger requested_items_confidential before insert on requested_items
  for each row execute function follow_confidential('clinic_papers', 'paper_id');
-- A changed mark is in the history of the paper, and not again in that of each item.
create trigger requested_items_history after update on requested_items
  for each row when (old.confidential_to_id is not distinct from new.confidential_to_id)
  execute function record_change('requested_items');
call keep_entries_in_place('requested_items');
-- The server cannot mark an item by itself: it takes the mark of its paper.
create trigger requested_items_marked before update of confidential_to_id on requested_items
  for each row when (current_user = 'klinika_app') execute function follow_confidential('clinic_papers', 'paper_id');
