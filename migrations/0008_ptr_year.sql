-- The current user also carries the year of the PTR, which is renewed each January.
-- Only its owner may drop it.
set local role klinika_auth;
drop function profile_of(bigint);
set local role klinika_owner;
create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar,
                 specialization varchar, logo_url text)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, c.logo_url
  from users u left join clinics c on c.id = u.clinic_id where u.id = p_user
$$;
alter function profile_of(bigint) owner to klinika_auth;
revoke execute on function profile_of(bigint) from public;
grant execute on function profile_of(bigint) to klinika_app;
