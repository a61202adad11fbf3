-- A clinic's own ranges for adults' vital signs (decision C36); null, and each sign that is not in it, for Klinika's.
alter table clinics add column adult_ranges jsonb check (jsonb_typeof(adult_ranges) = 'object');

set local role klinika_auth;
drop function profile_of(bigint);
set local role klinika_owner;

-- As before, with the ranges, which every screen with vital signs needs.
create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar,
                 specialization varchar, credentials varchar, logo_url text, adult_ranges jsonb,
                 email_unconfirmed_since timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, u.credentials, c.logo_url, c.adult_ranges,
         u.email_unconfirmed_since
  from users u left join clinics c on c.id = u.clinic_id where u.id = p_user
$$;

revoke execute on function profile_of(bigint) from public;
grant execute on function profile_of(bigint) to klinika_app;
comment on function profile_of(bigint)
  is 'nullable: license_number, ptr_number, ptr_year, s2_number, specialization, credentials, logo_url, adult_ranges, email_unconfirmed_since';
alter function profile_of(bigint) owner to klinika_auth;
