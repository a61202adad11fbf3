-- Remembered devices, challenges that belong to a browser, new recovery codes, and taking a factor away for somebody.

create table remembered_devices (
  user_id bigint not null references users on delete cascade,
  device_hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on remembered_devices to klinika_auth;

-- Null for a browser that brought no device secret with the password, and for programs.
alter table second_factor_challenges add column device_hash bytea;

-- Says to the user what happened to the factor. The platform's administrators have no notifications.
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
revoke execute on function tell_of_second_factor(bigint, text, text, timestamptz) from public;
grant execute on function tell_of_second_factor(bigint, text, text, timestamptz) to klinika_auth;
alter function tell_of_second_factor(bigint, text, text, timestamptz) owner to klinika_notice;

set local role klinika_auth;
create or replace function confirm_second_factor(p_user bigint, p_secret bytea, p_step bigint, p_codes bytea[], p_at timestamptz)
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
  perform tell_of_second_factor(p_user, 'Two-step sign-in is on', 'Signing in now asks for a code from your authenticator app.', p_at);
  return true;
end $$;

-- A new password voids the challenges that the old one opened, and every device asks for the factor again.
create or replace function void_challenges() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where user_id = new.user_id;
  delete from remembered_devices where user_id = new.user_id;
  return null;
end $$;

drop function remove_second_factor(bigint);
drop function start_second_factor_challenge(bytea, bigint, bytea, boolean, timestamptz, timestamptz);
drop function second_factor_challenge(bytea, timestamptz);
set local role klinika_owner;

-- The factor and all that stands on it. A factor that was not confirmed goes too, without a word.
create function remove_second_factor(p_user bigint, p_title text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  was_on boolean;
begin
  delete from second_factor_challenges where user_id = p_user;
  delete from recovery_codes where user_id = p_user;
  delete from remembered_devices where user_id = p_user;
  delete from second_factors where user_id = p_user returning confirmed_at is not null into was_on;
  if was_on then
    perform tell_of_second_factor(p_user, p_title, p_message, p_at);
  end if;
  return coalesce(was_on, false);
end $$;

-- For a lost phone of the clinic's staff; ends the account's sessions. False when the account has no second factor.
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
  delete from sessions s where s.user_id = p_user;
  return true;
end $$;

-- False without a second factor.
create function renew_recovery_codes(p_user bigint, p_codes bytea[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform 1 from second_factors where user_id = p_user and confirmed_at is not null for update;
  if not found then
    return false;
  end if;
  delete from recovery_codes where user_id = p_user;
  insert into recovery_codes (user_id, code_hash) select p_user, c from unnest(p_codes) c;
  return true;
end $$;

-- Those that were not used.
create function recovery_codes_of(p_user bigint) returns table (code_hash bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select code_hash from recovery_codes where user_id = p_user and used_at is null $$;

create function start_second_factor_challenge(p_token bytea, p_user bigint, p_desk bytea, p_device bytea, p_remembered boolean,
                                              p_expires timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into second_factor_challenges (token_hash, user_id, desk_session, device_hash, is_remembered, expires_at)
  values (p_token, p_user, p_desk, p_device, p_remembered, p_expires);
$$;

-- The account as it is now: since the password was typed it may have been deactivated, its temporary password may have
-- ended, and its clinic may have been suspended, which the caller looks at.
create function second_factor_challenge(p_token bytea, p_device bytea, p_at timestamptz)
  returns table (user_id bigint, desk_session text, is_remembered boolean, email varchar, first_name varchar,
                 last_name varchar, role varchar, clinic_name varchar, clinic_is_active boolean, subscription_status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.id, encode(c.desk_session, 'hex'), c.is_remembered, u.email, u.first_name, u.last_name, u.role, l.name, l.is_active,
         effective_status(l.subscription_status, l.trial_ends_at, p_at)
  from second_factor_challenges c
  join users u on u.id = c.user_id
  join credentials p on p.user_id = u.id
  left join clinics l on l.id = u.clinic_id
  where c.token_hash = p_token and c.expires_at > p_at and (c.device_hash is null or c.device_hash = p_device)
    and u.is_active and (p.temporary_until is null or p.temporary_until > p_at)
$$;

create function remember_device(p_user bigint, p_device bytea, p_until timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into remembered_devices (user_id, device_hash, expires_at) values (p_user, p_device, p_until)
  on conflict (user_id, device_hash) do update set expires_at = excluded.expires_at
$$;

create function is_remembered_device(p_user bigint, p_device bytea, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select 1 from remembered_devices where user_id = p_user and device_hash = p_device and expires_at > p_at)
$$;

create function sweep_second_factors(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from second_factor_challenges where expires_at < p_at;
  delete from remembered_devices where expires_at < p_at;
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'remove_second_factor(bigint, text, text, timestamptz)', 'reset_staff_second_factor(bigint, bigint, timestamptz)',
    'renew_recovery_codes(bigint, bytea[])', 'recovery_codes_of(bigint)',
    'start_second_factor_challenge(bytea, bigint, bytea, bytea, boolean, timestamptz)',
    'second_factor_challenge(bytea, bytea, timestamptz)', 'remember_device(bigint, bytea, timestamptz)',
    'is_remembered_device(bigint, bytea, timestamptz)', 'sweep_second_factors(timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
