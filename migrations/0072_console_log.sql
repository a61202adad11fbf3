-- What platform administrators did and looked at, for a year.
create table console_log (
  id bigint primary key default nextval('klinika_id'),
  at timestamptz not null,
  admin_id bigint not null references users (id),
  -- Method and path as declared: `GET /api/admin/clinics/:id/standing-history`.
  call varchar(120) not null,
  -- The id in the path: a clinic's or a message's.
  about_id bigint,
  address varchar(45) not null,
  user_agent varchar(200)
);
create index console_log_of_admin on console_log (admin_id, id desc);
create index console_log_by_time on console_log (at);
grant select, insert, delete on console_log to klinika_auth;
grant select on console_log to klinika_backup;

-- A read repeated by one admin from one address and device within five minutes is one line: the screens poll. A change is
-- always a line.
create function note_console_call(p_admin bigint, p_call text, p_about bigint, p_address text, p_user_agent text, p_at timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into console_log (at, admin_id, call, about_id, address, user_agent)
  select p_at, p_admin, p_call, p_about, left(p_address, 45), left(p_user_agent, 200)
  where p_call not like 'GET %' or not exists (
    select from console_log l
    where l.admin_id = p_admin and l.at > p_at - interval '5 minutes' and l.at <= p_at and l.call = p_call
      and l.about_id is not distinct from p_about and l.address = left(p_address, 45)
      and l.user_agent is not distinct from left(p_user_agent, 200)
  )
$$;

create function read_console_log(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, admin_name text, call varchar, about_id bigint, clinic_name text, address varchar, user_agent varchar)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select l.id, l.at, trim(u.first_name || ' ' || u.last_name), l.call, l.about_id, c.name, l.address, l.user_agent
  from console_log l join users u on u.id = l.admin_id left join clinics c on c.id = l.about_id
  where l.id < p_before order by l.id desc limit p_limit
$$;

create function sweep_console_log(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ delete from console_log where at < p_at - interval '1 year' $$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'note_console_call(bigint, text, bigint, text, text, timestamptz)', 'read_console_log(bigint, integer)',
    'sweep_console_log(timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
