-- Staff mode (decision A22): a session of the staff account that stands beside the owner's at the same desk.
create index sessions_by_owner on sessions (owner_session) where owner_session is not null;

-- An owner's desk lets in the staff of its own clinic alone.
create function clinic_of_account(p_user bigint) returns bigint
  language sql stable security definer set search_path = pg_catalog, public
as $$ select clinic_id from users where id = p_user $$;

-- p_desk: the owner's session, or one of staff mode, which gives way to the new one. Answers whether a session was
-- opened: only beside a living one of an owner, and only for staff of the same clinic. It ends with the owner's.
create function enter_staff_mode(p_user bigint, p_token_hash bytea, p_device bytea, p_at timestamptz,
                                 p_expires timestamptz, p_desk bytea)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
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
  perform start_session(p_user, p_token_hash, p_device, p_at, least(p_expires, owners.expires_at), false, owners.token_hash);
  return true;
end $$;

-- The owner whose session stands beside this one.
create function owner_beside(p_token_hash bytea)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar, password_hash text,
                 is_remembered boolean, password_typed_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select u.id, u.email, u.first_name, u.last_name, u.role, c.password_hash, o.is_remembered, o.password_typed_at, o.expires_at
  from sessions s
  join sessions o on o.token_hash = s.owner_session
  join users u on u.id = o.user_id and u.is_active
  join credentials c on c.user_id = u.id
  where s.token_hash = p_token_hash
$$;

-- The owner's session goes on under a new token, for the browser has kept none of it, and the staff session ends.
-- p_expires: a new end, where the owner's password was typed again; null leaves the session's times as they are.
create function leave_staff_mode(p_token_hash bytea, p_new_hash bytea, p_at timestamptz, p_expires timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
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
  set token_hash = p_new_hash, last_seen_at = p_at, expires_at = coalesce(p_expires, expires_at),
      password_typed_at = case when p_expires is null then password_typed_at else p_at end
  where token_hash = owners;
  return found;
end $$;

-- Signing out in staff mode ends the owner's session too: nobody finds the way back to it at a desk that was left.
-- Only its owner may drop it.
set local role klinika_auth;
drop function end_session(bytea);
set local role klinika_owner;
create function end_session(p_token_hash bytea) returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  delete from sessions
  where token_hash = p_token_hash or token_hash = (select owner_session from sessions where token_hash = p_token_hash)
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'clinic_of_account(bigint)', 'enter_staff_mode(bigint, bytea, bytea, timestamptz, timestamptz, bytea)',
    'owner_beside(bytea)', 'leave_staff_mode(bytea, bytea, timestamptz, timestamptz)', 'end_session(bytea)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to klinika_auth', door);
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;
