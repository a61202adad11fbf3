-- The owner of a clinic that is shut out may fetch its data while an administrator has released it (decision A4).
-- Append-only: each release is a row, and the newest counts.
create table clinic_releases (
  id bigint primary key default nextval('klinika_id'),
  about_clinic_id bigint not null references clinics (id),
  admin_id bigint not null references users (id),
  reason varchar(500) not null,
  released_at timestamptz not null,
  until timestamptz not null
);
create index clinic_releases_of_clinic on clinic_releases (about_clinic_id, until);
create trigger clinic_releases_stay before update or delete on clinic_releases
  for each statement execute function refuse_change();
grant select, insert on clinic_releases to klinika_auth;
grant select on clinic_releases to klinika_backup;

-- Noted in the clinic's record history, without a user of the clinic. False where there is no such clinic.
create function release_clinic(p_clinic bigint, p_reason text, p_admin bigint, p_at timestamptz, p_until timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from clinics c where c.id = p_clinic) then
    return false;
  end if;
  insert into clinic_releases (about_clinic_id, admin_id, reason, released_at, until)
  values (p_clinic, p_admin, p_reason, p_at, p_until);
  insert into record_history (clinic_id, event, changes, happened_at)
  values (p_clinic, 'clinic.release', jsonb_build_object('reason', p_reason, 'until', p_until), p_at);
  return true;
end $$;

-- Whether this account is an owner whose clinic is released.
create function is_released_to(p_user bigint, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select from users u join clinic_releases r on r.about_clinic_id = u.clinic_id
                 where u.id = p_user and u.role = 'owner' and u.is_active and r.until > p_at)
$$;

revoke execute on function release_clinic(bigint, text, bigint, timestamptz, timestamptz) from public;
revoke execute on function is_released_to(bigint, timestamptz) from public;
grant execute on function release_clinic(bigint, text, bigint, timestamptz, timestamptz) to klinika_app;
grant execute on function is_released_to(bigint, timestamptz) to klinika_app;
alter function release_clinic(bigint, text, bigint, timestamptz, timestamptz) owner to klinika_auth;
alter function is_released_to(bigint, timestamptz) owner to klinika_auth;
