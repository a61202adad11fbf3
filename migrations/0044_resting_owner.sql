-- While staff mode lasts, the owner's session beside it opens nothing: at a shared desk its token may be known to others.
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
    where s.expires_at > p_at and u.is_active
      and s.last_seen_at > p_at - case when s.is_remembered then p_idle_remembered else p_idle end
      and not exists (select 1 from sessions beside where beside.owner_session = s.token_hash);
end $$;
set local role klinika_owner;

-- A session of staff mode that was left alone still counts: only the owner's password ends it, or signing out.
create function is_resting(p_token_hash bytea, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select 1 from sessions o join sessions s on s.owner_session = o.token_hash
                 where o.token_hash = p_token_hash and o.expires_at > p_at)
$$;

revoke execute on function is_resting(bytea, timestamptz) from public;
grant execute on function is_resting(bytea, timestamptz) to klinika_app;
alter function is_resting(bytea, timestamptz) owner to klinika_auth;
