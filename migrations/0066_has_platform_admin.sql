-- Whether the first start is over: ADMIN_PASSWORD is judged only where it is about to be used.
create function has_platform_admin() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select exists (select 1 from users where role = 'admin') $$;
revoke execute on function has_platform_admin() from public;
grant execute on function has_platform_admin() to klinika_app;
alter function has_platform_admin() owner to klinika_auth;
