-- What every other file builds on: ids, the scope of a transaction, row-level security by clinic, the text that is
-- searched, repeated requests and limits.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Where rows get their ids. At most 2^53 - 1, the largest integer that JavaScript holds exactly.
create sequence klinika_id as bigint start 1001 maxvalue 9007199254740991;
grant usage on sequence klinika_id
  to klinika_app, klinika_auth, klinika_referral, klinika_notice, klinika_merge, klinika_admin;

-- Nobody may call a new function but by a grant.
do $$
declare
  owning text;
begin
  foreach owning in array array[
    'klinika_owner', 'klinika_auth', 'klinika_referral', 'klinika_notice', 'klinika_merge', 'klinika_admin'
  ] loop
    execute format('set local role %I', owning);
    alter default privileges revoke execute on functions from public;
  end loop;
  set local role klinika_owner;
end $$;

-- The clinic of the running transaction; null when none was set, so that no row matches.
create function current_clinic() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.clinic_id', true), '')::bigint;
grant execute on function current_clinic() to public;

-- The beginning of a text, short enough for an index: an entry holds at most 2,704 bytes, so that two such texts and
-- the keys fit in any script.
create function fit_index(value text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  return left(value, case when octet_length(left(value, 500)) <= 1000 then 500 else 250 end);
end $$;
grant execute on function fit_index(text) to public;

-- Letters and digits only, without case or accents: "De la Peña" and "DELAPENA" become the same. Letters that no accent
-- makes are folded too: Đ, Ł, Ø, Æ, ß. fold in src/shared/formats/names.ts does the same.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(translate(
    lower(regexp_replace(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]', '', 'g')),
    'đðłøħı', 'ddlohi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
grant execute on function fold(text) to public;

-- Lets the server reach only the rows of its transaction's clinic, in a table with clinic_id. FORCE binds the owner
-- too, so that the roles that work across clinics each get a policy of their own instead of BYPASSRLS. granted: what
-- the server may do with the rows.
create procedure guard_clinic_table(guarded regclass, granted text)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format(
    'create policy own_clinic on %s to klinika_app
     using (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::bigint) '
    'with check (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::bigint)', guarded);
  execute format('create policy migrations on %s to klinika_owner using (true) with check (true)', guarded);
  execute format('create policy backup on %s for select to klinika_backup using (true)', guarded);
  execute format('grant select on %s to klinika_backup', guarded);
  execute format('grant %s on %s to klinika_app', granted, guarded);
end $$;
grant execute on procedure guard_clinic_table(regclass, text) to public;

-- Adds confidential_to_id to a table: such a row is seen by the account that wrote it and by the clinic's owner. A
-- patient is deleted with all rows, by whoever may delete: the answer of that call holds none of them.
create procedure guard_confidential_rows(guarded regclass)
  language plpgsql as $$
begin
  -- Null: not confidential. Else the account that wrote it.
  execute format('alter table %s add column confidential_to_id bigint', guarded);
  execute format('alter table %s add foreign key (clinic_id, confidential_to_id) references users (clinic_id, id)', guarded);
  execute format(
    'create policy confidential on %s as restrictive to klinika_app using ('
    'confidential_to_id is null or confidential_to_id = nullif(current_setting(''app.user_id'', true), '''')::bigint '
    'or (select is_clinic_owner()) or current_setting(''app.event'', true) = ''patient.delete'')', guarded);
end $$;

-- Patients with the same key live at the same address and have the same phone, however both are written. Null where
-- either is missing. Names have their schema: a restore has no search path.
create function household_key(address text, phone text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  home constant text := public.fold(address);
  digits constant text := regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^(63|0)', '');
begin
  return case when home <> '' and length(digits) >= 7 then md5(home || '|' || digits) end;
end $$;
grant execute on function household_key(text, text) to public;

-- Whether the user of the running transaction is the owner of its clinic.
create function is_clinic_owner() returns boolean
  language sql stable
as $$
  select exists (select from public.users u
                 where u.clinic_id = public.current_clinic() and u.role = 'owner'
                   and u.id = nullif(current_setting('app.user_id', true), '')::bigint)
$$;
grant execute on function is_clinic_owner() to klinika_app, klinika_merge;

-- Whether the old and new values in a patient's record history may be read. The policy on record_history asks. Those of
-- a deleted patient are nobody's, as the record is sealed. True for rows of no patient.
create function is_history_open(p_patient bigint) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  whose bigint := p_patient;
begin
  if p_patient is null then
    return true;
  end if;
  loop
    perform from patients p where p.clinic_id = own and p.id = whose;
    if found then
      return true;
    end if;
    -- One that was merged is as open as the record it was merged into.
    select m.survivor_id into whose from merges m
    where m.clinic_id = own and m.other_id = whose and m.undone_at is null;
    if not found then
      return false;
    end if;
  end loop;
end $$;
grant execute on function is_history_open(bigint) to klinika_app;
comment on function is_history_open(bigint) is 'nullable: p_patient';

-- Adds a trigger to a table of entries: the server moves no entry to another patient and keeps the time at which it was
-- made. The record history tells of no change of these columns.
create procedure keep_entries_in_place(kept regclass)
  language plpgsql as $$
declare
  fixed text[] := array(
    select a.attname from pg_attribute a
    where a.attrelid = kept and a.attname in ('id', 'created_at', 'recorded_at', 'taken_at', 'consultation_id',
                                              'prescription_id', 'paper_id', 'bill_id')
      -- What a paper or an appointment leads to is written later.
      and (a.attnotnull or a.attname not in ('consultation_id', 'prescription_id', 'paper_id', 'bill_id'))
    order by a.attnum);
  has_patient constant boolean := exists (select from pg_attribute a where a.attrelid = kept and a.attname = 'patient_id');
begin
  execute format(
    'create trigger %s_in_place before update on %s for each row
     when (current_user = ''klinika_app'' and (%s) is distinct from (%s)) '
    'execute function keep_in_place(%L)',
    (select c.relname from pg_class c where c.oid = kept), kept,
    (select string_agg('old.' || name, ', ') from unnest(fixed) name)
      || case when has_patient then ', coalesce(old.patient_id, new.patient_id)' else '' end,
    (select string_agg('new.' || name, ', ') from unnest(fixed) name)
      || case when has_patient then ', new.patient_id' else '' end,
    (select c.relname from pg_class c where c.oid = kept));
end $$;

-- The date in the Philippines at an instant.
create function manila_day(instant timestamptz) returns date
  language sql immutable parallel safe
  return (instant at time zone 'Asia/Manila')::date;
grant execute on function manila_day(timestamptz) to public;

-- Lets klinika_merge move rows of the running clinic from one of its patients to another, confidential ones too. It
-- reads nothing of another clinic. Called for every table with a foreign key to patients.
create procedure open_to_merges(opened regclass)
  language plpgsql as $$
begin
  execute format('create policy merging on %s to klinika_merge using (clinic_id = current_clinic()) '
                 'with check (clinic_id = current_clinic())', opened);
  execute format('grant select, insert, update, delete on %s to klinika_merge', opened);
end $$;

-- What the patients' search box looks in. It begins with the name's key: an index on it sorts by name, and its
-- beginning is a surname. Behind it, each after a sign that no folded word has: #number | phone from 0 | phone as
-- entered | PhilHealth number | name as typed | name as it is also written ; given names. The last but one is left out
-- where the name is written in one way only.
create function patient_search_text(name text, admission_no text, contact_number text, philhealth_number text) returns text
  language plpgsql immutable parallel safe as $$
declare
  key constant text := public.name_key(name);
  phone constant text := coalesce(contact_number, '');
begin
  return public.fit_index(left(key, 120) || '#' || public.fold(admission_no) || '|' ||
    public.fold(regexp_replace(phone, '^\+63', '0')) || '|' || public.fold(phone) || '|' ||
    coalesce(replace(philhealth_number, '-', ''), '') || '|' || public.fold(name) ||
    coalesce('|' || public.name_variant(name), '') || ';' || split_part(key, ' ', 2));
end $$;
grant execute on function patient_search_text(text, text, text, text) to public;

-- Whether a patient of another clinic was referred to the running one. Reads the sender's row, which lies where the
-- patient's files lie. A function, since a cluster takes no query within a policy.
create function was_referred_here(clinic bigint, patient bigint) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select from public.referrals r
                 where r.clinic_id = clinic and r.patient_id = patient and r.side = 'sent'
                   and r.to_clinic_id = public.current_clinic());
end $$;
grant execute on function was_referred_here(bigint, bigint) to klinika_referral;

-- The answer to each change by the key that its request brought: the same request sent again gets the same answer.
-- answer is null where it holds a secret.
create table idempotency_keys (
  clinic_id bigint not null,
  user_id bigint not null,
  endpoint varchar(120) not null,
  key varchar(200) not null,
  body_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (clinic_id, user_id, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (clinic_id, created_at);
call guard_clinic_table('idempotency_keys', 'select, insert, update');
-- sweep_expired deletes keys after a day.
create policy housekeeping on idempotency_keys to klinika_auth using (true);
-- A referral that is taken back deletes the keys whose answers hold it.
create policy referring on idempotency_keys to klinika_referral using (true);
grant select, delete on idempotency_keys to klinika_auth, klinika_referral;

-- How many turns of a limit were taken since when: changes and uploads of a user, messages of a network address. key: a
-- hash of what is counted. Unlogged: limits may begin anew after a crash.
create unlogged table turns_taken (
  key bytea primary key,
  taken integer not null,
  started_at timestamptz not null
);
create index turns_taken_by_start on turns_taken (started_at);
grant select, insert, update, delete on turns_taken to klinika_auth;

-- About how many bytes each clinic has written to the database in a month: rows, and the record history, which keeps
-- old and new values for good. They count in what a clinic may store. The server adds up what it charges
-- (limit-change.ts); nothing is subtracted.
create table written_bytes (
  clinic_id bigint not null,
  month date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (clinic_id, month)
);
call guard_clinic_table('written_bytes', 'select');
create policy counting on written_bytes to klinika_admin using (true) with check (true);
grant select, insert, update on written_bytes to klinika_admin;

-- Empties the references to a row that is being deleted: a cluster has no foreign key that empties one of its columns
-- (`on delete set null (column)`). With the rights of the tables' owner, as a foreign key acts. Arguments of the
-- trigger: the referring table and its column.
create function empty_reference() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  execute format('update public.%I set %I = null where clinic_id = $1 and %2$I = $2', tg_argv[0], tg_argv[1])
    using old.clinic_id, old.id;
  return old;
end $$;

-- The words of a search as patterns: each must be found, in any order. Folded text holds letters and digits alone, so
-- nothing in it is a wildcard. Null where nothing was searched.
create function folded_patterns(p_search text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, public
as $$
  select array_agg('%' || fold(word) || '%') from regexp_split_to_table(p_search, '\s+') word where fold(word) <> ''
$$;
grant execute on function folded_patterns(text) to public;

-- Whether this is a worker of a cluster. There a trigger of a copied table runs with each copy; what it writes
-- elsewhere is written by the coordinator's alone.
create function is_on_worker() returns boolean
  language plpgsql stable
as $$
declare
  answer boolean := false;
begin
  if to_regproc('pg_catalog.citus_is_coordinator') is not null then
    execute 'select not pg_catalog.citus_is_coordinator()' into answer;
  end if;
  return answer;
end $$;
grant execute on function is_on_worker() to klinika_admin;

-- Refuses a change, for the triggers of keep_entries_in_place. Argument of the trigger: the table.
create function keep_in_place() returns trigger
  language plpgsql as $$
begin
  raise insufficient_privilege using message = format('a row of %s stays with its patient and its time', tg_argv[0]);
end $$;

-- Sets the scope of a transaction on a cluster: its clinic, user, owner in staff mode and event. By statements, which a
-- cluster takes to its other machines; it does not take set_config there.
create function set_scope(clinic text, acting_user text, staff_owner text, event text) returns void
  language plpgsql as $$
begin
  execute format('set local app.clinic_id = %L', clinic);
  execute format('set local app.user_id = %L', acting_user);
  execute format('set local app.owner_user_id = %L', staff_owner);
  execute format('set local app.event = %L', event);
end $$;
grant execute on function set_scope(text, text, text, text) to klinika_app;

set local role klinika_admin;

-- Adds bytes to what a clinic has written in the month of p_at.
create function note_written(p_clinic bigint, p_bytes bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  this_month constant date := date_trunc('month', manila_day(p_at));
begin
  insert into written_bytes as w (clinic_id, month, bytes) values (p_clinic, this_month, greatest(p_bytes, 0))
  on conflict (clinic_id, month) do update set bytes = w.bytes + excluded.bytes;
end $$;
grant execute on function note_written(bigint, bigint, timestamptz) to klinika_app;

-- The size of what the record history holds of a patient: about what a copy, a merge or a referral of the record
-- writes.
create function record_bytes(p_patient bigint) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select coalesce(sum(pg_column_size(h.changes) + 100), 0)::bigint from record_history h
          where h.clinic_id = own and h.patient_id = p_patient);
end $$;
grant execute on function record_bytes(bigint) to klinika_app;

set local role klinika_auth;

-- Takes turns of a window that began at p_started_at, or of the one that still runs; a new one begins where none does.
-- Returns what is taken of the window, and its start. A window from the future, after a clock was set back, ends with
-- the time it had.
create function take_turns(p_key bytea, p_turns integer, p_started_at timestamptz, p_at timestamptz,
                           p_window interval)
  returns table (taken integer, started_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    insert into turns_taken as t (key, taken, started_at) values (p_key, p_turns, p_started_at)
    on conflict (key) do update
      set (taken, started_at) = (select
        case when runs then t.taken + excluded.taken else excluded.taken end,
        case when runs then t.started_at else excluded.started_at end
        from (select t.started_at > p_at - p_window and t.started_at < p_at + p_window as runs) as window_of)
    returning t.taken, t.started_at;
end $$;
grant execute on function take_turns(bytea, integer, timestamptz, timestamptz, interval) to klinika_app;

set local role klinika_owner;
