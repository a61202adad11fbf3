-- Lists of patients that are imported (decision C23). The rows wait here until they are imported, and stay as long as the
-- import can be taken back.
create table imports (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  file_name varchar(255) not null,
  format varchar(10) not null check (format in ('xlsx', 'csv')),
  sheet varchar(100),
  sheets text[] not null default '{}',
  state varchar(20) not null default 'mapping'
    check (state in ('mapping', 'checking', 'checked', 'running', 'done', 'taking-back', 'taken-back')),
  -- Headers with what is in the columns.
  columns jsonb not null,
  mapping jsonb not null,
  row_count integer not null,
  -- Rows that the work under way has done.
  progress integer not null default 0,
  figures jsonb not null default '{}',
  problem text,
  -- The newest patient whom the dry run knew.
  newest_patient_id bigint not null default 0,
  created_by_id bigint not null,
  -- Who asked for the work under way: what it changes is noted as theirs.
  worked_for_id bigint not null,
  -- A process works on it until then. Nothing rests on it: each batch holds the row of the import.
  leased_until timestamptz,
  -- How often the work under way was taken up without getting on.
  attempts smallint not null default 0,
  created_at timestamptz not null,
  ran_at timestamptz,
  taken_back_at timestamptz,
  rows_removed_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, worked_for_id) references users (clinic_id, id)
);
call guard_clinic_table('imports', 'select, insert, update, delete');
create index imports_at_work on imports (leased_until) where state in ('checking', 'running', 'taking-back');

create table import_rows (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  import_id bigint not null,
  -- Of the sheet.
  row_no integer not null,
  cells jsonb not null,
  -- The patient's fields; null while a cell is at fault.
  fields jsonb,
  patient_name varchar(255),
  birthday date,
  contact_number varchar(50),
  faults jsonb not null default '[]',
  state varchar(20) not null default 'staged'
    check (state in ('staged', 'new', 'here', 'twice', 'look', 'skipped', 'added', 'updated', 'stayed', 'taken-back')),
  choice varchar(10) check (choice in ('skip', 'update', 'keep')),
  match_patient_id bigint,
  match_row integer,
  is_sure boolean not null default false,
  -- Whom it became, or whose empty fields it filled.
  patient_id bigint,
  patient_version integer,
  filled text[] not null default '{}',
  reason text,
  primary key (clinic_id, id),
  unique (clinic_id, import_id, row_no),
  foreign key (clinic_id, import_id) references imports (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, match_patient_id) references patients (clinic_id, id) on delete set null (match_patient_id)
);
call guard_clinic_table('import_rows', 'select, insert, update, delete');
create index import_rows_by_state on import_rows (clinic_id, import_id, state, row_no);
create index import_rows_of_patient on import_rows (clinic_id, patient_id) where patient_id is not null;
create index import_rows_of_match on import_rows (clinic_id, match_patient_id) where match_patient_id is not null;
create index import_rows_of_row on import_rows (clinic_id, import_id, match_row) where match_row is not null;

-- What a clinic said that a header means.
create table import_headers (
  clinic_id bigint not null references clinics (id),
  header varchar(100) not null,
  -- Null: it is left out.
  target varchar(120),
  primary key (clinic_id, header)
);
call guard_clinic_table('import_headers', 'select, insert, update');

create policy work on imports to klinika_auth using (true) with check (true);
create policy work on import_rows to klinika_auth using (true) with check (true);
grant select, update, delete on imports to klinika_auth;
grant select, delete on import_rows to klinika_auth;

-- An import that waits for its background work, taken for p_lease.
create function take_import(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, state text, attempts smallint)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update imports i set leased_until = p_at + p_lease, attempts = i.attempts + 1
  where (i.clinic_id, i.id) = (
    select o.clinic_id, o.id from imports o
    where o.state in ('checking', 'running', 'taking-back') and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 1 for update skip locked)
  returning i.clinic_id, i.id, i.worked_for_id, i.state::text, i.attempts
$$;

-- Lists that nobody imported within 14 days go, and the rows of imports that can no longer be taken back.
create function sweep_imports(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from imports where state in ('mapping', 'checking', 'checked') and created_at < p_at - interval '14 days';
  delete from import_rows r using imports i
  where i.clinic_id = r.clinic_id and i.id = r.import_id and i.rows_removed_at is null
    and coalesce(i.taken_back_at, i.ran_at) < p_at - interval '30 days' and i.state in ('done', 'taken-back');
  update imports set rows_removed_at = p_at
  where rows_removed_at is null and coalesce(taken_back_at, ran_at) < p_at - interval '30 days' and state in ('done', 'taken-back');
$$;

revoke execute on function take_import(timestamptz, interval) from public;
revoke execute on function sweep_imports(timestamptz) from public;
grant execute on function take_import(timestamptz, interval) to klinika_app;
grant execute on function sweep_imports(timestamptz) to klinika_app;
alter function take_import(timestamptz, interval) owner to klinika_auth;
alter function sweep_imports(timestamptz) owner to klinika_auth;

-- Rows that refer to a patient follow a merge.
call open_to_merges('import_rows');
