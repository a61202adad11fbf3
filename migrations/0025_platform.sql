-- The platform's console: what administrators see and change, the log of what they did, and the seals of the logs.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- What platform administrators did and looked at, for a year.
create table console_log (
  id bigint default nextval('klinika_id') primary key,
  at timestamptz not null,
  admin_id bigint not null references users (id),
  -- Method and path as declared: `GET /api/admin/clinics/:id/standing-history`.
  call varchar(120) not null,
  -- The id in the path: a clinic's or a message's.
  about_id bigint,
  address varchar(45) not null,
  user_agent varchar(200),
  -- What an administrator looked for, where a list was searched.
  detail varchar(100)
);
create index console_log_by_time on console_log (at);
create index console_log_of_admin on console_log (admin_id, id desc);
grant select on console_log to klinika_admin;
grant select, insert, delete on console_log to klinika_auth;
grant select on console_log to klinika_backup;

-- Sign-ins and what platform administrators did are sealed like the record history: in one chain each, in the order of
-- their ids, with the hash of each row. Rows go after a year; their hashes and times stay, so that no younger one can
-- go with them.
create table log_seals (
  log varchar(20) not null check (log in ('sign_ins', 'console_log')),
  last_id bigint not null,
  -- Of this seal's rows and the seal before it.
  hash bytea not null,
  row_ids bigint[] not null,
  row_hashes bytea[] not null,
  -- Microseconds since 1970.
  row_times bigint[] not null,
  sealed_at timestamptz not null default now(),
  primary key (log, last_id),
  constraint log_seals_check check (
    cardinality(row_ids) > 0
    and cardinality(row_hashes) = cardinality(row_ids)
    and cardinality(row_times) = cardinality(row_ids)
  )
);
grant select, insert on log_seals to klinika_admin;
grant select on log_seals to klinika_backup;

-- What the platform's operator did from the command line: append-only, and read there alone.
create table platform_operations (
  id bigint default nextval('klinika_id') primary key,
  happened_at timestamptz not null default now(),
  -- Who ran it, as the computer knows: user@host.
  operator varchar(255) not null,
  command varchar(60) not null,
  about_clinic_id bigint references clinics (id),
  -- What it was done to, and what came of it; never a password.
  details jsonb not null default '{}'
);
create index platform_operations_of_clinic on platform_operations (about_clinic_id, id desc);
grant select on platform_operations to klinika_backup;

-- A row of the console's log as the text that its seal hashes. The same for good: a changed text would fail every seal.
create function console_log_text(l console_log) returns text
  language sql immutable
as $$
  select concat_ws(E'\x1f', l.id, extract(epoch from l.at)::text, l.admin_id, l.call, coalesce(l.about_id::text, ''),
    coalesce(l.detail, ''), l.address, coalesce(l.user_agent, ''))
$$;
grant execute on function console_log_text(console_log) to klinika_admin, klinika_backup;

-- The hash of a seal: of the seal before it, its rows' hashes and their times.
create function log_seal_hash(p_previous bytea, p_row_hashes bytea[], p_row_times bigint[]) returns bytea
  language sql immutable
as $$
  select sha256(p_previous || (select string_agg(one.hash, ''::bytea order by one.place)
                               from unnest(p_row_hashes) with ordinality as one (hash, place))
                || convert_to(p_row_times::text, 'UTF8'))
$$;
grant execute on function log_seal_hash(bytea, bytea[], bigint[]) to klinika_admin, klinika_backup;

-- Refuses a change, for the triggers of append-only tables.
create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
grant execute on function refuse_change() to public;

-- A sign-in as the text that its seal hashes. The same for good, too.
create function sign_in_text(s sign_ins) returns text
  language sql immutable
as $$
  select concat_ws(E'\x1f', s.id, extract(epoch from s.at)::text, coalesce(s.user_id::text, ''),
    coalesce(s.about_clinic_id::text, ''),
    encode(s.email_hash, 'hex'), s.address, coalesce(s.user_agent, ''), s.way, s.is_right, s.waits_for_code)
$$;
grant execute on function sign_in_text(sign_ins) to klinika_admin, klinika_backup;

set local role klinika_admin;

-- How many clinics platform_clinics lists in all.
create function count_platform_clinics(p_search text, p_status text, p_at timestamptz) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    with sought as (select folded_patterns(p_search) as patterns)
    select count(*) from clinics c
    where (p_status is null or effective_status(c.subscription_status, c.trial_ends_at, p_at) = p_status)
      and ((select patterns from sought) is null
           or c.search_text like all ((select patterns from sought)::text[])
           or c.id in (select o.clinic_id from users o
                       where o.role = 'owner' and o.search_text like all ((select patterns from sought)::text[]))));
end $$;
grant execute on function count_platform_clinics(text, text, timestamptz) to klinika_app;
comment on function count_platform_clinics(text, text, timestamptz) is 'nullable: p_search, p_status';

-- How many accounts platform_users lists in all.
create function count_platform_users(p_search text) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    with sought as (select folded_patterns(p_search) as patterns)
    select count(*) from users u
    where (select patterns from sought) is null or u.search_text like all ((select patterns from sought)::text[]));
end $$;
grant execute on function count_platform_users(text) to klinika_app;
comment on function count_platform_users(text) is 'nullable: p_search';

-- A page of the clinics, newest first, each with its owner and how many users and patients it has. p_search: of the
-- clinic's name, or its owner's name or e-mail. p_status: an effective status. The patients of each clinic are counted
-- by a query of its own, so that none reads those of several.
create function platform_clinics(p_search text, p_status text, p_at timestamptz, p_before timestamptz,
                                 p_before_id bigint, p_limit integer)
  returns table (id bigint, name varchar, subdomain varchar, logo_url text, primary_color varchar, setup_fee numeric,
                 monthly_fee numeric, is_active boolean, subscription_status text, trial_ends_at timestamptz, address text,
                 phone varchar, email varchar, created_at timestamptz, updated_at timestamptz, user_count bigint,
                 patient_count bigint, owner_first_name varchar, owner_last_name varchar, owner_email varchar,
                 owner_license_number varchar, verified_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  page record;
begin
  for page in
    with sought as (select folded_patterns(p_search) as patterns),
    clinic as (
      select c.*, effective_status(c.subscription_status, c.trial_ends_at, p_at) as status
      from clinics c
      where (p_status is null or effective_status(c.subscription_status, c.trial_ends_at, p_at) = p_status)
        and (p_before is null or (c.created_at, c.id) < (p_before, p_before_id))
        and ((select patterns from sought) is null
             or c.search_text like all ((select patterns from sought)::text[])
             or c.id in (select o.clinic_id from users o
                         where o.role = 'owner' and o.search_text like all ((select patterns from sought)::text[])))
      order by c.created_at desc, c.id desc
      limit p_limit
    )
    select clinic.*, (select count(*) from users u where u.clinic_id = clinic.id) as users,
           o.first_name, o.last_name, o.email as owner_email, o.license_number
    from clinic
    left join lateral (
      select u.first_name, u.last_name, u.email, u.license_number from users u
      where u.clinic_id = clinic.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
    ) o on true
    order by clinic.created_at desc, clinic.id desc
  loop
    select count(*) into patient_count from patients p where p.clinic_id = page.id;
    return query
      select page.id, page.name, page.subdomain, page.logo_url, page.primary_color, page.setup_fee, page.monthly_fee,
             page.is_active, page.status, page.trial_ends_at, page.address, page.phone, page.email, page.created_at,
             page.updated_at, page.users, patient_count, page.first_name, page.last_name, page.owner_email,
             page.license_number, page.verified_at;
  end loop;
end $$;
grant execute on function platform_clinics(text, text, timestamptz, timestamptz, bigint, integer) to klinika_app;
comment on function platform_clinics(text, text, timestamptz, timestamptz, bigint, integer) is
  'nullable: p_search, p_status, p_before, p_before_id, p_limit, logo_url, trial_ends_at, address, phone, email, '
  'owner_first_name, owner_last_name, owner_email, owner_license_number, verified_at';

-- A page of the changes of a clinic's standing, newest first.
create function platform_standing_changes(p_clinic bigint, p_before_id bigint, p_limit integer)
  returns table (id bigint, changed_at timestamptz, admin_name text, what varchar, was varchar, is_now varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.changed_at, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email), s.what, s.was, s.is_now
    from clinic_standing_changes s join users u on u.id = s.admin_id
    where s.about_clinic_id = p_clinic and (p_before_id is null or s.id < p_before_id)
    order by s.id desc
    limit p_limit;
end $$;
grant execute on function platform_standing_changes(bigint, bigint, integer) to klinika_app;
comment on function platform_standing_changes(bigint, bigint, integer) is 'nullable: p_before_id, p_limit, admin_name';

-- The platform's figures. Paid: active clinics whose effective status is active; their monthly fees are the revenue.
create function platform_stats(p_at timestamptz)
  returns table (total_clinics bigint, total_users bigint, total_patients bigint, trial_clinics bigint, paid_clinics bigint,
                 active_clinics bigint, monthly_revenue numeric)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select count(*), (select count(*) from users), (select count(*) from patients),
           count(*) filter (where s.status = 'trial'), count(*) filter (where c.is_active and s.status = 'active'),
           count(*) filter (where c.is_active),
           coalesce(sum(c.monthly_fee) filter (where c.is_active and s.status = 'active'), 0.00)
    from clinics c
    cross join lateral (select effective_status(c.subscription_status, c.trial_ends_at, p_at) as status) s;
end $$;
grant execute on function platform_stats(timestamptz) to klinika_app;

-- A page of all accounts, newest first; the platform's own administrators too.
create function platform_users(p_search text, p_before_id bigint, p_limit integer)
  returns table (id bigint, first_name varchar, last_name varchar, email varchar, role varchar, clinic_id bigint,
                 clinic_name varchar, is_active boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with sought as (select folded_patterns(p_search) as patterns)
    select u.id, u.first_name, u.last_name, u.email, u.role, u.clinic_id, c.name, u.is_active
    from users u left join clinics c on c.id = u.clinic_id
    where (p_before_id is null or u.id < p_before_id)
      and ((select patterns from sought) is null or u.search_text like all ((select patterns from sought)::text[]))
    order by u.id desc
    limit p_limit;
end $$;
grant execute on function platform_users(text, bigint, integer) to klinika_app;
comment on function platform_users(text, bigint, integer) is 'nullable: p_search, p_before_id, p_limit, clinic_id, clinic_name';

-- Seals a log's next rows that are older than p_before, at most 10,000, and says whether the seal that the caller
-- remembers is still in the chain (has_head). p_head_id is null for a caller that remembers none. Returns no row while
-- another process seals. A row whose time, which its caller chose, is more than a day ahead of the database's clock
-- delays no other.
create function seal_log(p_log text, p_before timestamptz, p_head_id bigint, p_head_hash bytea)
  returns table (has_more boolean, last_id bigint, last_hash bytea, has_head boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_variable
declare
  most_rows constant integer := 10000;
  latest constant timestamptz := now() + interval '1 day';
  due record;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  times bigint[] := '{}';
begin
  insert into sealing_turns values (true) on conflict do nothing;
  perform from sealing_turns for update skip locked;
  if not found then
    return;
  end if;
  has_head := p_head_id is null or exists (
    select from log_seals s where s.log = p_log and s.last_id = p_head_id and s.hash = p_head_hash);
  select s.last_id, s.hash into last_id, last_hash from log_seals s where s.log = p_log order by s.last_id desc limit 1;
  for due in
    select one.id, one.at, one.row_text
    from (select s.id, s.at, sign_in_text(s) as row_text from sign_ins s
          where p_log = 'sign_ins' and s.id > coalesce(last_id, 0)
          union all
          select l.id, l.at, console_log_text(l) from console_log l
          where p_log = 'console_log' and l.id > coalesce(last_id, 0)) one
    order by one.id limit most_rows
  loop
    exit when due.at >= p_before and due.at < latest;
    ids := ids || due.id;
    hashes := hashes || sha256(convert_to(due.row_text, 'UTF8'));
    times := times || (extract(epoch from due.at) * 1000000)::bigint;
  end loop;
  if cardinality(ids) > 0 then
    last_id := ids[cardinality(ids)];
    last_hash := log_seal_hash(coalesce(last_hash, ''), hashes, times);
    insert into log_seals (log, last_id, hash, row_ids, row_hashes, row_times)
    values (p_log, last_id, last_hash, ids, hashes, times);
  end if;
  has_more := cardinality(ids) = most_rows;
  return next;
end $$;
grant execute on function seal_log(text, timestamptz, bigint, bytea) to klinika_app;
comment on function seal_log(text, timestamptz, bigint, bytea) is 'nullable: p_head_id, p_head_hash, last_id, last_hash';

-- An administrator suspends a clinic or lifts that. Returns the clinic as it stands then; no row where there is no such
-- clinic. A value that stays the same is no change of its standing. Sessions stay: its users work again as soon as the
-- suspension is lifted.
create function set_clinic_active(p_clinic bigint, p_is_active boolean, p_admin bigint, p_at timestamptz)
  returns table (id bigint, is_active boolean, subscription_status text, trial_ends_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  before clinics;
begin
  select * into before from clinics c where c.id = p_clinic for update;
  if before.is_active <> p_is_active then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, p_at, p_admin, 'isActive', case when before.is_active then 'active' else 'inactive' end,
            case when p_is_active then 'active' else 'inactive' end);
  end if;
  return query
    update clinics c set is_active = p_is_active, updated_at = p_at where c.id = p_clinic
    returning c.id, c.is_active, effective_status(c.subscription_status, c.trial_ends_at, p_at), c.trial_ends_at;
end $$;
grant execute on function set_clinic_active(bigint, boolean, bigint, timestamptz) to klinika_app;
comment on function set_clinic_active(bigint, boolean, bigint, timestamptz) is 'nullable: trial_ends_at';

-- An administrator sets a clinic's subscription. Returns the clinic as it stands then; no row where there is no such
-- clinic. A trial given after the last one ended runs anew, until p_trial_ends.
create function set_clinic_subscription(p_clinic bigint, p_status text, p_trial_ends timestamptz, p_admin bigint,
                                        p_at timestamptz)
  returns table (id bigint, is_active boolean, subscription_status text, trial_ends_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  seen text;
begin
  select effective_status(c.subscription_status, c.trial_ends_at, p_at) into seen
  from clinics c where c.id = p_clinic for update;
  if seen <> p_status then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, p_at, p_admin, 'subscriptionStatus', seen, p_status);
  end if;
  return query
    update clinics c set subscription_status = p_status, updated_at = p_at,
      trial_ends_at = case when p_status = 'trial' and c.trial_ends_at < p_at then p_trial_ends else c.trial_ends_at end
    where c.id = p_clinic
    returning c.id, c.is_active, effective_status(c.subscription_status, c.trial_ends_at, p_at), c.trial_ends_at;
end $$;
grant execute on function set_clinic_subscription(bigint, text, timestamptz, bigint, timestamptz) to klinika_app;
comment on function set_clinic_subscription(bigint, text, timestamptz, bigint, timestamptz) is
  'nullable: p_trial_ends, trial_ends_at';

set local role klinika_auth;

-- Records what an administrator did. A read repeated from one address and device within five minutes is one line: the
-- screens poll. A change is always a line.
create function note_console_call(p_admin bigint, p_call text, p_about bigint, p_detail text, p_address text,
                                  p_user_agent text, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into console_log (at, admin_id, call, about_id, detail, address, user_agent)
  select p_at, p_admin, p_call, p_about, left(p_detail, 100), left(p_address, 45), left(p_user_agent, 200)
  where p_call not like 'GET %' or not exists (
    select from console_log l
    where l.admin_id = p_admin and l.at > p_at - interval '5 minutes' and l.at <= p_at and l.call = p_call
      and l.about_id is not distinct from p_about and l.detail is not distinct from left(p_detail, 100)
      and l.address = left(p_address, 45) and l.user_agent is not distinct from left(p_user_agent, 200)
  );
end $$;
grant execute on function note_console_call(bigint, text, bigint, text, text, text, timestamptz) to klinika_app;
comment on function note_console_call(bigint, text, bigint, text, text, text, timestamptz) is
  'nullable: p_about, p_detail, p_user_agent';

-- A page of the console's log, newest first. clinic_name: where the id in the path is a clinic's.
create function read_console_log(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, admin_name text, call varchar, about_id bigint, clinic_name text, detail varchar,
                 address varchar, user_agent varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select l.id, l.at, trim(u.first_name || ' ' || u.last_name), l.call, l.about_id, c.name::text, l.detail, l.address,
           l.user_agent
    from console_log l join users u on u.id = l.admin_id left join clinics c on c.id = l.about_id
    where l.id < p_before order by l.id desc limit p_limit;
end $$;
grant execute on function read_console_log(bigint, integer) to klinika_app;
comment on function read_console_log(bigint, integer) is 'nullable: about_id, clinic_name, detail, user_agent';

-- Deletes the lines of the console's log after a year.
create function sweep_console_log(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin delete from console_log where at < least(p_at, now() + interval '1 day') - interval '1 year'; end $$;
grant execute on function sweep_console_log(timestamptz) to klinika_app;

set local role klinika_owner;

create trigger clinic_releases_stay before update or delete on clinic_releases
  for each statement execute function refuse_change();
create trigger clinic_standing_changes_stay before update or delete on clinic_standing_changes
  for each row execute function refuse_change();
-- The server deletes no file of a patient.
create trigger files_stay before delete on files for each row
  when (current_user = 'klinika_app' and old.patient_id is not null) execute function refuse_change();
create trigger platform_operations_stay before update or delete on platform_operations
  for each row execute function refuse_change();
