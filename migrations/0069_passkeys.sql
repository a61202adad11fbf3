-- Passkeys (WebAuthn) as a second factor and as a way out of staff mode, and the PIN of that way out.
create table passkeys (
  id bigint primary key default nextval('klinika_id'),
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The authenticator's own count of its signatures; 0 for those that keep none.
  counter bigint not null,
  transports text[] not null,
  name varchar(60) not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- What an authenticator was asked to sign, for once. Only hashes are stored.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('add', 'leave staff mode')),
  expires_at timestamptz not null
);

create table staff_mode_pins (
  user_id bigint primary key references users on delete cascade,
  pin_hash text not null,
  changed_at timestamptz not null
);
grant select, insert, update, delete on passkeys, passkey_challenges, staff_mode_pins to klinika_auth;
grant select on passkeys, passkey_challenges, staff_mode_pins to klinika_backup;

create function passkeys_of(p_user bigint)
  returns table (id bigint, credential_id bytea, public_key bytea, counter bigint, transports text[], name varchar,
                 created_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
  from passkeys where user_id = p_user order by id
$$;

create function start_passkey_challenge(p_hash bytea, p_user bigint, p_purpose text, p_expires timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at) values (p_hash, p_user, p_purpose, p_expires) $$;

-- False when it was taken before, is too old, or belongs to somebody else or to something else.
create function take_passkey_challenge(p_hash bytea, p_user bigint, p_purpose text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from passkey_challenges
  where challenge_hash = p_hash and user_id = p_user and purpose = p_purpose and expires_at > p_at;
  return found;
end $$;

-- The first factor of an account brings its recovery codes: true when p_codes were taken. Null where the passkey is
-- somebody's already, or the account has as many as it may.
create function add_passkey(p_user bigint, p_credential bytea, p_key bytea, p_counter bigint, p_transports text[], p_name text,
                            p_codes bytea[], p_most integer, p_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_first boolean;
begin
  perform 1 from credentials where user_id = p_user for update;
  if (select count(*) from passkeys where user_id = p_user) >= p_most then
    return null;
  end if;
  is_first := not has_second_factor(p_user);
  insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
  values (p_user, p_credential, p_key, p_counter, p_transports, p_name, p_at)
  on conflict (credential_id) do nothing;
  if not found then
    return null;
  end if;
  if is_first then
    delete from recovery_codes where user_id = p_user;
    insert into recovery_codes (user_id, code_hash) select p_user, c from unnest(p_codes) c;
    perform tell_of_second_factor(p_user, 'Two-step sign-in is on', 'Signing in now asks for your passkey.', p_at);
  else
    perform tell_of_second_factor(p_user, 'A passkey was added', 'If this was not you, remove it and change your password.', p_at);
  end if;
  return is_first;
end $$;

-- False for a count that an authenticator gave before, as a copy of it would.
create function use_passkey(p_user bigint, p_credential bytea, p_counter bigint, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update passkeys set counter = p_counter, last_used_at = p_at
  where user_id = p_user and credential_id = p_credential and (p_counter > counter or (p_counter = 0 and counter = 0));
  return found;
end $$;

create function has_second_factor(p_user bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select 1 from second_factors where user_id = p_user and confirmed_at is not null)
      or exists (select 1 from passkeys where user_id = p_user)
$$;

-- What is left of an account's second step once its last factor is gone: nothing.
create function end_second_step(p_user bigint, p_title text, p_message text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where user_id = p_user;
  delete from recovery_codes where user_id = p_user;
  delete from remembered_devices where user_id = p_user;
  perform tell_of_second_factor(p_user, p_title, p_message, p_at);
end $$;

-- False where there is no such passkey.
create function remove_passkey(p_user bigint, p_id bigint, p_title text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform 1 from credentials where user_id = p_user for update;
  delete from passkeys where user_id = p_user and id = p_id;
  if not found then
    return false;
  end if;
  if has_second_factor(p_user) then
    perform tell_of_second_factor(p_user, 'A passkey was removed', 'If this was not you, change your password.', p_at);
  else
    perform end_second_step(p_user, p_title, p_message, p_at);
  end if;
  return true;
end $$;

-- Takes the authenticator app alone away. False where there is none.
create function remove_authenticator(p_user bigint, p_title text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  was_on boolean;
begin
  perform 1 from credentials where user_id = p_user for update;
  delete from second_factors where user_id = p_user returning confirmed_at is not null into was_on;
  if was_on and has_second_factor(p_user) then
    perform tell_of_second_factor(p_user, 'The authenticator app was removed', 'If this was not you, change your password.', p_at);
  elsif was_on then
    perform end_second_step(p_user, p_title, p_message, p_at);
  end if;
  return coalesce(was_on, false);
end $$;

create function staff_mode_pin_of(p_user bigint) returns table (pin_hash text, changed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select pin_hash, changed_at from staff_mode_pins where user_id = p_user $$;

-- Null takes it away.
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

set local role klinika_auth;

-- Every factor of the account and all that stands on them, for a reset. A factor that was not confirmed goes without a
-- word.
create or replace function remove_second_factor(p_user bigint, p_title text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  was_on boolean := has_second_factor(p_user);
begin
  delete from second_factors where user_id = p_user;
  delete from passkeys where user_id = p_user;
  if was_on then
    perform end_second_step(p_user, p_title, p_message, p_at);
  end if;
  return was_on;
end $$;

-- False without a second factor.
create or replace function renew_recovery_codes(p_user bigint, p_codes bytea[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform 1 from credentials where user_id = p_user for update;
  if not has_second_factor(p_user) then
    return false;
  end if;
  delete from recovery_codes where user_id = p_user;
  insert into recovery_codes (user_id, code_hash) select p_user, c from unnest(p_codes) c;
  return true;
end $$;

create or replace function sweep_second_factors(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from second_factor_challenges where expires_at < p_at;
  delete from remembered_devices where expires_at < p_at;
  delete from passkey_challenges where expires_at < p_at;
$$;

drop function second_factor_of(bigint);
drop function look_up_sessions(bytea[], boolean[], timestamptz, interval, interval);
set local role klinika_owner;

-- One row for every account; secret is null without an authenticator app.
create function second_factor_of(p_user bigint)
  returns table (secret text, last_step bigint, is_confirmed boolean, confirmed_at timestamptz, passkeys integer,
                 recovery_codes_left integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select encode(f.secret, 'hex'), f.last_step, f.confirmed_at is not null, f.confirmed_at,
         (select count(*) from passkeys k where k.user_id = a.id)::integer,
         (select count(*) from recovery_codes r where r.user_id = a.id and r.used_at is null)::integer
  from (select p_user as id) a left join second_factors f on f.user_id = a.id
$$;

-- What use_sessions answers, with what decides whether a second factor must be set up first.
create function look_up_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval, p_idle_remembered interval)
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

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'passkeys_of(bigint)', 'start_passkey_challenge(bytea, bigint, text, timestamptz)',
    'take_passkey_challenge(bytea, bigint, text, timestamptz)',
    'add_passkey(bigint, bytea, bytea, bigint, text[], text, bytea[], integer, timestamptz)',
    'use_passkey(bigint, bytea, bigint, timestamptz)', 'remove_passkey(bigint, bigint, text, text, timestamptz)',
    'remove_authenticator(bigint, text, text, timestamptz)', 'staff_mode_pin_of(bigint)',
    'set_staff_mode_pin(bigint, text, timestamptz)', 'second_factor_of(bigint)',
    'look_up_sessions(bytea[], boolean[], timestamptz, interval, interval)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
  -- Only the functions above call these.
  foreach door in array array[
    'has_second_factor(bigint)', 'end_second_step(bigint, text, text, timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
