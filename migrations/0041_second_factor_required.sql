-- Who must have a second factor: the staff of a clinic whose owner asks for it, and, by a setting, the platform's
-- administrators.
alter table clinics add column requires_second_factor boolean not null default false;

-- What use_sessions answers, with what decides whether a second factor must be set up first.
create function look_up_sessions(p_token_hashes bytea[], p_are_active_use boolean[], p_at timestamptz, p_idle interval, p_idle_remembered interval)
  returns table (place bigint, user_id bigint, email varchar, first_name varchar, last_name varchar, role varchar,
                 permissions text, password_changed boolean, clinic_id bigint, clinic_name varchar, primary_color varchar,
                 clinic_is_active boolean, subscription_status text, owner_user_id bigint, is_remembered boolean,
                 password_typed_at timestamptz, is_to_touch boolean, has_second_factor boolean,
                 clinic_requires_second_factor boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.place, s.user_id, s.email, s.first_name, s.last_name, s.role, s.permissions, s.password_changed, s.clinic_id,
           s.clinic_name, s.primary_color, s.clinic_is_active, s.subscription_status, s.owner_user_id, s.is_remembered,
           s.password_typed_at, s.is_to_touch, f.confirmed_at is not null, coalesce(c.requires_second_factor, false)
    from use_sessions(p_token_hashes, p_are_active_use, p_at, p_idle, p_idle_remembered) s
    left join second_factors f on f.user_id = s.user_id
    left join clinics c on c.id = s.clinic_id;
end $$;

revoke execute on function look_up_sessions(bytea[], boolean[], timestamptz, interval, interval) from public;
grant execute on function look_up_sessions(bytea[], boolean[], timestamptz, interval, interval) to klinika_app;
alter function look_up_sessions(bytea[], boolean[], timestamptz, interval, interval) owner to klinika_auth;
