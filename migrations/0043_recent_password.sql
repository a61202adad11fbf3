-- The password was typed again in this session.
create function renew_typed_password(p_token_hash bytea, p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ update sessions set password_typed_at = p_at where token_hash = p_token_hash $$;

revoke execute on function renew_typed_password(bytea, timestamptz) from public;
grant execute on function renew_typed_password(bytea, timestamptz) to klinika_app;
alter function renew_typed_password(bytea, timestamptz) owner to klinika_auth;
