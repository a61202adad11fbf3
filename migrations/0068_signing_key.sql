-- What the server signs device cookies with: of the whole database, so that every process has the same, and random, so
-- that nobody can work it out.
create table signing_key (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  value bytea not null
);
insert into signing_key (value)
values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
grant select on signing_key to klinika_auth, klinika_backup;

create function read_signing_key() returns bytea
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select value from signing_key $$;
revoke execute on function read_signing_key() from public;
grant execute on function read_signing_key() to klinika_app;
alter function read_signing_key() owner to klinika_auth;
