-- The same answer as before at half the time, since every request waits for it: one statement instead of two, no rows
-- kept in between, and the owner of staff mode looked for only where there is one. Only its owner may replace it.
set local role klinika_auth;
create or replace function use_session(p_token_hash bytea, p_at timestamptz, p_is_active_use boolean, p_idle interval, p_idle_remembered interval)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar, permissions text[],
                 is_active boolean, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  seen timestamptz;
  owners bytea;
begin
  select u.id, u.email, u.first_name, u.last_name, u.role, u.permissions, u.is_active, u.password_changed,
         u.clinic_id, c.name, c.primary_color, c.is_active,
         effective_status(c.subscription_status, c.trial_ends_at, p_at), s.is_remembered, s.password_typed_at,
         s.last_seen_at, s.owner_session
  into use_session.user_id, use_session.email, use_session.first_name, use_session.last_name, use_session.role,
       use_session.permissions, use_session.is_active, use_session.password_changed,
       use_session.clinic_id, use_session.clinic_name, use_session.primary_color, use_session.clinic_is_active,
       use_session.subscription_status, use_session.is_remembered, use_session.password_typed_at,
       seen, owners
  from sessions s
  join users u on u.id = s.user_id
  left join clinics c on c.id = u.clinic_id
  where s.token_hash = p_token_hash and s.expires_at > p_at and u.is_active
    and s.last_seen_at > p_at - case when s.is_remembered then p_idle_remembered else p_idle end;
  if not found then
    return;
  end if;
  if owners is not null then
    select o.user_id into use_session.owner_user_id from sessions o where o.token_hash = owners;
  end if;
  if p_is_active_use and seen < p_at - interval '1 minute' then
    update sessions set last_seen_at = p_at where token_hash = p_token_hash;
  end if;
  return next;
end $$;
set local role klinika_owner;
