-- The record history: who read or changed what, and the seals that show a later change of it. Beside it the records of
-- deleted patients, until they are destroyed.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Who read or changed what, when. Append-only for everyone, the owner of the clinic included.
create table record_history (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint,
  user_id bigint,
  -- The owner whose staff mode the user was acting in; null outside staff mode.
  owner_user_id bigint,
  event varchar(60) not null,
  entity varchar(40),
  entity_id bigint,
  -- {field: [old, new]}; for an export or share, what it held.
  changes jsonb not null default '{}',
  happened_at timestamptz not null default now(),
  -- The short form of a long entry, so that a list of the history does not read megabytes for each line. Null: the entry
  -- is short enough as it is. No seal covers it; check-history derives it anew.
  short_changes jsonb,
  primary key (clinic_id, id),
  foreign key (clinic_id, owner_user_id) references users (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index record_history_destroyed on record_history (clinic_id, id desc) where event = 'patient.destroy';
-- What an export of changes lists as deleted since a time.
create index record_history_of_deletions on record_history (clinic_id, happened_at)
  where event in ('patient.delete', 'import.takeBack', 'record.confidential');
-- When a row said something else for a reason that has no time in the row itself: a mark was set or taken off, results
-- were judged again, a list was imported, records were merged or restored. Few rows of the history are of these events.
create index record_history_of_entries on record_history (clinic_id, entity, entity_id, happened_at)
  where event in ('entry.mark', 'vitals.mark', 'record.confidential', 'result.judge', 'import.run')
    and entity in ('consultations', 'problems', 'prescriptions', 'results');
create index record_history_of_moves on record_history (clinic_id, patient_id, happened_at)
  where event in ('patient.merge', 'patient.unmerge', 'patient.restore') and entity in ('merges', 'patients');
create index record_history_of_patient on record_history (clinic_id, patient_id, id desc);
-- Changes of staff accounts, newest first.
create index record_history_of_staff on record_history (clinic_id, id desc) where entity = 'users';
call guard_clinic_table('record_history', 'select, insert');
create policy merging on record_history for insert to klinika_merge with check (clinic_id = current_clinic());
create policy noting on record_history for insert to klinika_notice with check (clinic_id = current_clinic());
-- A referral writes in the histories of both clinics.
create policy referring on record_history for insert to klinika_referral with check (true);
-- destroy_one_record empties what is said about the values of a destroyed record.
create policy retention_clear on record_history for update to klinika_auth using (true) with check (true);
create policy retention_read on record_history for select to klinika_auth using (true);
-- Values are for the owner alone, and those of a deleted patient for nobody. Who did what and when is not hidden.
create policy sealed on record_history as restrictive for select to klinika_app
  using (changes = '{}' or event in ('patient.delete', 'patient.destroy')
         or ((select is_clinic_owner()) and is_history_open(patient_id)));
create policy sealing on record_history for select to klinika_admin using (true);
create policy views on record_history for insert to klinika_auth with check (true);
grant select on record_history to klinika_admin;
grant select, insert on record_history to klinika_auth;
grant insert on record_history to klinika_merge;
grant insert on record_history to klinika_notice;
grant insert on record_history to klinika_referral;
grant update (changes) on record_history to klinika_auth;

-- Seals of the record history, a chain for each clinic. Each covers the rows after the seal before it:
-- hash = SHA-256(previous hash, hashes of the rows in the order of their ids).
create table record_history_seals (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  last_history_id bigint not null,
  row_count integer not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  -- Each row and its hash, so that a row that was touched can be named. Seals of early versions have neither list: their
  -- hash is over the text of their rows, and they name no more than the minute.
  row_ids bigint[],
  row_hashes bytea[],
  primary key (clinic_id, id),
  constraint record_history_seals_rows check (cardinality(row_ids) = row_count and cardinality(row_hashes) = row_count)
);
create index record_history_seals_in_order on record_history_seals (clinic_id, last_history_id desc);
call guard_clinic_table('record_history_seals', 'select');
create policy sealing on record_history_seals to klinika_admin using (true) with check (true);
grant select, insert on record_history_seals to klinika_admin;

-- The whole record of each deleted patient, until its retention has ended. The server can write one and never read it:
-- it sees which patients are sealed and what their files take, no more. The operator restores a record.
create table sealed_records (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  sealed_by_id bigint,
  reason text,
  record jsonb not null,
  retain_until date not null,
  sealed_at timestamptz not null default now(),
  -- The files of a sealed record have no rows any more, but their bytes stay in the store and count in what the clinic may
  -- store.
  file_bytes bigint not null default 0 check (file_bytes >= 0),
  primary key (clinic_id, id),
  foreign key (clinic_id, sealed_by_id) references users (clinic_id, id)
);
create index sealed_records_by_end on sealed_records (retain_until);
-- Whether a sealed record of any clinic has a file whose bytes are to be removed.
create index sealed_records_by_file on sealed_records using gin ((record -> 'files') jsonb_path_ops);
create index sealed_records_by_patient on sealed_records (clinic_id, patient_id);
create index sealed_records_file_bytes on sealed_records (clinic_id) include (file_bytes) where file_bytes > 0;
call guard_clinic_table('sealed_records', 'insert');
create policy retention on sealed_records to klinika_auth using (true) with check (true);
grant select, delete on sealed_records to klinika_auth;
grant select (clinic_id, patient_id, file_bytes) on sealed_records to klinika_app;
-- Nothing is updated: to lock a row takes the right to update one of its columns.
grant update (retain_until) on sealed_records to klinika_auth;

-- One row: who holds its lock seals. Whoever gets a statement to run as the server's role can hold any advisory lock and any
-- row that this role may update, but not this one.
create table sealing_turns (
  only_one boolean default true primary key check (only_one)
);
grant select, insert, update on sealing_turns to klinika_admin;

-- When a view was noted last, so that it is one row of the history in five minutes, whichever process shows the record.
-- The key says neither who nor whom. Unlogged: a crash of the database forgets no more than the last minutes.
create unlogged table views_noted (
  clinic_id bigint not null,
  key bytea not null,
  noted_at timestamptz not null,
  primary key (clinic_id, key)
);
create index views_noted_by_time on views_noted (noted_at);
alter table views_noted enable row level security;
alter table views_noted force row level security;
create policy backup on views_noted for select to klinika_backup using (true);
create policy housekeeping on views_noted to klinika_auth using (true);
create policy migrations on views_noted to klinika_owner using (true) with check (true);
create policy own_clinic on views_noted to klinika_app
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::bigint)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::bigint);
grant select, insert, update, delete on views_noted to klinika_auth;
grant select on views_noted to klinika_backup;

-- The hash of a row in its seal, by which check-history compares it.
create function history_row_hash(h record_history) returns bytea
  language sql immutable
as $$ select sha256(convert_to(history_row_text(h), 'UTF8')) $$;
grant execute on function history_row_hash(record_history) to public;

-- A row of the history as it is sealed: its columns, but for short_changes, with a separator that no text has.
create function history_row_text(h record_history) returns text
  language sql immutable
as $$
  select concat_ws(E'\x1f', h.clinic_id, h.id, coalesce(h.patient_id::text, ''), coalesce(h.user_id::text, ''),
    coalesce(h.owner_user_id::text, ''), h.event, coalesce(h.entity, ''), coalesce(h.entity_id::text, ''), h.changes::text,
    extract(epoch from h.happened_at)::text)
$$;
grant execute on function history_row_text(record_history) to public;

-- Refuses a deletion by the server that its record history does not tell. The line is written first, in the same
-- transaction; a patient is sealed first, unless an import is taken back. tg_argv: the table, since on a cluster a trigger
-- sees the name of a part of it.
create function keep_deletions_recorded() returns trigger
  language plpgsql as $$
declare
  event constant text := current_setting('app.event', true);
  patient constant bigint := case when tg_argv[0] = 'patients' then old.id else (to_jsonb(old) ->> 'patient_id')::bigint end;
begin
  if event is null or event not in ('patient.delete', 'import.takeBack') then
    raise insufficient_privilege using message = format('a row of %s is not deleted', tg_argv[0]);
  end if;
  -- On a worker of a cluster a transaction has another time than on the coordinator.
  perform from public.record_history h
  where h.clinic_id = old.clinic_id and h.patient_id = patient and h.entity = tg_argv[0] and h.entity_id = old.id
    and h.event = current_setting('app.event', true)
    and h.happened_at between now() - interval '1 minute' and now() + interval '1 minute';
  if not found then
    raise insufficient_privilege using
      message = format('the record history has no line for the deletion of a row of %s', tg_argv[0]);
  end if;
  if event = 'patient.delete' then
    perform from public.sealed_records s where s.clinic_id = old.clinic_id and s.patient_id = patient;
    if not found then
      raise insufficient_privilege using message = 'a patient is sealed before the record is deleted';
    end if;
  end if;
  return old;
end $$;

-- Who did what and when is set by the database: a row of the server's role carries the clinic, the user and the time of the
-- running transaction, or it is refused.
--
-- On a cluster a row also gets its id here, where it is stored: the coordinator and the workers draw from ranges of their own,
-- and the history is shown and sealed in the order of its ids. Such an id is the microsecond and the last three bits of a
-- number from klinika_id. It is below 2^53 until the year 2061, and above the clinic's earlier ids when its rows have moved to
-- another worker.
create function keep_history_honest() returns trigger
  language plpgsql
as $$
declare
  -- On a worker of a cluster the table is a part of it, with a name of its own.
  is_part constant boolean := tg_table_name <> 'record_history';
begin
  if current_user = 'klinika_app' and (
       new.clinic_id is distinct from current_clinic()
       or new.user_id is distinct from nullif(current_setting('app.user_id', true), '')::bigint
       or new.owner_user_id is distinct from nullif(current_setting('app.owner_user_id', true), '')::bigint
       or (new.happened_at is distinct from now()
           -- Machines have clocks of their own, and a transaction's time is the coordinator's.
           and not (is_part and new.happened_at between now() - interval '1 minute' and now() + interval '1 minute'))) then
    raise insufficient_privilege using
      message = 'a row of the record history names the clinic, the user and the time of its transaction';
  end if;
  if is_part then
    new.id := (extract(epoch from clock_timestamp() - timestamptz '2026-01-01T00:00:00Z') * 1000000)::bigint * 8
              + nextval('public.klinika_id') % 8;
  end if;
  return new;
end $$;

-- A patient does not get the id of a sealed one.
create function keep_sealed() returns trigger
  language plpgsql as $$
begin
  perform from public.sealed_records s where s.clinic_id = new.clinic_id and s.patient_id = new.id;
  if found then
    raise insufficient_privilege using message = 'a sealed patient is restored by the operator';
  end if;
  return new;
end $$;

-- Every change of a clinical row writes its line of the history in the same statement. The event and the acting user are
-- settings of the transaction; a change that names no event is refused.
--
-- Columns that follow from other rows are left out: those rows have lines of their own. A row that a merge writes is none that
-- was entered. tg_argv: the table, since on a cluster a trigger sees the name of a part of it ("patients_102170").
create function record_change() returns trigger
  language plpgsql
as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_argv[0];
  end if;
  if tg_op = 'INSERT' and current_user = 'klinika_merge' then
    return null;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'household_key', 'other_text', 'record_day',
                      'last_consultation_at', 'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis',
                      'visit_diagnosed_at', 'own_diagnosed_at', 'is_billed', 'follow_up_date', 'allergies', 'recorded_at',
                      'visit_codes');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_argv[0] = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_argv[0], new.id, coalesce(changed, '{}'));
  return null;
end $$;
grant execute on function record_change() to public;

-- The values of an entry as a list of the history shows them. The entry itself keeps them whole.
create function short_changes(changes jsonb) returns jsonb
  language sql immutable parallel safe
as $$
  select case when octet_length(changes::text) <= 20000 then changes else shorten_json(changes) end
$$;
grant execute on function short_changes(jsonb) to klinika_app, klinika_auth, klinika_backup, klinika_merge, klinika_referral;

-- The same value with each text of more than 2,000 letters cut there, at any depth.
create function shorten_json(value jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
begin
  return case jsonb_typeof(value)
    when 'string' then case when length(value #>> '{}') > 2000
                            then to_jsonb(left(value #>> '{}', 2000) || '…') else value end
    when 'array' then (select coalesce(jsonb_agg(shorten_json(item) order by place), '[]')
                       from jsonb_array_elements(value) with ordinality as items (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(key, shorten_json(item)), '{}')
                        from jsonb_each(value) as members (key, item))
    else value end;
end $$;
grant execute on function shorten_json(jsonb)
  to klinika_app, klinika_auth, klinika_backup, klinika_merge, klinika_notice, klinika_referral;

-- The short form of an entry that is written, and of one whose values are cleared with a destroyed record.
create function store_short_changes() returns trigger
  language plpgsql as $$
begin
  new.short_changes := case when octet_length(new.changes::text) > 20000 then shorten_json(new.changes) end;
  return new;
end $$;

set local role klinika_admin;

-- Clinics with rows older than p_before that no seal covers. In random order, so that none is last at every run.
create function clinics_to_seal(p_before timestamptz) returns table (clinic_id bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  one record;
  first_unsealed timestamptz;
begin
  for one in select c.id from clinics c order by random() loop
    select h.happened_at into first_unsealed from record_history h
    where h.clinic_id = one.id
      and h.id > coalesce((select max(s.last_history_id) from record_history_seals s where s.clinic_id = one.id), 0)
    order by h.id limit 1;
    if first_unsealed < p_before then
      return query select one.id;
    end if;
  end loop;
end $$;
grant execute on function clinics_to_seal(timestamptz) to klinika_app;

-- seal_history for a caller that remembers no seal.
create function seal_clinic_history(p_clinic bigint, p_before timestamptz) returns table (has_more boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin return query select s.has_more from seal_history(p_clinic, p_before, null, null) s; end $$;
grant execute on function seal_clinic_history(bigint, timestamptz) to klinika_app;

-- Seals the next rows of one clinic that are older than p_before: at most 10,000, or 32 MB of text and the row that passes
-- it. Returns whether more may be due, the last seal of the clinic (null: it has none), and whether the seal that the
-- caller remembers, p_head_id and p_head_hash, is still in the chain (true if both are null). No row while another process
-- seals. It gives up on rows that stay locked for five seconds.
create function seal_history(p_clinic bigint, p_before timestamptz, p_head_id bigint, p_head_hash bytea)
  returns table (has_more boolean, last_id bigint, last_hash bytea, has_head boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '5s'
  as $$
#variable_conflict use_variable
declare
  most_rows constant integer := 10000;
  most_bytes constant integer := 33554432;
  due record_history;
  row_text text;
  bytes bigint := 0;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  all_hashes bytea;
begin
  insert into sealing_turns values (true) on conflict do nothing;
  perform from sealing_turns for update skip locked;
  if not found then
    return;
  end if;
  has_head := p_head_id is null or exists (
    select from record_history_seals s where s.clinic_id = p_clinic and s.last_history_id = p_head_id and s.hash = p_head_hash);
  select s.last_history_id, s.hash into last_id, last_hash from record_history_seals s
  where s.clinic_id = p_clinic order by s.last_history_id desc limit 1;
  for due in
    select * from record_history h where h.clinic_id = p_clinic and h.id > coalesce(last_id, 0)
    order by h.id limit most_rows
  loop
    -- Up to the first row that is too young, not around it: what a seal passes over would stay unsealed for good.
    exit when due.happened_at >= p_before;
    row_text := history_row_text(due);
    ids := ids || due.id;
    hashes := hashes || sha256(convert_to(row_text, 'UTF8'));
    bytes := bytes + octet_length(row_text);
    exit when bytes >= most_bytes;
  end loop;
  if cardinality(ids) > 0 then
    select string_agg(hash, ''::bytea order by place) into all_hashes
    from unnest(hashes) with ordinality as sealed (hash, place);
    last_id := ids[cardinality(ids)];
    last_hash := sha256(coalesce(last_hash, '') || all_hashes);
    insert into record_history_seals (clinic_id, last_history_id, row_count, hash, row_ids, row_hashes)
    values (p_clinic, last_id, cardinality(ids), last_hash, ids, hashes);
  end if;
  has_more := cardinality(ids) = most_rows or bytes >= most_bytes;
  return next;
end $$;
grant execute on function seal_history(bigint, timestamptz, bigint, bytea) to klinika_app;
comment on function seal_history(bigint, timestamptz, bigint, bytea) is
  'nullable: p_head_id, p_head_hash, last_id, last_hash';

set local role klinika_auth;

-- Destroys one deleted record whose time has passed: the sealed row, what was merged into it, and what the record history
-- says about values of these records (who did what and when stays). One line of the history says what was destroyed. Returns
-- whether there was such a record. Days are those of Manila; on the last day of retention a record is still kept. A caller
-- whose clock is more than a day ahead of the database's destroys nothing early.
create function destroy_one_record(p_now timestamptz) returns table (destroyed boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest record;
  due sealed_records;
  stored jsonb;
  people bigint[];
  merged bigint[];
  entries bigint[];
  records bigint;
begin
  -- Two servers do not destroy at once: each must see whether the other's records share a file.
  if not pg_try_advisory_xact_lock(4210) then
    return query select false;
    return;
  end if;
  for oldest in
    select s.clinic_id, s.id from sealed_records s where s.retain_until < manila_day(least(p_now, now() + interval '1 day'))
    order by s.retain_until, s.id limit 20
  loop
    select s.* into due from sealed_records s where s.clinic_id = oldest.clinic_id and s.id = oldest.id for update skip locked;
    exit when found;
  end loop;
  if due.id is null then
    return query select false;
    return;
  end if;
  -- The patient and all who were merged into the record, however many times.
  people := array[due.patient_id];
  loop
    merged := array(select m.other_id from merges m
                    where m.clinic_id = due.clinic_id and m.survivor_id = any (people) and m.other_id <> all (people)
                      and m.undone_at is null);
    exit when merged = '{}';
    people := people || merged;
  end loop;
  stored := case jsonb_typeof(due.record -> 'files') when 'array' then due.record -> 'files' else '[]' end;
  delete from sealed_records s where s.clinic_id = due.clinic_id and s.id = due.id;
  delete from merges m where m.clinic_id = due.clinic_id and (m.survivor_id = any (people) or m.other_id = any (people));
  perform remove_later(due.clinic_id, array(select f ->> 'stored_as' from jsonb_array_elements(stored) f), p_now);
  -- An empty object takes at most eight bytes. Its size is known without reading the value, of which a patient's history
  -- may hold gigabytes.
  entries := array(select h.id from record_history h
                   where h.clinic_id = due.clinic_id and h.patient_id = any (people) and pg_column_size(h.changes) > 8
                     and h.event not in ('patient.delete', 'patient.destroy'));
  update record_history h set changes = '{}' where h.clinic_id = due.clinic_id and h.id = any (entries);
  select 1 + coalesce(sum(jsonb_array_length(part.value)), 0) into records from jsonb_each(due.record) part
  where part.key <> 'files' and jsonb_typeof(part.value) = 'array';
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes, happened_at)
  values (due.clinic_id, due.patient_id, 'patient.destroy', 'patients', due.patient_id,
    jsonb_build_object(
      'records', records,
      'files', jsonb_array_length(stored) + case when jsonb_typeof(due.record -> 'photo') = 'string' then 1 else 0 end,
      'deletedAt', to_char(due.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'keptUntil', due.retain_until),
    p_now);
  return query select true;
end $$;
grant execute on function destroy_one_record(timestamptz) to klinika_app;

-- Notes a batch of views of the running clinic, of several users and shown up to an hour ago (the database may have been
-- away). A list holds the n-th view at its n-th place. The time of a line is the database's, less the view's age in
-- milliseconds; p_noted_at, by the server's clock, decides what is the same view within five minutes. A line of a view has
-- no entity and no values but the API key that read, so it passes for no change. The foreign key refuses users of another
-- clinic.
create function note_views(
  p_keys bytea[], p_patients bigint[], p_users bigint[], p_owners bigint[], p_events text[], p_ages integer[],
  p_noted_at timestamptz[], p_api_keys bigint[] default null
)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own_clinic constant bigint := current_clinic();
  noted bytea[] := '{}';
  one record;
begin
  if own_clinic is null then
    raise insufficient_privilege using message = 'views are noted in a clinic';
  end if;
  if exists (select 1 from unnest(p_ages) age where age is null or age not between 0 and 3600000) then
    raise insufficient_privilege using message = 'a view is noted within an hour';
  end if;
  -- In one order, so that two processes that note the same views do not wait for each other.
  for one in select * from unnest(p_keys, p_noted_at) as seen (key, noted_at) order by key loop
    insert into views_noted as known (clinic_id, key, noted_at) values (own_clinic, one.key, one.noted_at)
    on conflict (clinic_id, key) do update set noted_at = excluded.noted_at
      -- Also when the clock was set back meanwhile.
      where excluded.noted_at - known.noted_at >= interval '5 minutes'
         or excluded.noted_at - known.noted_at <= interval '-5 minutes';
    if found then
      noted := noted || one.key;
    end if;
  end loop;
  for one in
    select seen.*, k.name as api_key
    from unnest(p_keys, p_patients, p_users, p_owners, p_events, p_ages, p_api_keys) with ordinality
      as seen (key, patient_id, user_id, owner_user_id, event, age, api_key_id, place)
    left join api_keys k on k.clinic_id = own_clinic and k.id = seen.api_key_id
    where seen.key = any (noted)
    order by seen.place
  loop
    insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, happened_at, changes)
    values (own_clinic, one.patient_id, one.user_id, one.owner_user_id, one.event, now() - one.age * interval '1 millisecond',
            case when one.api_key_id is null then '{}'
                 else jsonb_build_object('apiKey', one.api_key, 'apiKeyId', one.api_key_id) end);
  end loop;
end $$;
grant execute on function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[], bigint[])
  to klinika_app;

set local role klinika_owner;

create trigger record_history_honest before insert on record_history
  for each row execute function keep_history_honest();
create trigger record_history_short before insert or update of changes on record_history
  for each row execute function store_short_changes();
