-- What a password proved holds only as long as it is the password; staff mode rests on the owner's session itself; a new
-- password ends what was set up under the old one.

-- The owner's session that rests while staff mode lasts. It opens nothing again: leaving gives it a new token.
alter table sessions add column rests boolean not null default false;
update sessions o set rests = true
where exists (select from sessions s where s.owner_session = o.token_hash);

set local role klinika_auth;

create or replace function use_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval, p_idle_remembered interval)
  returns table (place bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 permissions text, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz, is_to_touch boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
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

create or replace function is_resting(p_token_hash bytea, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select exists (select from sessions where token_hash = p_token_hash and rests and expires_at > p_at) $$;

drop function rehash_password(bigint, text);
drop function enter_staff_mode(bigint, bytea, bytea, timestamptz, timestamptz, bytea);
drop function start_session(bigint, bytea, bytea, timestamptz, timestamptz, boolean, bytea);
drop function owner_beside(bytea);
drop function start_second_factor_challenge(bytea, bigint, bytea, bytea, boolean, timestamptz);
drop function second_factor_challenge(bytea, bytea, timestamptz);
drop function letter_with_link_was_not_mailed(bigint, timestamptz);

-- As before. Staff accounts made and factors added before the address was confirmed may be those of whoever signed up
-- with somebody else's address: the factors end, and the owner activates the accounts that are known.
create or replace function reset_password(p_token_hash bytea, p_password_hash text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account bigint;
  clinic bigint;
begin
  select a.user_id into account from account_of_link('reset', p_token_hash, p_at) a;
  if not found then
    return false;
  end if;
  -- Who uses the same link at the same time waits here, and then finds none.
  delete from mailed_links l where l.token_hash = p_token_hash;
  if not found then
    return false;
  end if;
  delete from mailed_links l where l.user_id = account and l.kind = 'reset';
  update users u set email_unconfirmed_since = null where u.id = account and u.email_unconfirmed_since is not null
  returning u.clinic_id into clinic;
  if found then
    delete from passkeys k where k.user_id = account;
    perform remove_second_factor(account, 'Two-step sign-in is off',
      'It was set up before this email was confirmed. Set it up again under Account Security.', p_at);
    update users u set is_active = false, updated_at = p_at
    where u.clinic_id = clinic and u.role in ('staff', 'secretary') and u.is_active;
    if found then
      perform tell_of_second_factor(account, 'Staff accounts deactivated',
        'They were made before your email was confirmed. Reactivate those you know under Staff.', p_at);
    end if;
    delete from sessions s using users u where u.id = s.user_id and u.clinic_id = clinic;
  end if;
  update credentials set password_hash = p_password_hash, temporary_until = null, changed_at = p_at where user_id = account;
  update users set password_changed = true, updated_at = p_at where id = account;
  perform end_after_new_password(account, null);
  return true;
end $$;

create or replace function renew_staff_password(p_clinic bigint, p_user bigint, p_password_hash text, p_temporary_until timestamptz,
                                                p_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update users u set password_changed = false, updated_at = p_at
  where u.id = p_user and u.clinic_id = p_clinic and p_clinic = current_clinic() and u.is_active and u.role in ('staff', 'secretary');
  if not found then
    return false;
  end if;
  update credentials c set password_hash = p_password_hash, temporary_until = p_temporary_until, changed_at = p_at
  where c.user_id = p_user;
  perform end_after_new_password(p_user, null);
  return true;
end $$;

create or replace function reset_staff_second_factor(p_clinic bigint, p_user bigint, p_at timestamptz) returns boolean
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

create or replace function leave_staff_mode(p_token_hash bytea, p_new_hash bytea, p_at timestamptz, p_expires timestamptz)
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
drop function change_password(bigint, text, timestamptz, bytea);

-- As before; failures from the future, after the machine's clock was set back, are of now.
create or replace function begin_sign_in(p_keys bytea[], p_at timestamptz, p_recently interval)
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

create or replace function sweep_expired(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
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
set local role klinika_owner;

-- What was opened or begun with the password before: sessions but the one that stays, a factor that is being added, the
-- PIN that leaves staff mode. Challenges and remembered devices end by a trigger.
create function end_after_new_password(p_user bigint, p_kept_session bytea) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from passkey_challenges where user_id = p_user;
  delete from staff_mode_pins where user_id = p_user;
  delete from second_factors where user_id = p_user and confirmed_at is null;
  select end_sessions_of(p_user, p_kept_session);
$$;

-- False when p_old_hash, which was typed, is not the password any more; null for one that need not be typed.
create function change_password(p_user bigint, p_old_hash text, p_hash text, p_at timestamptz, p_kept_session bytea)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update credentials set password_hash = p_hash, temporary_until = null, changed_at = p_at
  where user_id = p_user and (p_old_hash is null or password_hash = p_old_hash);
  if not found then
    return false;
  end if;
  update users set password_changed = true, updated_at = p_at where id = p_user;
  perform end_after_new_password(p_user, p_kept_session);
  update sessions set password_typed_at = p_at where token_hash = p_kept_session;
  return true;
end $$;

-- The same password under a newer hash. False when it was changed meanwhile.
create function rehash_password(p_user bigint, p_old_hash text, p_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update credentials set password_hash = p_hash where user_id = p_user and password_hash = p_old_hash;
  return found;
end $$;

-- False when p_password_hash, which was verified, is not the password any more. Who changes it meanwhile waits for this
-- session and ends it.
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
  insert into sessions (token_hash, user_id, owner_session, is_remembered, password_typed_at, last_seen_at, expires_at, created_at)
  values (p_token_hash, p_user, p_owner_session, p_remembered, p_at, p_at, p_expires, p_at);
  insert into known_devices (user_id, device_hash, last_used_at)
  select p_user, p_device, p_at where p_device is not null
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at;
  delete from sessions where user_id = p_user and expires_at < p_at;
  return true;
end $$;

-- p_desk: the owner's session, or one of staff mode, which gives way to the new one. Answers whether a session was
-- opened: only beside a living one of an owner, and only for staff of the same clinic. It ends with the owner's.
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
  if not start_session(p_user, p_token_hash, p_device, p_at, least(p_expires, owners.expires_at), false, owners.token_hash, p_password_hash) then
    return false;
  end if;
  update sessions set rests = true where token_hash = owners.token_hash;
  return true;
end $$;

-- The owner whose session rests beside this one.
create function owner_beside(p_token_hash bytea)
  returns table (session_id bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 password_hash text, is_remembered boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select o.id, u.id, u.email, u.first_name, u.last_name, u.role, c.password_hash, o.is_remembered
  from sessions s
  join sessions o on o.token_hash = s.owner_session
  join users u on u.id = o.user_id and u.is_active
  join credentials c on c.user_id = u.id
  where s.token_hash = p_token_hash
$$;

-- False when p_password_hash, which was verified, is not the password any more.
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

-- The account as it is now, with the password that a session is opened for.
create function second_factor_challenge(p_token bytea, p_device bytea, p_at timestamptz)
  returns table (user_id bigint, desk_session text, is_remembered boolean, email varchar, first_name varchar,
                 last_name varchar, role varchar, clinic_name varchar, clinic_is_active boolean, subscription_status text,
                 password_hash text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.id, encode(c.desk_session, 'hex'), c.is_remembered, u.email, u.first_name, u.last_name, u.role, l.name, l.is_active,
         effective_status(l.subscription_status, l.trial_ends_at, p_at), p.password_hash
  from second_factor_challenges c
  join users u on u.id = c.user_id
  join credentials p on p.user_id = u.id
  left join clinics l on l.id = u.clinic_id
  where c.token_hash = p_token and c.expires_at > p_at and (c.device_hash is null or c.device_hash = p_device)
    and u.is_active and (p.temporary_until is null or p.temporary_until > p_at)
$$;

-- Devices that need no second step, but for this one.
create function forget_other_devices(p_user bigint, p_except bytea) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ delete from remembered_devices where user_id = p_user and device_hash is distinct from p_except $$;

-- Half a minute, one, two, up to eight. p_is_server: what failed is the mail server, so the others wait half a minute too.
create function letter_with_link_was_not_mailed(p_id bigint, p_at timestamptz, p_is_server boolean) returns timestamptz
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update letters_with_link w set next_at = greatest(w.next_at, p_at + interval '30 seconds') where p_is_server and w.id <> p_id;
  update letters_with_link w set next_at = p_at + interval '30 seconds' * 2 ^ least(w.attempts - 1, 4)
  where w.id = p_id
  returning w.next_at
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'change_password(bigint, text, text, timestamptz, bytea)', 'rehash_password(bigint, text, text)',
    'start_session(bigint, bytea, bytea, timestamptz, timestamptz, boolean, bytea, text)',
    'enter_staff_mode(bigint, bytea, bytea, timestamptz, timestamptz, bytea, text)', 'owner_beside(bytea)',
    'start_second_factor_challenge(bytea, bigint, bytea, bytea, boolean, timestamptz, text)',
    'second_factor_challenge(bytea, bytea, timestamptz)', 'forget_other_devices(bigint, bytea)',
    'letter_with_link_was_not_mailed(bigint, timestamptz, boolean)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
revoke execute on function end_after_new_password(bigint, bytea) from public;
alter function end_after_new_password(bigint, bytea) owner to klinika_auth;

-- What an administrator looked for, where a list was searched.
alter table console_log add column detail varchar(100);
set local role klinika_auth;
drop function note_console_call(bigint, text, bigint, text, text, timestamptz);
drop function read_console_log(bigint, integer);
set local role klinika_owner;
create function note_console_call(p_admin bigint, p_call text, p_about bigint, p_detail text, p_address text, p_user_agent text, p_at timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into console_log (at, admin_id, call, about_id, detail, address, user_agent)
  select p_at, p_admin, p_call, p_about, left(p_detail, 100), left(p_address, 45), left(p_user_agent, 200)
  where p_call not like 'GET %' or not exists (
    select from console_log l
    where l.admin_id = p_admin and l.at > p_at - interval '5 minutes' and l.at <= p_at and l.call = p_call
      and l.about_id is not distinct from p_about and l.detail is not distinct from left(p_detail, 100)
      and l.address = left(p_address, 45) and l.user_agent is not distinct from left(p_user_agent, 200)
  )
$$;
create function read_console_log(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, admin_name text, call varchar, about_id bigint, clinic_name text, detail varchar,
                 address varchar, user_agent varchar)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select l.id, l.at, trim(u.first_name || ' ' || u.last_name), l.call, l.about_id, c.name, l.detail, l.address, l.user_agent
  from console_log l join users u on u.id = l.admin_id left join clinics c on c.id = l.about_id
  where l.id < p_before order by l.id desc limit p_limit
$$;
do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'note_console_call(bigint, text, bigint, text, text, text, timestamptz)', 'read_console_log(bigint, integer)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
