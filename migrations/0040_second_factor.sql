-- The second factor of an account: an authenticator app and ten recovery codes. The tables are readable only through
-- the functions below.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  last_step bigint,
  -- Null while it is being set up: sign-in does not ask for it yet.
  confirmed_at timestamptz,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A right password that waits for the second factor. desk_session: the owner's, when it leads into staff mode.
create table second_factor_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  desk_session bytea,
  is_remembered boolean not null,
  expires_at timestamptz not null
);
create index second_factor_challenges_by_user on second_factor_challenges (user_id);
grant select, insert, update, delete on second_factors, recovery_codes, second_factor_challenges to klinika_auth;

create function second_factor_of(p_user bigint)
  returns table (secret text, last_step bigint, is_confirmed boolean, recovery_codes_left integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select encode(f.secret, 'hex'), f.last_step, f.confirmed_at is not null,
         (select count(*) from recovery_codes r where r.user_id = f.user_id and r.used_at is null)::integer
  from second_factors f where f.user_id = p_user
$$;

-- False when the account has a confirmed factor, which must be removed first.
create function prepare_second_factor(p_user bigint, p_secret bytea, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into second_factors as f (user_id, secret, created_at) values (p_user, p_secret, p_at)
  on conflict (user_id) do update set secret = excluded.secret, last_step = null, created_at = excluded.created_at
    where f.confirmed_at is null;
  return found;
end $$;

-- False when it was confirmed meanwhile, or the secret is no longer the one the code was checked against.
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
  return true;
end $$;

create function remove_second_factor(p_user bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where user_id = p_user;
  delete from recovery_codes where user_id = p_user;
  delete from second_factors where user_id = p_user;
  return found;
end $$;

-- False for a step that was used: of two requests with one code only the first succeeds.
create function use_totp_step(p_user bigint, p_step bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update second_factors set last_step = p_step
  where user_id = p_user and confirmed_at is not null and (last_step is null or last_step < p_step);
  return found;
end $$;

create function use_recovery_code(p_user bigint, p_code bytea, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update recovery_codes set used_at = p_at where user_id = p_user and code_hash = p_code and used_at is null;
  return found;
end $$;

create function start_second_factor_challenge(p_token bytea, p_user bigint, p_desk bytea, p_remembered boolean,
                                              p_at timestamptz, p_expires timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from second_factor_challenges where expires_at < p_at;
  insert into second_factor_challenges (token_hash, user_id, desk_session, is_remembered, expires_at)
  values (p_token, p_user, p_desk, p_remembered, p_expires);
$$;

-- The account as it is now: it may have been deactivated since the password was typed.
create function second_factor_challenge(p_token bytea, p_at timestamptz)
  returns table (user_id bigint, desk_session text, is_remembered boolean, email varchar, first_name varchar,
                 last_name varchar, role varchar)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.id, encode(c.desk_session, 'hex'), c.is_remembered, u.email, u.first_name, u.last_name, u.role
  from second_factor_challenges c join users u on u.id = c.user_id
  where c.token_hash = p_token and c.expires_at > p_at and u.is_active
$$;

create function end_second_factor_challenge(p_token bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where token_hash = p_token;
  return found;
end $$;

-- A new password voids the challenges that the old one opened.
create function void_challenges() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where user_id = new.user_id;
  return null;
end $$;
create trigger void_challenges after update of changed_at on credentials
  for each row execute function void_challenges();

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'second_factor_of(bigint)', 'prepare_second_factor(bigint, bytea, timestamptz)',
    'confirm_second_factor(bigint, bytea, bigint, bytea[], timestamptz)', 'remove_second_factor(bigint)',
    'use_totp_step(bigint, bigint)', 'use_recovery_code(bigint, bytea, timestamptz)',
    'start_second_factor_challenge(bytea, bigint, bytea, boolean, timestamptz, timestamptz)',
    'second_factor_challenge(bytea, timestamptz)', 'end_second_factor_challenge(bytea)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
revoke execute on function void_challenges() from public;
alter function void_challenges() owner to klinika_auth;
