-- Sign-in happens before a clinic is known. These functions are the only doors across clinics for it;
-- klinika_auth owns them, and the application's role may call them and nothing beneath.

-- One row for a known e-mail, none otherwise. device_is_known: this device signed in to it before.
create function account_for_sign_in(p_email text, p_device bytea, p_at timestamptz)
  returns table (user_id bigint, password_hash text, temporary_until timestamptz, is_active boolean, role varchar,
                 first_name varchar, last_name varchar, clinic_name varchar, clinic_is_active boolean,
                 subscription_status text, device_is_known boolean)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select u.id, c.password_hash, c.temporary_until, u.is_active, u.role, u.first_name, u.last_name, l.name, l.is_active,
         effective_status(l.subscription_status, l.trial_ends_at, p_at),
         exists (select 1 from known_devices d where d.user_id = u.id and d.device_hash = p_device)
  from users u
  join credentials c on c.user_id = u.id
  left join clinics l on l.id = u.clinic_id
  where u.email = p_email
$$;

-- What the current user's answer holds beyond the session itself.
create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, s2_number varchar, specialization varchar, logo_url text)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select u.license_number, u.ptr_number, u.s2_number, u.specialization, c.logo_url
  from users u left join clinics c on c.id = u.clinic_id where u.id = p_user
$$;

create function password_hash_of(p_user bigint) returns text
  language sql stable security definer set search_path = pg_catalog, public
as $$ select password_hash from credentials where user_id = p_user $$;

create function start_session(p_user bigint, p_token_hash bytea, p_device bytea, p_at timestamptz, p_expires timestamptz,
                              p_remembered boolean, p_owner_session bytea)
  returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  insert into sessions (token_hash, user_id, owner_session, is_remembered, password_typed_at, last_seen_at, expires_at, created_at)
  values (p_token_hash, p_user, p_owner_session, p_remembered, p_at, p_at, p_expires, p_at);
  insert into known_devices (user_id, device_hash, last_used_at)
  select p_user, p_device, p_at where p_device is not null
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at;
  delete from sessions where user_id = p_user and expires_at < p_at;
$$;

-- The session and all that decides what it may do, looked up on every request so that a right that was
-- taken away is gone on the next one. Touches last_seen_at at most once a minute, and never for a poll.
create function use_session(p_token_hash bytea, p_at timestamptz, p_is_active_use boolean, p_idle interval, p_idle_remembered interval)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar, permissions text[],
                 is_active boolean, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  seen timestamptz;
begin
  return query
    select u.id, u.email, u.first_name, u.last_name, u.role, u.permissions, u.is_active, u.password_changed,
           u.clinic_id, c.name, c.primary_color, c.is_active,
           effective_status(c.subscription_status, c.trial_ends_at, p_at), o.user_id, s.is_remembered, s.password_typed_at
    from sessions s
    join users u on u.id = s.user_id
    left join clinics c on c.id = u.clinic_id
    left join sessions o on o.token_hash = s.owner_session
    where s.token_hash = p_token_hash and s.expires_at > p_at and u.is_active
      and s.last_seen_at > p_at - case when s.is_remembered then p_idle_remembered else p_idle end;
  if found and p_is_active_use then
    select last_seen_at into seen from sessions where token_hash = p_token_hash;
    if seen < p_at - interval '1 minute' then
      update sessions set last_seen_at = p_at where token_hash = p_token_hash;
    end if;
  end if;
end $$;

create function end_session(p_token_hash bytea) returns void
  language sql security definer set search_path = pg_catalog, public
as $$ delete from sessions where token_hash = p_token_hash $$;

-- p_except: the session that stays, or null to end all.
create function end_sessions_of(p_user bigint, p_except bytea) returns void
  language sql security definer set search_path = pg_catalog, public
as $$ delete from sessions where user_id = p_user and token_hash is distinct from p_except $$;

-- A new password ends every session of the account but the one that changed it.
create function change_password(p_user bigint, p_hash text, p_at timestamptz, p_kept_session bytea) returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  update credentials set password_hash = p_hash, temporary_until = null, changed_at = p_at where user_id = p_user;
  update users set password_changed = true, updated_at = p_at where id = p_user;
  delete from sessions where user_id = p_user and token_hash is distinct from p_kept_session;
  update sessions set password_typed_at = p_at where token_hash = p_kept_session;
$$;

create function rehash_password(p_user bigint, p_hash text) returns void
  language sql security definer set search_path = pg_catalog, public
as $$ update credentials set password_hash = p_hash where user_id = p_user $$;

-- Answers the owner's id. A subdomain that is in use gets a number: sunrise, sunrise-2, sunrise-3.
create function sign_up_clinic(p_clinic_name text, p_subdomain text, p_setup_fee numeric, p_monthly_fee numeric, p_trial_ends timestamptz,
                               p_email text, p_phone text, p_first_name text, p_last_name text, p_license text,
                               p_permissions text[], p_password_hash text, p_at timestamptz)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  new_clinic bigint;
  new_user bigint;
  numbered text := p_subdomain;
  number integer := 1;
begin
  loop
    insert into clinics (name, subdomain, setup_fee, monthly_fee, trial_ends_at, phone, email, created_at, updated_at)
    values (p_clinic_name, numbered, p_setup_fee, p_monthly_fee, p_trial_ends, p_phone, p_email, p_at, p_at)
    on conflict on constraint clinics_subdomain_key do nothing
    returning id into new_clinic;
    exit when new_clinic is not null;
    number := number + 1;
    numbered := p_subdomain || '-' || number;
  end loop;
  insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed, phone, license_number, created_at, updated_at)
  values (new_clinic, p_email, p_first_name, p_last_name, 'owner', p_permissions, true, p_phone, p_license, p_at, p_at)
  returning id into new_user;
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  return new_user;
end $$;

-- The one platform admin made at the first start; null when there is one already.
create function create_first_admin(p_email text, p_password_hash text, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  new_user bigint;
begin
  perform pg_advisory_xact_lock(4201);
  if exists (select 1 from users where role = 'admin') then
    return null;
  end if;
  insert into users (email, first_name, last_name, role, password_changed, created_at, updated_at)
  values (p_email, 'System', 'Admin', 'admin', true, p_at, p_at) returning id into new_user;
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  return new_user;
end $$;

-- The owner's act: a staff account of the owner's own clinic, with a temporary password.
create function create_staff_account(p_clinic bigint, p_email text, p_first_name text, p_last_name text, p_role text,
                                     p_permissions text[], p_password_hash text, p_temporary_until timestamptz, p_at timestamptz)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  new_user bigint;
begin
  if p_clinic is distinct from current_clinic() or p_role not in ('staff', 'secretary') then
    raise exception 'staff accounts belong to the clinic of the running transaction';
  end if;
  insert into users (clinic_id, email, first_name, last_name, role, permissions, created_at, updated_at)
  values (p_clinic, p_email, p_first_name, p_last_name, p_role, p_permissions, p_at, p_at) returning id into new_user;
  insert into credentials (user_id, password_hash, temporary_until, changed_at)
  values (new_user, p_password_hash, p_temporary_until, p_at);
  return new_user;
end $$;

-- An attempt counts as failed until it is forgiven, and attempts on one key wait for each other: a hundred
-- guesses sent at once are counted like a hundred sent in turn. One row for each key, in the order given,
-- with the failures before this one.
create function begin_sign_in(p_keys bytea[], p_at timestamptz, p_recently interval)
  returns table (attempt bigint, recent integer, in_a_day integer, last_failed_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  this_attempt bigint := nextval('klinika_id');
  lock_key bigint;
begin
  for lock_key in select distinct hashtextextended(encode(k, 'hex'), 4203) from unnest(p_keys) k order by 1 loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
  return query
    select this_attempt, (count(f.key) filter (where f.failed_at > p_at - p_recently))::integer, count(f.key)::integer,
           max(f.failed_at)
    from unnest(p_keys) with ordinality as k (key, place)
    left join sign_in_failures f on f.key = k.key and f.failed_at > p_at - interval '1 day'
    group by k.place order by k.place;
  insert into sign_in_failures (attempt, key, failed_at) select this_attempt, k, p_at from unnest(p_keys) k;
end $$;

-- Takes back one attempt from the keys it was counted on, and all there is on p_forgotten.
create function forgive_sign_in(p_attempt bigint, p_counted bytea[], p_forgotten bytea[]) returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  delete from sign_in_failures where (key = any (p_counted) and attempt = p_attempt) or key = any (p_forgotten)
$$;

create function store_contact_message(p_name text, p_email text, p_phone text, p_clinic text, p_subject text, p_message text,
                                      p_at timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  insert into contact_messages (name, email, phone, clinic, subject, message, created_at)
  values (p_name, p_email, p_phone, p_clinic, p_subject, p_message, p_at)
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'account_for_sign_in(text, bytea, timestamptz)', 'profile_of(bigint)', 'password_hash_of(bigint)',
    'start_session(bigint, bytea, bytea, timestamptz, timestamptz, boolean, bytea)',
    'use_session(bytea, timestamptz, boolean, interval, interval)', 'end_session(bytea)', 'end_sessions_of(bigint, bytea)',
    'change_password(bigint, text, timestamptz, bytea)', 'rehash_password(bigint, text)',
    'sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz)',
    'create_first_admin(text, text, timestamptz)',
    'create_staff_account(bigint, text, text, text, text, text[], text, timestamptz, timestamptz)',
    'begin_sign_in(bytea[], timestamptz, interval)', 'forgive_sign_in(bigint, bytea[], bytea[])',
    'store_contact_message(text, text, text, text, text, text, timestamptz)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to klinika_auth', door);
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;
