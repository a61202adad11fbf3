-- What a clinic brings in and takes out: imported lists of patients, archives of the whole clinic, and FHIR exports.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Archives of whole clinics, written in the background and kept for a day.
create table exports (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  state varchar(20) not null default 'waiting'
    check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  -- Whether consultations, prescriptions and the like are drawn as PDF, which takes most of the time.
  has_papers boolean not null,
  -- What is being written at the moment, and how many rows, files and papers are written, of how many.
  part varchar(100),
  done bigint not null default 0,
  total bigint not null default 0,
  -- What the archive has; null until it is ready.
  bytes bigint,
  patients bigint,
  files bigint,
  problem text,
  -- The archive's key in the file storage; null once its bytes are removed.
  stored_as varchar(100),
  created_by_id bigint not null,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  -- A process works on it until then.
  leased_until timestamptz,
  -- How often the work was begun.
  attempts smallint not null default 0,
  -- A link that downloads the archive once.
  link_hash bytea,
  link_until timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
create index exports_at_work on exports (leased_until) where state in ('waiting', 'running');
create index exports_link on exports (clinic_id, link_hash) where link_hash is not null;
-- A clinic has one export in progress at a time.
create unique index exports_one_at_work on exports (clinic_id) where state in ('waiting', 'running');
create index exports_stored on exports (expires_at) where stored_as is not null;
call guard_clinic_table('exports', 'select, insert, update');
create policy work on exports to klinika_auth using (true) with check (true);
grant select, update on exports to klinika_auth;

-- FHIR exports (Bulk Data), which a program starts, polls and downloads with an API key.
create table fhir_exports (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- The owner whose key started it, and as whom the records are read.
  user_id bigint not null,
  -- FHIR resource types.
  types text[] not null check (cardinality(types) between 1 and 20),
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'done', 'cancelled', 'failed')),
  -- [{type, storedAs, count}] of the types that are written: the key in the file storage and the number of lines.
  files jsonb not null default '[]',
  -- A process works on it until then.
  leased_until timestamptz,
  -- How often the work was begun since it last got on.
  attempts smallint not null default 0,
  created_at timestamptz not null,
  -- Only what changed or was deleted since then; null for everything.
  since timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index fhir_exports_at_work on fhir_exports (leased_until) where state = 'waiting';
create index fhir_exports_by_age on fhir_exports (created_at);
create index fhir_exports_waiting on fhir_exports (clinic_id) where state = 'waiting';
call guard_clinic_table('fhir_exports', 'select, insert, update');
create policy work on fhir_exports to klinika_auth using (true) with check (true);
grant select, update, delete on fhir_exports to klinika_auth;

-- What the headers of earlier lists were mapped to, from which the mapping of the next list is proposed.
create table import_headers (
  clinic_id bigint not null references clinics (id),
  header varchar(100) not null,
  -- Null: the column is left out.
  target varchar(120),
  kind varchar(20) not null check (kind in ('patients', 'consultations')),
  primary key (clinic_id, kind, header)
);
call guard_clinic_table('import_headers', 'select, insert, update');

-- Imported lists of patients or consultations.
create table imports (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  file_name varchar(255) not null,
  format varchar(10) not null check (format in ('xlsx', 'csv', 'fhir')),
  sheet varchar(100),
  sheets text[] not null default '{}',
  state varchar(20) not null default 'mapping'
    check (state in ('mapping', 'checking', 'checked', 'running', 'done', 'taking-back', 'taken-back')),
  -- The headers, each with what its column contains.
  columns jsonb not null,
  mapping jsonb not null,
  row_count integer not null,
  -- Rows that the current job has done.
  progress integer not null default 0,
  -- Rows by state, and cells with errors.
  figures jsonb not null default '{}',
  problem text,
  -- The newest patient at the check. The import compares its rows with whoever was registered after that.
  newest_patient_id bigint not null default 0,
  created_by_id bigint not null,
  -- Who started the current job; the record history names them for its changes.
  worked_for_id bigint not null,
  -- A process works on it until then. Two at once do no harm: each batch locks the row of the import.
  leased_until timestamptz,
  -- How often the current job was begun since it last got on.
  attempts smallint not null default 0,
  created_at timestamptz not null,
  ran_at timestamptz,
  taken_back_at timestamptz,
  rows_removed_at timestamptz,
  -- What a FHIR file has that is not imported, in words.
  left_out text,
  -- The size of the list, which counts in what a clinic may store. It counts until the list is removed, since what was
  -- imported stays in the record history for good.
  bytes bigint not null default 0 check (bytes >= 0),
  -- The character encoding of a CSV file, guessed or chosen.
  encoding text,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, worked_for_id) references users (clinic_id, id)
);
create index imports_at_work on imports (leased_until) where state in ('checking', 'running', 'taking-back');
call guard_clinic_table('imports', 'select, insert, update, delete');
create policy work on imports to klinika_auth using (true) with check (true);
grant select, update, delete on imports to klinika_auth;

-- The rows of a list. They are kept as long as the import can be taken back.
create table import_rows (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  import_id bigint not null,
  -- The number in the sheet.
  row_no integer not null,
  cells jsonb not null,
  -- The values read from the cells; null while a cell has an error.
  fields jsonb,
  patient_name varchar(255),
  birthday date,
  contact_number varchar(50),
  faults jsonb not null default '[]',
  -- new: will be added. here: exists already. twice: is further up in the list. look: has errors, or may be a registered
  -- patient. skipped: left out. stayed: was not taken back. The others are steps and results.
  state varchar(20) not null default 'staged'
    check (state in ('staged', 'new', 'here', 'twice', 'look', 'skipped', 'added', 'updated', 'stayed', 'taken-back')),
  -- What to do with this row, if not as with the others of the list.
  choice varchar(10) check (choice in ('skip', 'update', 'keep')),
  -- The registered patient, or the row further up, that the row is or may be; is_sure: that it is.
  match_patient_id bigint,
  match_row integer,
  is_sure boolean not null default false,
  -- The patient who was added, or whose empty fields were filled.
  patient_id bigint,
  -- The patient's version after the import, by which a later edit is noticed.
  patient_version integer,
  -- The fields that were filled.
  filled text[] not null default '{}',
  -- Why the row was not imported, or not taken back.
  reason text,
  consultation_id bigint,
  primary key (clinic_id, id),
  unique (clinic_id, import_id, row_no),
  foreign key (clinic_id, consultation_id) references consultations (clinic_id, id),
  foreign key (clinic_id, import_id) references imports (clinic_id, id) on delete cascade,
  foreign key (clinic_id, match_patient_id) references patients (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
create index import_rows_by_state on import_rows (clinic_id, import_id, state, row_no);
create index import_rows_of_consultation on import_rows (clinic_id, consultation_id) where consultation_id is not null;
create index import_rows_of_match on import_rows (clinic_id, match_patient_id) where match_patient_id is not null;
create index import_rows_of_patient on import_rows (clinic_id, patient_id) where patient_id is not null;
create index import_rows_of_row on import_rows (clinic_id, import_id, match_row) where match_row is not null;
call guard_clinic_table('import_rows', 'select, insert, update, delete');
call open_to_merges('import_rows');
create policy work on import_rows to klinika_auth using (true) with check (true);
grant select, delete on import_rows to klinika_auth;

set local role klinika_auth;

-- Notes that an archive's bytes are removed from the file storage.
create function export_was_removed(p_clinic bigint, p_id bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update exports e
  set stored_as = null, link_hash = null, link_until = null,
      state = case when e.state = 'ready' then 'expired' else e.state end
  where e.clinic_id = p_clinic and e.id = p_id;
end $$;
grant execute on function export_was_removed(bigint, bigint) to klinika_app;

-- Up to a hundred archives of all clinics whose bytes are to be removed: expired ones, and what is left of cancelled and
-- failed exports that no process writes any more.
create function exports_to_remove(p_at timestamptz) returns table (clinic_id bigint, id bigint, stored_as text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select e.clinic_id, e.id, e.stored_as::text from exports e
    where e.stored_as is not null
      and ((e.state = 'ready' and e.expires_at <= p_at)
        or (e.state in ('failed', 'cancelled') and (e.leased_until is null or e.leased_until <= p_at)))
    order by e.expires_at limit 100;
end $$;
grant execute on function exports_to_remove(timestamptz) to klinika_app;

-- Deletes FHIR exports with their files after a day; cancelled and failed ones after an hour, when no process writes them any
-- more. A job of the server calls it.
create function sweep_fhir_exports(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  gone record;
begin
  p_at := least(p_at, now() + interval '1 day');
  for gone in
    select e.clinic_id, e.id, e.files from fhir_exports e
    where e.created_at < p_at - case when e.state in ('cancelled', 'failed') then interval '1 hour'
                                     else interval '24 hours' end
  loop
    delete from fhir_exports e where e.clinic_id = gone.clinic_id and e.id = gone.id;
    continue when not found;
    perform remove_later(gone.clinic_id, array(select f ->> 'storedAs' from jsonb_array_elements(gone.files) f), p_at);
  end loop;
end $$;
grant execute on function sweep_fhir_exports(timestamptz) to klinika_app;

-- Deletes lists that were not imported within 14 days, and the rows of imports that can no longer be taken back, which is after
-- 30 days. A job of the server calls it.
create function sweep_imports(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  p_at := least(p_at, now() + interval '1 day');
  delete from imports where state in ('mapping', 'checking', 'checked') and created_at < p_at - interval '14 days';
  delete from import_rows r using imports i
  where i.clinic_id = r.clinic_id and i.id = r.import_id and i.rows_removed_at is null
    and coalesce(i.taken_back_at, i.ran_at) < p_at - interval '30 days' and i.state in ('done', 'taken-back');
  update imports set rows_removed_at = p_at
  where rows_removed_at is null and coalesce(taken_back_at, ran_at) < p_at - interval '30 days'
    and state in ('done', 'taken-back');
end $$;
grant execute on function sweep_imports(timestamptz) to klinika_app;

-- Claims the next export of any clinic for p_lease: a new one, or one whose process stopped, which begins again. user_id: as
-- whom it is read. No row if there is nothing to do.
create function take_export(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, stored_as text, has_papers boolean, attempts smallint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select o.clinic_id, o.id from exports o
    where o.state in ('waiting', 'running') and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 20
  loop
    perform 1 from exports o
    where o.clinic_id = due.clinic_id and o.id = due.id and o.state in ('waiting', 'running')
      and (o.leased_until is null or o.leased_until <= p_at) for update skip locked;
    continue when not found;
    return query
      update exports e set state = 'running', leased_until = p_at + p_lease, attempts = e.attempts + 1, done = 0
      where e.clinic_id = due.clinic_id and e.id = due.id
      returning e.clinic_id, e.id, e.created_by_id, e.stored_as::text, e.has_papers, e.attempts;
    return;
  end loop;
end $$;
grant execute on function take_export(timestamptz, interval) to klinika_app;

-- The same for FHIR exports, which continue after the last type that was written.
create function take_fhir_export(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, attempts smallint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select o.clinic_id, o.id from fhir_exports o
    where o.state = 'waiting' and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 20
  loop
    perform 1 from fhir_exports o
    where o.clinic_id = due.clinic_id and o.id = due.id and o.state = 'waiting'
      and (o.leased_until is null or o.leased_until <= p_at) for update skip locked;
    continue when not found;
    return query
      update fhir_exports e set leased_until = p_at + p_lease, attempts = e.attempts + 1
      where e.clinic_id = due.clinic_id and e.id = due.id
      returning e.clinic_id, e.id, e.user_id, e.attempts;
    return;
  end loop;
end $$;
grant execute on function take_fhir_export(timestamptz, interval) to klinika_app;

-- The same for lists to check, import or take back. user_id: for whom it is done.
create function take_import(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, state text, attempts smallint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select o.clinic_id, o.id from imports o
    where o.state in ('checking', 'running', 'taking-back') and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 20
  loop
    perform 1 from imports o
    where o.clinic_id = due.clinic_id and o.id = due.id and o.state in ('checking', 'running', 'taking-back')
      and (o.leased_until is null or o.leased_until <= p_at) for update skip locked;
    continue when not found;
    return query
      update imports i set leased_until = p_at + p_lease, attempts = i.attempts + 1
      where i.clinic_id = due.clinic_id and i.id = due.id
      returning i.clinic_id, i.id, i.worked_for_id, i.state::text, i.attempts;
    return;
  end loop;
end $$;
grant execute on function take_import(timestamptz, interval) to klinika_app;

-- The archive behind a valid download link, which works once; no row if it was used or its time is over. Called without a
-- session: the clinic is part of the token.
create function use_export_link(p_clinic_id bigint, p_token_hash bytea, p_at timestamptz)
  returns table (stored_as text, bytes bigint, ready_at timestamptz, subdomain text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    update exports e set link_hash = null, link_until = null
    from clinics c
    where e.clinic_id = p_clinic_id and e.link_hash = p_token_hash and e.link_until > p_at
      and e.state = 'ready' and e.expires_at > p_at and e.stored_as is not null and c.id = e.clinic_id
    returning e.stored_as::text, e.bytes, e.ready_at, c.subdomain::text;
end $$;
grant execute on function use_export_link(bigint, bytea, timestamptz) to klinika_app;

set local role klinika_merge;

-- The merges of the current clinic after p_after, whole, each as a line of JSON. The server cannot read all of a merge itself.
-- It calls this for archives, and gets rows only for the clinic's owner.
create function merges_to_export(p_after bigint, p_limit integer) returns table (id bigint, line text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
begin
  return query
    select m.id, row_to_json(m)::text from merges m
    where m.clinic_id = own and m.id > p_after and (select is_clinic_owner())
    order by m.id limit p_limit;
end $$;
grant execute on function merges_to_export(bigint, integer) to klinika_app;

set local role klinika_owner;
