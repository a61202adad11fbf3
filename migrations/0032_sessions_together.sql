-- The sessions of all requests that ask at the same moment, each by its place among them: the session and all that decides
-- what it may do, looked up for every request, so that a right that was taken away is gone on the next one.
set local role klinika_auth;
create function use_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval, p_idle_remembered interval)
  returns table (place bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 permissions text, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz, is_to_touch boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public
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
    where s.expires_at > p_at and u.is_active
      and s.last_seen_at > p_at - case when s.is_remembered then p_idle_remembered else p_idle end;
end $$;

-- At most once a minute, and never for a poll. A session that somebody else is changing is touched by a later request, so
-- that nobody's lock holds up the others here.
create function touch_sessions(p_token_hashes bytea[], p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  update sessions set last_seen_at = p_at
  where token_hash in (select token_hash from sessions where token_hash = any (p_token_hashes) for update skip locked)
$$;

-- For processes of the release before, while they are replaced one by one.
create or replace function use_session(p_token_hash bytea, p_at timestamptz, p_is_active_use boolean, p_idle interval, p_idle_remembered interval)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar, permissions text[],
                 is_active boolean, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz)
  language sql security definer set search_path = pg_catalog, public
as $$
  select touch_sessions(array[p_token_hash], p_at)
  from use_sessions(array[p_token_hash], array[p_is_active_use], p_at, p_idle, p_idle_remembered) where is_to_touch;
  select user_id, email, first_name, last_name, role, string_to_array(permissions, ' '), true, password_changed, clinic_id,
         clinic_name, primary_color, clinic_is_active, subscription_status, owner_user_id, is_remembered, password_typed_at
  from use_sessions(array[p_token_hash], array[false], p_at, p_idle, p_idle_remembered)
$$;

revoke execute on function use_sessions(bytea[], boolean[], timestamptz, interval, interval) from public;
revoke execute on function touch_sessions(bytea[], timestamptz) from public;
grant execute on function use_sessions(bytea[], boolean[], timestamptz, interval, interval) to klinika_app;
grant execute on function touch_sessions(bytea[], timestamptz) to klinika_app;
set local role klinika_owner;
