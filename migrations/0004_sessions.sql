-- Signing in, sessions and staff mode: which devices are known, who is signed in where, failed attempts, and a year of
-- sign-ins.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The devices that signed in to an account, by the hash of a device cookie. Attempts from them are counted apart, so
-- that a stranger's guesses lock nobody out.
create table known_devices (
  user_id bigint not null references users (id),
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on known_devices to klinika_auth;
grant select (user_id) on known_devices to klinika_notice;

-- Who is signed in. Only the SHA-256 of a session's token is stored. owner_session: in staff mode, the owner's session
-- at the same desk. last_seen_at of -infinity: staff mode that was ended from elsewhere; it opens nothing, and stays
-- for the way back to the owner.
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users (id),
  owner_session bytea references sessions (token_hash) on delete cascade,
  is_remembered boolean not null default false,
  -- When the password was last typed in this session: what is dangerous asks for it again.
  password_typed_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- By which a user knows the session in the list of devices.
  id bigint not null default nextval('klinika_id') unique,
  user_agent varchar(200),
  address varchar(45),
  -- An owner's session while staff mode lasts. Its token opens nothing again: leaving gives it a new one.
  rests boolean not null default false
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_owner on sessions (owner_session) where owner_session is not null;
create index sessions_by_user on sessions (user_id);
grant select, insert, update, delete on sessions to klinika_auth;

-- Attempts to sign in that count against a limit, for a day. key: SHA-256 of what is being tried or of where from. One
-- attempt leaves a row for each of its keys.
create table sign_in_failures (
  attempt bigint not null,
  key bytea not null,
  failed_at timestamptz not null
);
create index sign_in_failures_by_key on sign_in_failures (key, failed_at);
grant select, insert, update, delete on sign_in_failures to klinika_auth;

-- Who signed in or tried to, when, where from and how, for a year. Sealed like the record history.
create table sign_ins (
  id bigint default nextval('klinika_id') primary key,
  at timestamptz not null,
  -- Null for an e-mail that has no account; its hash tells whether two were the same.
  user_id bigint references users (id),
  about_clinic_id bigint references clinics (id),
  email_hash bytea not null,
  address varchar(45) not null,
  user_agent varchar(200),
  way varchar(20) not null check (way in ('password', 'recovery_code', 'totp', 'passkey', 'reset_link', 'pin')),
  is_right boolean not null,
  -- The password was right, and a second factor is asked for.
  waits_for_code boolean not null default false,
  constraint sign_ins_waiting_is_not_right check (not (is_right and waits_for_code))
);
create index sign_ins_by_time on sign_ins (at);
create index sign_ins_of_clinic on sign_ins (about_clinic_id, id desc) where about_clinic_id is not null;
create index sign_ins_of_user on sign_ins (user_id, id desc);
grant select on sign_ins to klinika_admin;
grant select, insert, delete on sign_ins to klinika_auth;
grant select on sign_ins to klinika_backup;

-- What the server signs device cookies with: of the whole database, so that every process has the same, and random, so
-- that nobody can work it out.
create table signing_key (
  is_the_only_row boolean default true primary key check (is_the_only_row),
  value bytea not null
);
grant select on signing_key to klinika_auth;
grant select on signing_key to klinika_backup;
insert into signing_key (value)
values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The PIN with which an owner leaves staff mode, as a hash.
create table staff_mode_pins (
  user_id bigint primary key references users (id) on delete cascade,
  pin_hash text not null,
  changed_at timestamptz not null
);
grant select, insert, update, delete on staff_mode_pins to klinika_auth;
grant select on staff_mode_pins to klinika_backup;

set local role klinika_auth;

-- What is needed to sign an account in: one row for a known e-mail, none otherwise. device_is_known: this device signed
-- in to it before.
create function account_for_sign_in(p_email text, p_device bytea, p_at timestamptz)
  returns table (user_id bigint, password_hash text, temporary_until timestamptz, is_active boolean, role varchar,
                 first_name varchar, last_name varchar, clinic_name varchar, clinic_is_active boolean, subscription_status text,
                 device_is_known boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select u.id, c.password_hash, c.temporary_until, u.is_active, u.role, u.first_name, u.last_name, l.name, l.is_active,
           effective_status(l.subscription_status, l.trial_ends_at, p_at),
           exists (select 1 from known_devices d where d.user_id = u.id and d.device_hash = p_device)
    from users u
    join credentials c on c.user_id = u.id
    left join clinics l on l.id = u.clinic_id
    where u.email = p_email;
end $$;
grant execute on function account_for_sign_in(text, bytea, timestamptz) to klinika_app;
comment on function account_for_sign_in(text, bytea, timestamptz) is
  'nullable: p_device, temporary_until, clinic_name, clinic_is_active, subscription_status';

-- Counts an attempt to sign in as failed; forgive_sign_in takes that back. Attempts on one key wait for each other: a
-- hundred guesses sent at once are counted like a hundred sent in turn. Returns a row for each key, in the order given,
-- with the failures before this one. Failures from the future, after the machine's clock was set back, get the time of
-- this one.
create function begin_sign_in(p_keys bytea[], p_at timestamptz, p_recently interval)
  returns table (attempt bigint, recent integer, in_a_day integer, last_failed_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  this_attempt bigint := nextval('klinika_id');
  lock_key bigint;
begin
  for lock_key in select distinct hashtextextended(encode(k, 'hex'), 4203) from unnest(p_keys) k order by 1 loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
  update sign_in_failures f set failed_at = p_at where f.key = any (p_keys) and f.failed_at > p_at;
  return query
    select this_attempt, (count(f.key) filter (where f.failed_at > p_at - p_recently))::integer, count(f.key)::integer,
           max(f.failed_at)
    from unnest(p_keys) with ordinality as k (key, place)
    left join sign_in_failures f on f.key = k.key and f.failed_at > p_at - interval '1 day'
    group by k.place order by k.place;
  insert into sign_in_failures (attempt, key, failed_at) select this_attempt, k, p_at from unnest(p_keys) k;
end $$;
grant execute on function begin_sign_in(bytea[], timestamptz, interval) to klinika_app;
comment on function begin_sign_in(bytea[], timestamptz, interval) is 'nullable: last_failed_at';

-- Stores where a session was opened from, by which a user knows it in the list of devices.
create function describe_session(p_token_hash bytea, p_address text, p_user_agent text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update sessions set address = left(p_address, 45), user_agent = left(p_user_agent, 200) where token_hash = p_token_hash;
end $$;
grant execute on function describe_session(bytea, text, text) to klinika_app;
comment on function describe_session(bytea, text, text) is 'nullable: p_user_agent';

-- Ends a session of the account by its id. False where it has no such session.
create function end_own_session(p_user bigint, p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from sessions where id = p_id and user_id = p_user;
  return found;
end $$;
grant execute on function end_own_session(bigint, bigint) to klinika_app;

-- Signs out. In staff mode the owner's session ends too, and with it the one of staff mode.
create function end_session(p_token_hash bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from sessions
  where token_hash = p_token_hash or token_hash = (select owner_session from sessions where token_hash = p_token_hash);
end $$;
grant execute on function end_session(bytea) to klinika_app;

-- Ends the account's sessions but p_except, the one that stays; null ends all. One of staff mode stays as one that
-- opens nothing.
create function end_sessions_of(p_user bigint, p_except bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update sessions set last_seen_at = '-infinity'
  where user_id = p_user and token_hash is distinct from p_except and owner_session is not null;
  delete from sessions
  where user_id = p_user and token_hash is distinct from p_except and owner_session is null;
end $$;
grant execute on function end_sessions_of(bigint, bytea) to klinika_app;

-- Ends a session of the clinic's staff by its id. False where there is no such session. One of staff mode stays as one
-- that opens nothing: the owner's session beside it waits for the owner's password.
create function end_staff_session(p_clinic bigint, p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended sessions;
begin
  select s.* into ended from sessions s join users u on u.id = s.user_id
  where s.id = p_id and u.clinic_id = p_clinic and u.role in ('staff', 'secretary') and s.last_seen_at > '-infinity';
  if not found then
    return false;
  end if;
  if ended.owner_session is null then
    delete from sessions where token_hash = ended.token_hash;
  else
    update sessions set last_seen_at = '-infinity' where token_hash = ended.token_hash;
  end if;
  return true;
end $$;
grant execute on function end_staff_session(bigint, bigint) to klinika_app;

-- Opens a session of a staff account beside the owner's, which rests meanwhile. p_desk: the owner's session, or one of
-- staff mode, which gives way to the new one. False where no session was opened: it takes a living one of an owner, and
-- staff of the same clinic. It ends with the owner's at the latest.
create function enter_staff_mode(p_user bigint, p_token_hash bytea, p_device bytea, p_at timestamptz,
                                 p_expires timestamptz, p_desk bytea, p_password_hash text)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  owners sessions%rowtype;
begin
  select o.* into owners
  from sessions d
  join sessions o on o.token_hash = coalesce(d.owner_session, d.token_hash)
  join users w on w.id = o.user_id and w.role = 'owner' and w.is_active
  join users u on u.id = p_user and u.clinic_id = w.clinic_id and u.role in ('staff', 'secretary') and u.is_active
  where d.token_hash = p_desk and o.expires_at > p_at
  for update of o;
  if not found then
    return false;
  end if;
  delete from sessions where owner_session = owners.token_hash;
  if not start_session(p_user, p_token_hash, p_device, p_at, least(p_expires, owners.expires_at), false,
                       owners.token_hash, p_password_hash) then
    return false;
  end if;
  update sessions set rests = true where token_hash = owners.token_hash;
  return true;
end $$;
grant execute on function enter_staff_mode(bigint, bytea, bytea, timestamptz, timestamptz, bytea, text) to klinika_app;

-- Forgets the account's devices that need no second factor, but p_except.
create function forget_other_devices(p_user bigint, p_except bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from remembered_devices where user_id = p_user and device_hash is distinct from p_except; end $$;
grant execute on function forget_other_devices(bigint, bytea) to klinika_app;
comment on function forget_other_devices(bigint, bytea) is 'nullable: p_except';

-- Takes back one attempt from the keys it was counted on, and all there is on p_forgotten.
create function forgive_sign_in(p_attempt bigint, p_counted bytea[], p_forgotten bytea[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from sign_in_failures where (key = any (p_counted) and attempt = p_attempt) or key = any (p_forgotten);
end $$;
grant execute on function forgive_sign_in(bigint, bytea[], bytea[]) to klinika_app;

-- Whether this is a session of staff mode that was ended from elsewhere, while the owner's beside it goes on: the
-- answer to its requests offers the way back.
create function is_ended_staff_mode(p_token_hash bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (
    select 1 from sessions s join sessions o on o.token_hash = s.owner_session
    where s.token_hash = p_token_hash and s.last_seen_at = '-infinity' and s.expires_at > p_at);
end $$;
grant execute on function is_ended_staff_mode(bytea, timestamptz) to klinika_app;

-- Whether this is an owner's session that rests while staff mode lasts. A session of staff mode that was left alone
-- still counts: only the owner's password ends it, or signing out.
create function is_resting(p_token_hash bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return exists (select from sessions where token_hash = p_token_hash and rests and expires_at > p_at); end $$;
grant execute on function is_resting(bytea, timestamptz) to klinika_app;

-- Ends staff mode. The owner's session goes on under a new token, for the browser has kept none of it. p_expires: a new
-- end, where the owner's password was typed again; null leaves the session's times as they are. False where the session
-- is none of staff mode.
create function leave_staff_mode(p_token_hash bytea, p_new_hash bytea, p_at timestamptz, p_expires timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  owners bytea;
begin
  select owner_session into owners from sessions where token_hash = p_token_hash;
  if owners is null then
    return false;
  end if;
  delete from sessions where owner_session = owners;
  update sessions
  set token_hash = p_new_hash, rests = false, last_seen_at = p_at, expires_at = coalesce(p_expires, expires_at),
      password_typed_at = case when p_expires is null then password_typed_at else p_at end
  where token_hash = owners;
  return found;
end $$;
grant execute on function leave_staff_mode(bytea, bytea, timestamptz, timestamptz) to klinika_app;
comment on function leave_staff_mode(bytea, bytea, timestamptz, timestamptz) is 'nullable: p_expires';

-- What use_sessions answers, with what decides whether a second factor must be set up first. Called for the sessions of
-- requests that arrive together.
create function look_up_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval,
                                 p_idle_remembered interval)
  returns table (place bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 permissions text, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz, is_to_touch boolean, has_second_factor boolean,
                 clinic_requires_second_factor boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.place, s.user_id, s.email, s.first_name, s.last_name, s.role, s.permissions, s.password_changed, s.clinic_id,
           s.clinic_name, s.primary_color, s.clinic_is_active, s.subscription_status, s.owner_user_id, s.is_remembered,
           s.password_typed_at, s.is_to_touch,
           f.confirmed_at is not null or exists (select 1 from passkeys k where k.user_id = s.user_id),
           coalesce(c.requires_second_factor, false)
    from use_sessions(p_token_hashes, p_are_active_use, p_at, p_idle, p_idle_remembered) s
    left join second_factors f on f.user_id = s.user_id
    left join clinics c on c.id = s.clinic_id;
end $$;
grant execute on function look_up_sessions(bytea[], boolean[], timestamptz, interval, interval) to klinika_app;
comment on function look_up_sessions(bytea[], boolean[], timestamptz, interval, interval) is
  'nullable: clinic_id, clinic_name, primary_color, clinic_is_active, subscription_status, owner_user_id, '
  'clinic_requires_second_factor';

-- Records a sign-in or an attempt. The account's clinic is read first: a cluster takes no query within an insert.
create function note_sign_in(p_user bigint, p_email_hash bytea, p_address text, p_user_agent text, p_way text,
                             p_is_right boolean, p_waits_for_code boolean, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  about_clinic constant bigint := (select u.clinic_id from users u where u.id = p_user);
begin
  insert into sign_ins (at, user_id, about_clinic_id, email_hash, address, user_agent, way, is_right, waits_for_code)
  values (p_at, p_user, about_clinic, p_email_hash, left(p_address, 45), left(p_user_agent, 200), p_way, p_is_right,
          p_waits_for_code);
end $$;
grant execute on function note_sign_in(bigint, bytea, text, text, text, boolean, boolean, timestamptz) to klinika_app;
comment on function note_sign_in(bigint, bytea, text, text, text, boolean, boolean, timestamptz) is
  'nullable: p_user, p_user_agent';

-- The owner whose session rests beside this one of staff mode.
create function owner_beside(p_token_hash bytea)
  returns table (session_id bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 password_hash text, is_remembered boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select o.id, u.id, u.email, u.first_name, u.last_name, u.role, c.password_hash, o.is_remembered
    from sessions s
    join sessions o on o.token_hash = s.owner_session
    join users u on u.id = o.user_id and u.is_active
    join credentials c on c.user_id = u.id
    where s.token_hash = p_token_hash;
end $$;
grant execute on function owner_beside(bytea) to klinika_app;

-- The key of device cookies, which the server reads at its start.
create function read_signing_key() returns bytea
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select value from signing_key); end $$;
grant execute on function read_signing_key() to klinika_app;

-- Records that the password was typed again in this session.
create function renew_typed_password(p_token_hash bytea, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin update sessions set password_typed_at = p_at where token_hash = p_token_hash; end $$;
grant execute on function renew_typed_password(bytea, timestamptz) to klinika_app;

-- The sessions of a clinic's staff that still open something; used last, first.
create function sessions_of_staff(p_clinic bigint, p_at timestamptz)
  returns table (id bigint, user_name text, user_agent varchar, address varchar, created_at timestamptz, last_seen_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, trim(u.first_name || ' ' || u.last_name), s.user_agent, s.address, s.created_at, s.last_seen_at
    from users u join sessions s on s.user_id = u.id
    where u.clinic_id = p_clinic and u.role in ('staff', 'secretary') and s.expires_at > p_at
      and s.last_seen_at > '-infinity'
    order by s.last_seen_at desc, s.id desc;
end $$;
grant execute on function sessions_of_staff(bigint, timestamptz) to klinika_app;
comment on function sessions_of_staff(bigint, timestamptz) is 'nullable: user_agent, address';

-- The account's sessions that still open something, or wait beside staff mode; used last, first.
create function sessions_of_user(p_user bigint, p_at timestamptz)
  returns table (id bigint, token_hash bytea, user_agent varchar, address varchar, created_at timestamptz,
                 last_seen_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select id, token_hash, user_agent, address, created_at, last_seen_at from sessions
    where user_id = p_user and expires_at > p_at and last_seen_at > '-infinity'
    order by last_seen_at desc, id desc;
end $$;
grant execute on function sessions_of_user(bigint, timestamptz) to klinika_app;
comment on function sessions_of_user(bigint, timestamptz) is 'nullable: user_agent, address';

-- Sets the PIN with which the owner leaves staff mode; null takes it away. False where there was none to take away.
create function set_staff_mode_pin(p_user bigint, p_pin_hash text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if p_pin_hash is null then
    delete from staff_mode_pins where user_id = p_user;
    return found;
  end if;
  insert into staff_mode_pins (user_id, pin_hash, changed_at) values (p_user, p_pin_hash, p_at)
  on conflict (user_id) do update set pin_hash = excluded.pin_hash, changed_at = excluded.changed_at;
  return true;
end $$;
grant execute on function set_staff_mode_pin(bigint, text, timestamptz) to klinika_app;
comment on function set_staff_mode_pin(bigint, text, timestamptz) is 'nullable: p_pin_hash';

-- A page of the sign-ins of all accounts, newest first, for the console.
create function sign_ins_of_all(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.at, trim(u.first_name || ' ' || u.last_name), c.name::text, s.address, s.user_agent, s.way, s.is_right,
           s.waits_for_code
    from sign_ins s left join users u on u.id = s.user_id left join clinics c on c.id = s.about_clinic_id
    where s.id < p_before order by s.id desc limit p_limit;
end $$;
grant execute on function sign_ins_of_all(bigint, integer) to klinika_app;
comment on function sign_ins_of_all(bigint, integer) is 'nullable: user_name, clinic_name, user_agent';

-- A page of the sign-ins of a clinic's accounts, newest first, for its owner. clinic_name is null.
create function sign_ins_of_clinic(p_clinic bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.at, trim(u.first_name || ' ' || u.last_name), null, s.address, s.user_agent, s.way, s.is_right,
           s.waits_for_code
    from sign_ins s join users u on u.id = s.user_id
    where s.about_clinic_id = p_clinic and s.id < p_before order by s.id desc limit p_limit;
end $$;
grant execute on function sign_ins_of_clinic(bigint, bigint, integer) to klinika_app;
comment on function sign_ins_of_clinic(bigint, bigint, integer) is 'nullable: user_name, clinic_name, user_agent';

-- A page of the account's own sign-ins, newest first. user_name and clinic_name are null.
create function sign_ins_of_user(p_user bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.at, null, null, s.address, s.user_agent, s.way, s.is_right, s.waits_for_code
    from sign_ins s where s.user_id = p_user and s.id < p_before order by s.id desc limit p_limit;
end $$;
grant execute on function sign_ins_of_user(bigint, bigint, integer) to klinika_app;
comment on function sign_ins_of_user(bigint, bigint, integer) is 'nullable: user_name, clinic_name, user_agent';

-- The hash of the owner's PIN; no row without one.
create function staff_mode_pin_of(p_user bigint) returns table (pin_hash text, changed_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select pin_hash, changed_at from staff_mode_pins where user_id = p_user;
end $$;
grant execute on function staff_mode_pin_of(bigint) to klinika_app;

-- Opens a session. False when p_password_hash, which was verified, is not the password any more. Who changes it
-- meanwhile waits for this session and ends it.
create function start_session(p_user bigint, p_token_hash bytea, p_device bytea, p_at timestamptz, p_expires timestamptz,
                              p_remembered boolean, p_owner_session bytea, p_password_hash text)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform from credentials where user_id = p_user and password_hash = p_password_hash for share;
  if not found then
    return false;
  end if;
  insert into sessions (token_hash, user_id, owner_session, is_remembered, password_typed_at, last_seen_at, expires_at,
                        created_at)
  values (p_token_hash, p_user, p_owner_session, p_remembered, p_at, p_at, p_expires, p_at);
  insert into known_devices (user_id, device_hash, last_used_at)
  select p_user, p_device, p_at where p_device is not null
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at;
  delete from sessions where user_id = p_user and expires_at < least(p_at, now() + interval '1 day');
  return true;
end $$;
grant execute on function start_session(bigint, bytea, bytea, timestamptz, timestamptz, boolean, bytea, text) to klinika_app;
comment on function start_session(bigint, bytea, bytea, timestamptz, timestamptz, boolean, bytea, text) is
  'nullable: p_device, p_owner_session';

-- Deletes what has had its time: sessions, failed sign-ins, devices not seen for long, keys of done requests, turns of
-- limits, and which views were just recorded. One server at a time.
create function sweep_expired(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  p_at := least(p_at, now() + interval '1 day');
  if not pg_try_advisory_xact_lock(4204) then
    return;
  end if;
  delete from sessions where expires_at < p_at;
  delete from sign_in_failures where failed_at < p_at - interval '1 day';
  delete from known_devices where last_used_at < p_at - interval '400 days';
  delete from idempotency_keys where created_at < p_at - interval '24 hours';
  -- No window of a limit is longer than a day.
  delete from turns_taken where started_at < p_at - interval '1 day';
  delete from views_noted where noted_at < p_at - interval '5 minutes';
end $$;
grant execute on function sweep_expired(timestamptz) to klinika_app;

-- Deletes sign-ins after a year.
create function sweep_sign_ins(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin delete from sign_ins where at < least(p_at, now() + interval '1 day') - interval '1 year'; end $$;
grant execute on function sweep_sign_ins(timestamptz) to klinika_app;

-- Records that sessions are in use. A session that somebody else is changing is touched by a later request, so that
-- nobody's lock holds up the others here.
create function touch_sessions(p_token_hashes bytea[], p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update sessions set last_seen_at = p_at
  where token_hash in (select token_hash from sessions where token_hash = any (p_token_hashes) for update skip locked);
end $$;
grant execute on function touch_sessions(bytea[], timestamptz) to klinika_app;

-- One session by use_sessions, touched where it is time.
create function use_session(p_token_hash bytea, p_at timestamptz, p_is_active_use boolean, p_idle interval,
                            p_idle_remembered interval)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar, permissions text[],
                 is_active boolean, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  perform touch_sessions(array[p_token_hash], p_at)
  from use_sessions(array[p_token_hash], array[p_is_active_use], p_at, p_idle, p_idle_remembered) where is_to_touch;
  return query
    select user_id, email, first_name, last_name, role, string_to_array(permissions, ' '), true, password_changed, clinic_id,
           clinic_name, primary_color, clinic_is_active, subscription_status, owner_user_id, is_remembered, password_typed_at
    from use_sessions(array[p_token_hash], array[false], p_at, p_idle, p_idle_remembered);
end $$;

-- The sessions and all that decides what they may do, read for every request, so that a right that was taken away is
-- gone on the next one. A row for each token that opens something; place: its place among the tokens. is_to_touch:
-- last_seen_at is more than a minute ago, and the request is no poll.
create function use_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval,
                             p_idle_remembered interval)
  returns table (place bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 permissions text, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz, is_to_touch boolean)
  language plpgsql stable security definer rows 10 set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select asked.place, u.id, u.email, u.first_name, u.last_name, u.role, array_to_string(u.permissions, ' '),
           u.password_changed, u.clinic_id, c.name, c.primary_color, c.is_active,
           effective_status(c.subscription_status, c.trial_ends_at, p_at), o.user_id, s.is_remembered, s.password_typed_at,
           asked.is_active_use and s.last_seen_at < p_at - interval '1 minute'
    from unnest(p_token_hashes, p_are_active_use) with ordinality as asked (token_hash, is_active_use, place)
    join sessions s on s.token_hash = asked.token_hash
    join users u on u.id = s.user_id
    left join clinics c on c.id = u.clinic_id
    left join sessions o on o.token_hash = s.owner_session
    where s.expires_at > p_at and u.is_active and not s.rests
      and s.last_seen_at > p_at - case when s.is_remembered then p_idle_remembered else p_idle end;
end $$;
grant execute on function use_sessions(bytea[], boolean[], timestamptz, interval, interval) to klinika_app;

set local role klinika_owner;
