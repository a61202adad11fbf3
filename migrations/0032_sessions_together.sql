-- What use_session answers, for all requests that ask at the same moment: each by its place among them. A session that
-- somebody else is changing is touched by a later request, so that nobody's lock holds up the others here.
set local role klinika_auth;
create function use_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval, p_idle_remembered interval)
  returns table (place integer, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 permissions text, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  seen timestamptz;
  owners bytea;
  to_touch bytea[] := '{}';
begin
  for n in 1 .. cardinality(p_token_hashes) loop
    select u.id, u.email, u.first_name, u.last_name, u.role, array_to_string(u.permissions, ' '), u.password_changed,
           u.clinic_id, c.name, c.primary_color, c.is_active,
           effective_status(c.subscription_status, c.trial_ends_at, p_at), s.is_remembered, s.password_typed_at,
           s.last_seen_at, s.owner_session
    into use_sessions.user_id, use_sessions.email, use_sessions.first_name, use_sessions.last_name, use_sessions.role,
         use_sessions.permissions, use_sessions.password_changed,
         use_sessions.clinic_id, use_sessions.clinic_name, use_sessions.primary_color, use_sessions.clinic_is_active,
         use_sessions.subscription_status, use_sessions.is_remembered, use_sessions.password_typed_at,
         seen, owners
    from sessions s
    join users u on u.id = s.user_id
    left join clinics c on c.id = u.clinic_id
    where s.token_hash = p_token_hashes[n] and s.expires_at > p_at and u.is_active
      and s.last_seen_at > p_at - case when s.is_remembered then p_idle_remembered else p_idle end;
    continue when not found;
    use_sessions.place := n;
    use_sessions.owner_user_id := null;
    if owners is not null then
      select o.user_id into use_sessions.owner_user_id from sessions o where o.token_hash = owners;
    end if;
    if p_are_active_use[n] and seen < p_at - interval '1 minute' then
      to_touch := to_touch || p_token_hashes[n];
    end if;
    return next;
  end loop;
  if to_touch <> '{}' then
    update sessions set last_seen_at = p_at
    where token_hash in (select t.token_hash from sessions t where t.token_hash = any (to_touch) for update skip locked);
  end if;
end $$;
revoke execute on function use_sessions(bytea[], boolean[], timestamptz, interval, interval) from public;
grant execute on function use_sessions(bytea[], boolean[], timestamptz, interval, interval) to klinika_app;

-- For processes of the release before, while they are replaced one by one.
create or replace function use_session(p_token_hash bytea, p_at timestamptz, p_is_active_use boolean, p_idle interval, p_idle_remembered interval)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar, permissions text[],
                 is_active boolean, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz)
  language sql security definer set search_path = pg_catalog, public
as $$
  select user_id, email, first_name, last_name, role, string_to_array(permissions, ' '), true, password_changed, clinic_id,
         clinic_name, primary_color, clinic_is_active, subscription_status, owner_user_id, is_remembered, password_typed_at
  from use_sessions(array[p_token_hash], array[p_is_active_use], p_at, p_idle, p_idle_remembered)
$$;
set local role klinika_owner;
