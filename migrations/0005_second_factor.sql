-- The second factor of an account: an authenticator app or passkeys, with recovery codes. The server reads these tables
-- through functions alone.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- What an authenticator was asked to sign, for once. Only hashes are stored.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'leave staff mode')),
  expires_at timestamptz not null
);
grant select, insert, update, delete on passkey_challenges to klinika_auth;
grant select on passkey_challenges to klinika_backup;

-- Passkeys (WebAuthn), as a second factor and as a way out of staff mode.
create table passkeys (
  id bigint default nextval('klinika_id') primary key,
  user_id bigint not null references users (id) on delete cascade,
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
grant select, insert, update, delete on passkeys to klinika_auth;
grant select on passkeys to klinika_backup;

-- Ten codes that each stand in for the second factor once, as SHA-256.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to klinika_auth;

-- Devices on which an account signs in without its second factor, for a time.
create table remembered_devices (
  user_id bigint not null references users (id) on delete cascade,
  device_hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on remembered_devices to klinika_auth;

-- A right password that waits for the second factor. desk_session: the owner's, when it leads into staff mode.
create table second_factor_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  desk_session bytea,
  is_remembered boolean not null,
  expires_at timestamptz not null,
  -- Null for a browser that brought no device secret with the password, and for programs.
  device_hash bytea
);
create index second_factor_challenges_by_user on second_factor_challenges (user_id);
grant select, insert, update, delete on second_factor_challenges to klinika_auth;

-- The authenticator app of an account.
create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  secret bytea not null,
  -- The 30 seconds of the code that was used last: it and earlier ones are refused.
  last_step bigint,
  -- Null while it is being set up: sign-in does not ask for it yet.
  confirmed_at timestamptz,
  created_at timestamptz not null
);
grant select, insert, update, delete on second_factors to klinika_auth;

-- After a new password: voids the challenges that the old one opened, and every device asks for the second factor
-- again.
create function void_challenges() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where user_id = new.user_id;
  delete from remembered_devices where user_id = new.user_id;
  return null;
end $$;

set local role klinika_auth;

-- Adds a passkey. The first factor of an account brings its recovery codes: true when p_codes were taken. Null where
-- the passkey is somebody's already, or the account has as many as it may.
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
    perform tell_of_second_factor(p_user, 'A passkey was added',
      'If this was not you, remove it and change your password.', p_at);
  end if;
  return is_first;
end $$;
grant execute on function add_passkey(bigint, bytea, bytea, bigint, text[], text, bytea[], integer, timestamptz) to klinika_app;
comment on function add_passkey(bigint, bytea, bytea, bigint, text[], text, bytea[], integer, timestamptz) is 'nullable: result';

-- Confirms the authenticator app that is being set up, with its recovery codes. False when it was confirmed meanwhile,
-- or the secret is not the one that the code was checked against.
create function confirm_second_factor(p_user bigint, p_secret bytea, p_step bigint, p_codes bytea[], p_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update second_factors set confirmed_at = p_at, last_step = p_step
  where user_id = p_user and secret = p_secret and confirmed_at is null;
  if not found then
    return false;
  end if;
  delete from recovery_codes where user_id = p_user;
  insert into recovery_codes (user_id, code_hash) select p_user, c from unnest(p_codes) c;
  perform tell_of_second_factor(p_user, 'Two-step sign-in is on',
    'Signing in now asks for a code from your authenticator app.', p_at);
  return true;
end $$;
grant execute on function confirm_second_factor(bigint, bytea, bigint, bytea[], timestamptz) to klinika_app;

-- Takes a challenge whose second factor was right. False when it was taken before.
create function end_second_factor_challenge(p_token bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where token_hash = p_token;
  return found;
end $$;
grant execute on function end_second_factor_challenge(bytea) to klinika_app;

-- Removes what is left of an account's second step once its last factor is gone, and tells the user.
create function end_second_step(p_user bigint, p_title text, p_message text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where user_id = p_user;
  delete from recovery_codes where user_id = p_user;
  delete from remembered_devices where user_id = p_user;
  perform tell_of_second_factor(p_user, p_title, p_message, p_at);
end $$;

-- Whether the account has a factor that sign-in asks for.
create function has_second_factor(p_user bigint) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select 1 from second_factors where user_id = p_user and confirmed_at is not null)
      or exists (select 1 from passkeys where user_id = p_user);
end $$;

-- Whether the account signs in on this device without its second factor.
create function is_remembered_device(p_user bigint, p_device bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select 1 from remembered_devices where user_id = p_user and device_hash = p_device and expires_at > p_at);
end $$;
grant execute on function is_remembered_device(bigint, bytea, timestamptz) to klinika_app;

-- The account's passkeys, in the order in which they were added.
create function passkeys_of(p_user bigint)
  returns table (id bigint, credential_id bytea, public_key bytea, counter bigint, transports text[], name varchar,
                 created_at timestamptz, last_used_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from passkeys where user_id = p_user order by id;
end $$;
grant execute on function passkeys_of(bigint) to klinika_app;
comment on function passkeys_of(bigint) is 'nullable: last_used_at';

-- Begins to set up an authenticator app, anew where one was begun before. False when the account has a confirmed one,
-- which must be removed first.
create function prepare_second_factor(p_user bigint, p_secret bytea, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into second_factors as f (user_id, secret, created_at) values (p_user, p_secret, p_at)
  on conflict (user_id) do update set secret = excluded.secret, last_step = null, created_at = excluded.created_at
    where f.confirmed_at is null;
  return found;
end $$;
grant execute on function prepare_second_factor(bigint, bytea, timestamptz) to klinika_app;

-- The account's recovery codes that were not used.
create function recovery_codes_of(p_user bigint) returns table (code_hash bytea)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select code_hash from recovery_codes where user_id = p_user and used_at is null;
end $$;
grant execute on function recovery_codes_of(bigint) to klinika_app;

-- Lets the account sign in on this device without its second factor, until p_until.
create function remember_device(p_user bigint, p_device bytea, p_until timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into remembered_devices (user_id, device_hash, expires_at) values (p_user, p_device, p_until)
  on conflict (user_id, device_hash) do update set expires_at = excluded.expires_at;
end $$;
grant execute on function remember_device(bigint, bytea, timestamptz) to klinika_app;

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
    perform tell_of_second_factor(p_user, 'The authenticator app was removed',
      'If this was not you, change your password.', p_at);
  elsif was_on then
    perform end_second_step(p_user, p_title, p_message, p_at);
  end if;
  return coalesce(was_on, false);
end $$;
grant execute on function remove_authenticator(bigint, text, text, timestamptz) to klinika_app;

-- Takes one passkey away. False where there is no such passkey.
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
grant execute on function remove_passkey(bigint, bigint, text, text, timestamptz) to klinika_app;

-- Removes every factor of the account and all that stands on them, for a reset. False where none was confirmed: one
-- that is being set up goes without a word.
create function remove_second_factor(p_user bigint, p_title text, p_message text, p_at timestamptz) returns boolean
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
grant execute on function remove_second_factor(bigint, text, text, timestamptz) to klinika_app;

-- Replaces the account's recovery codes. False without a second factor.
create function renew_recovery_codes(p_user bigint, p_codes bytea[]) returns boolean
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
grant execute on function renew_recovery_codes(bigint, bytea[]) to klinika_app;

-- For a lost phone of the clinic's staff; ends the account's sessions. False when the account has no second factor, or
-- is none of the clinic's staff.
create function reset_staff_second_factor(p_clinic bigint, p_user bigint, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform 1 from users u
  where u.id = p_user and u.clinic_id = p_clinic and p_clinic = current_clinic() and u.role in ('staff', 'secretary');
  if not found or not remove_second_factor(p_user, 'Two-step sign-in was reset',
       'The owner of your clinic has reset it. Set it up again under Security.', p_at) then
    return false;
  end if;
  perform end_sessions_of(p_user, null);
  return true;
end $$;
grant execute on function reset_staff_second_factor(bigint, bigint, timestamptz) to klinika_app;

-- The account of a challenge as it stands at p_at, with the password that a session is opened for. No row where the
-- account was deactivated since the password was typed, or its temporary password ended. Whether its clinic was
-- suspended is for the caller to look at.
create function second_factor_challenge(p_token bytea, p_device bytea, p_at timestamptz)
  returns table (user_id bigint, desk_session text, is_remembered boolean, email varchar, first_name varchar, last_name varchar,
                 role varchar, clinic_name varchar, clinic_is_active boolean, subscription_status text, password_hash text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select u.id, encode(c.desk_session, 'hex'), c.is_remembered, u.email, u.first_name, u.last_name, u.role, l.name, l.is_active,
           effective_status(l.subscription_status, l.trial_ends_at, p_at), p.password_hash
    from second_factor_challenges c
    join users u on u.id = c.user_id
    join credentials p on p.user_id = u.id
    left join clinics l on l.id = u.clinic_id
    where c.token_hash = p_token and c.expires_at > p_at and (c.device_hash is null or c.device_hash = p_device)
      and u.is_active and (p.temporary_until is null or p.temporary_until > p_at);
end $$;
grant execute on function second_factor_challenge(bytea, bytea, timestamptz) to klinika_app;
comment on function second_factor_challenge(bytea, bytea, timestamptz) is
  'nullable: p_device, desk_session, clinic_name, clinic_is_active, subscription_status';

-- What an account has of a second factor: one row for every account; secret is null without an authenticator app.
create function second_factor_of(p_user bigint)
  returns table (secret text, last_step bigint, is_confirmed boolean, confirmed_at timestamptz, passkeys integer,
                 recovery_codes_left integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select encode(f.secret, 'hex'), f.last_step, f.confirmed_at is not null, f.confirmed_at,
           (select count(*) from passkeys k where k.user_id = a.id)::integer,
           (select count(*) from recovery_codes r where r.user_id = a.id and r.used_at is null)::integer
    from (select p_user as id) a left join second_factors f on f.user_id = a.id;
end $$;
grant execute on function second_factor_of(bigint) to klinika_app;
comment on function second_factor_of(bigint) is 'nullable: secret, last_step, confirmed_at';

-- Stores what an authenticator is asked to sign.
create function start_passkey_challenge(p_hash bytea, p_user bigint, p_purpose text, p_expires timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at) values (p_hash, p_user, p_purpose, p_expires);
end $$;
grant execute on function start_passkey_challenge(bytea, bigint, text, timestamptz) to klinika_app;

-- Stores that a right password waits for the second factor. False when p_password_hash, which was verified, is not the
-- password any more.
create function start_second_factor_challenge(p_token bytea, p_user bigint, p_desk bytea, p_device bytea, p_remembered boolean,
                                              p_expires timestamptz, p_password_hash text)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform from credentials where user_id = p_user and password_hash = p_password_hash for share;
  if not found then
    return false;
  end if;
  insert into second_factor_challenges (token_hash, user_id, desk_session, device_hash, is_remembered, expires_at)
  values (p_token, p_user, p_desk, p_device, p_remembered, p_expires);
  return true;
end $$;
grant execute on function start_second_factor_challenge(bytea, bigint, bytea, bytea, boolean, timestamptz, text) to klinika_app;
comment on function start_second_factor_challenge(bytea, bigint, bytea, bytea, boolean, timestamptz, text) is
  'nullable: p_desk, p_device';

-- Deletes challenges and remembered devices whose time is over.
create function sweep_second_factors(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  p_at := least(p_at, now() + interval '1 day');
  delete from second_factor_challenges where expires_at < p_at;
  delete from remembered_devices where expires_at < p_at;
  delete from passkey_challenges where expires_at < p_at;
end $$;
grant execute on function sweep_second_factors(timestamptz) to klinika_app;

-- Takes what an authenticator signed. False when it was taken before, is too old, or belongs to somebody else or to
-- something else.
create function take_passkey_challenge(p_hash bytea, p_user bigint, p_purpose text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from passkey_challenges
  where challenge_hash = p_hash and user_id = p_user and purpose = p_purpose and expires_at > p_at;
  return found;
end $$;
grant execute on function take_passkey_challenge(bytea, bigint, text, timestamptz) to klinika_app;

-- Records the use of a passkey. False for a count that an authenticator gave before, as a copy of it would.
create function use_passkey(p_user bigint, p_credential bytea, p_counter bigint, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update passkeys set counter = p_counter, last_used_at = p_at
  where user_id = p_user and credential_id = p_credential and (p_counter > counter or (p_counter = 0 and counter = 0));
  return found;
end $$;
grant execute on function use_passkey(bigint, bytea, bigint, timestamptz) to klinika_app;

-- Uses a recovery code. False where it was used, or is none of the account's.
create function use_recovery_code(p_user bigint, p_code bytea, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update recovery_codes set used_at = p_at where user_id = p_user and code_hash = p_code and used_at is null;
  return found;
end $$;
grant execute on function use_recovery_code(bigint, bytea, timestamptz) to klinika_app;

-- Uses the 30 seconds that a code is of. False for a step that was used: of two requests with one code only the first
-- succeeds.
create function use_totp_step(p_user bigint, p_step bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update second_factors set last_step = p_step
  where user_id = p_user and confirmed_at is not null and (last_step is null or last_step < p_step);
  return found;
end $$;
grant execute on function use_totp_step(bigint, bigint) to klinika_app;

set local role klinika_notice;

-- Tells the user what happened to the second factor. The platform's administrators have no notifications.
create function tell_of_second_factor(p_user bigint, p_title text, p_message text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  clinic bigint := (select u.clinic_id from users u where u.id = p_user);
begin
  if clinic is not null then
    perform tell(clinic, array[p_user], null, 'warning', p_title, p_message, null, null, p_at);
  end if;
end $$;
grant execute on function tell_of_second_factor(bigint, text, text, timestamptz) to klinika_auth;

set local role klinika_owner;

create trigger void_challenges after update of changed_at on credentials
  for each row execute function void_challenges();
alter function void_challenges() owner to klinika_auth;
