-- The functions of signing in, sessions and accounts in PL/pgSQL, as before otherwise: a Citus cluster plans no statement
-- of a function in SQL that has parameters (docs/scaling.md, section 5). What has its owner's rights is never part of its
-- caller's plan, so nothing is lost by it.

set local role klinika_auth;

create or replace function account_for_sign_in(p_email text, p_device bytea, p_at timestamptz)
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

create or replace function password_hash_of(p_user bigint) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select password_hash from credentials where user_id = p_user); end $$;

create or replace function password_changed_at(p_user bigint) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select changed_at from credentials where user_id = p_user); end $$;

create or replace function clinic_of_account(p_user bigint) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select clinic_id from users where id = p_user); end $$;

create or replace function has_platform_admin() returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return exists (select 1 from users where role = 'admin'); end $$;

create or replace function is_released_to(p_user bigint, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select from users u join clinic_releases r on r.about_clinic_id = u.clinic_id
                 where u.id = p_user and u.role = 'owner' and u.is_active and r.until > p_at);
end $$;

create or replace function forgive_sign_in(p_attempt bigint, p_counted bytea[], p_forgotten bytea[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from sign_in_failures where (key = any (p_counted) and attempt = p_attempt) or key = any (p_forgotten);
end $$;

create or replace function take_turns(p_key bytea, p_turns integer, p_started_at timestamptz, p_at timestamptz,
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

-- The account's clinic is read before: a cluster takes no query within an insert.
create or replace function note_sign_in(p_user bigint, p_email_hash bytea, p_address text, p_user_agent text, p_way text,
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

create or replace function sign_ins_of_user(p_user bigint, p_before bigint, p_limit integer)
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

create or replace function sign_ins_of_clinic(p_clinic bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.at, trim(u.first_name || ' ' || u.last_name), null, s.address, s.user_agent, s.way, s.is_right, s.waits_for_code
    from sign_ins s join users u on u.id = s.user_id
    where s.about_clinic_id = p_clinic and s.id < p_before order by s.id desc limit p_limit;
end $$;

create or replace function sign_ins_of_all(p_before bigint, p_limit integer)
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

create or replace function ask_letter_with_link(p_kind text, p_email text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin insert into letters_with_link (kind, email, asked_at, next_at) values (p_kind, p_email, p_at, p_at); end $$;

create or replace function account_of_link(p_kind text, p_token_hash bytea, p_at timestamptz)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select u.id, u.email, u.first_name, u.last_name
    from mailed_links l join users u on u.id = l.user_id join credentials c on c.user_id = u.id
    where l.token_hash = p_token_hash and l.kind = p_kind and l.expires_at > p_at and u.is_active
      and (p_kind <> 'reset' or c.changed_at <= l.created_at);
end $$;

create or replace function read_signing_key() returns bytea
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select value from signing_key); end $$;

create or replace function use_session(p_token_hash bytea, p_at timestamptz, p_is_active_use boolean, p_idle interval,
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

create or replace function touch_sessions(p_token_hashes bytea[], p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update sessions set last_seen_at = p_at
  where token_hash in (select token_hash from sessions where token_hash = any (p_token_hashes) for update skip locked);
end $$;

create or replace function describe_session(p_token_hash bytea, p_address text, p_user_agent text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update sessions set address = left(p_address, 45), user_agent = left(p_user_agent, 200) where token_hash = p_token_hash;
end $$;

create or replace function renew_typed_password(p_token_hash bytea, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin update sessions set password_typed_at = p_at where token_hash = p_token_hash; end $$;

create or replace function is_resting(p_token_hash bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return exists (select from sessions where token_hash = p_token_hash and rests and expires_at > p_at); end $$;

create or replace function sessions_of_user(p_user bigint, p_at timestamptz)
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

create or replace function sessions_of_staff(p_clinic bigint, p_at timestamptz)
  returns table (id bigint, user_name text, user_agent varchar, address varchar, created_at timestamptz, last_seen_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, trim(u.first_name || ' ' || u.last_name), s.user_agent, s.address, s.created_at, s.last_seen_at
    from users u join sessions s on s.user_id = u.id
    where u.clinic_id = p_clinic and u.role in ('staff', 'secretary') and s.expires_at > p_at and s.last_seen_at > '-infinity'
    order by s.last_seen_at desc, s.id desc;
end $$;

create or replace function end_session(p_token_hash bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from sessions
  where token_hash = p_token_hash or token_hash = (select owner_session from sessions where token_hash = p_token_hash);
end $$;

create or replace function end_sessions_of(p_user bigint, p_except bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update sessions set last_seen_at = '-infinity'
  where user_id = p_user and token_hash is distinct from p_except and owner_session is not null;
  delete from sessions
  where user_id = p_user and token_hash is distinct from p_except and owner_session is null;
end $$;

create or replace function end_after_new_password(p_user bigint, p_kept_session bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from passkey_challenges where user_id = p_user;
  delete from staff_mode_pins where user_id = p_user;
  delete from second_factors where user_id = p_user and confirmed_at is null;
  perform end_sessions_of(p_user, p_kept_session);
end $$;

create or replace function owner_beside(p_token_hash bytea)
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

create or replace function is_ended_staff_mode(p_token_hash bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (
    select 1 from sessions s join sessions o on o.token_hash = s.owner_session
    where s.token_hash = p_token_hash and s.last_seen_at = '-infinity' and s.expires_at > p_at);
end $$;

create or replace function staff_mode_pin_of(p_user bigint) returns table (pin_hash text, changed_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select pin_hash, changed_at from staff_mode_pins where user_id = p_user;
end $$;

create or replace function second_factor_challenge(p_token bytea, p_device bytea, p_at timestamptz)
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

create or replace function has_second_factor(p_user bigint) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select 1 from second_factors where user_id = p_user and confirmed_at is not null)
      or exists (select 1 from passkeys where user_id = p_user);
end $$;

create or replace function second_factor_of(p_user bigint)
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

create or replace function recovery_codes_of(p_user bigint) returns table (code_hash bytea)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select code_hash from recovery_codes where user_id = p_user and used_at is null;
end $$;

create or replace function remember_device(p_user bigint, p_device bytea, p_until timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into remembered_devices (user_id, device_hash, expires_at) values (p_user, p_device, p_until)
  on conflict (user_id, device_hash) do update set expires_at = excluded.expires_at;
end $$;

create or replace function is_remembered_device(p_user bigint, p_device bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select 1 from remembered_devices where user_id = p_user and device_hash = p_device and expires_at > p_at);
end $$;

create or replace function forget_other_devices(p_user bigint, p_except bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from remembered_devices where user_id = p_user and device_hash is distinct from p_except; end $$;

create or replace function passkeys_of(p_user bigint)
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

create or replace function start_passkey_challenge(p_hash bytea, p_user bigint, p_purpose text, p_expires timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at) values (p_hash, p_user, p_purpose, p_expires);
end $$;

create or replace function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar, specialization varchar,
                 credentials varchar, logo_url text, adult_ranges jsonb, email_unconfirmed_since timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, u.credentials, c.logo_url, c.adult_ranges,
           u.email_unconfirmed_since
    from users u left join clinics c on c.id = u.clinic_id where u.id = p_user;
end $$;

-- Those that arrive together are looked up together. A thousand, which the planner takes for granted, would have it read
-- every clinic for them.
alter function use_sessions(bytea[], boolean[], timestamptz, interval, interval) rows 10;

set local role klinika_owner;
