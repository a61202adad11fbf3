-- What a user needs to know a session by, and a year of sign-ins.
alter table sessions
  add column id bigint not null default nextval('klinika_id') unique,
  add column user_agent varchar(200),
  add column address varchar(45);

create table sign_ins (
  id bigint primary key default nextval('klinika_id'),
  at timestamptz not null,
  -- Null for an e-mail that has no account; its hash tells whether two were the same.
  user_id bigint references users (id),
  about_clinic_id bigint references clinics (id),
  email_hash bytea not null,
  address varchar(45) not null,
  user_agent varchar(200),
  way varchar(20) not null check (way in ('password')),
  is_right boolean not null
);
create index sign_ins_of_user on sign_ins (user_id, id desc);
create index sign_ins_of_clinic on sign_ins (about_clinic_id, id desc) where about_clinic_id is not null;
create index sign_ins_by_time on sign_ins (at);
grant select, insert, delete on sign_ins to klinika_auth;
grant select on sign_ins to klinika_backup;

create function note_sign_in(p_user bigint, p_email_hash bytea, p_address text, p_user_agent text, p_is_right boolean, p_at timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into sign_ins (at, user_id, about_clinic_id, email_hash, address, user_agent, way, is_right)
  values (p_at, p_user, (select clinic_id from users where id = p_user), p_email_hash, left(p_address, 45),
          left(p_user_agent, 200), 'password', p_is_right)
$$;

create function describe_session(p_token_hash bytea, p_address text, p_user_agent text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update sessions set address = left(p_address, 45), user_agent = left(p_user_agent, 200) where token_hash = p_token_hash
$$;

-- Those that still open something, or wait beside staff mode; used last, first.
create function sessions_of_user(p_user bigint, p_at timestamptz)
  returns table (id bigint, token_hash bytea, user_agent varchar, address varchar, created_at timestamptz, last_seen_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select id, token_hash, user_agent, address, created_at, last_seen_at from sessions
  where user_id = p_user and expires_at > p_at and last_seen_at > '-infinity'
  order by last_seen_at desc, id desc
$$;

create function sessions_of_staff(p_clinic bigint, p_at timestamptz)
  returns table (id bigint, user_name text, user_agent varchar, address varchar, created_at timestamptz, last_seen_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, trim(u.first_name || ' ' || u.last_name), s.user_agent, s.address, s.created_at, s.last_seen_at
  from users u join sessions s on s.user_id = u.id
  where u.clinic_id = p_clinic and u.role in ('staff', 'secretary') and s.expires_at > p_at and s.last_seen_at > '-infinity'
  order by s.last_seen_at desc, s.id desc
$$;

create function end_own_session(p_user bigint, p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from sessions where id = p_id and user_id = p_user;
  return found;
end $$;

-- One of staff mode stays as one that opens nothing: the owner's session beside it waits for the owner's password.
create function end_staff_session(p_clinic bigint, p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended sessions;
begin
  select s.* into ended from sessions s join users u on u.id = s.user_id
  where s.id = p_id and u.clinic_id = p_clinic and u.role in ('staff', 'secretary') and s.last_seen_at > '-infinity';
  if not found then
    return false;
  end if;
  if ended.owner_session is null then
    delete from sessions where token_hash = ended.token_hash;
  else
    update sessions set last_seen_at = '-infinity' where token_hash = ended.token_hash;
  end if;
  return true;
end $$;

create function sign_ins_of_user(p_user bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar, is_right boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.at, null, null, s.address, s.user_agent, s.way, s.is_right
  from sign_ins s where s.user_id = p_user and s.id < p_before order by s.id desc limit p_limit
$$;

create function sign_ins_of_clinic(p_clinic bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar, is_right boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.at, trim(u.first_name || ' ' || u.last_name), null, s.address, s.user_agent, s.way, s.is_right
  from sign_ins s join users u on u.id = s.user_id
  where s.about_clinic_id = p_clinic and s.id < p_before order by s.id desc limit p_limit
$$;

create function sign_ins_of_all(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar, is_right boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.at, trim(u.first_name || ' ' || u.last_name), c.name, s.address, s.user_agent, s.way, s.is_right
  from sign_ins s left join users u on u.id = s.user_id left join clinics c on c.id = s.about_clinic_id
  where s.id < p_before order by s.id desc limit p_limit
$$;

create function sweep_sign_ins(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ delete from sign_ins where at < p_at - interval '1 year' $$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'note_sign_in(bigint, bytea, text, text, boolean, timestamptz)', 'describe_session(bytea, text, text)',
    'sessions_of_user(bigint, timestamptz)', 'sessions_of_staff(bigint, timestamptz)', 'end_own_session(bigint, bigint)',
    'end_staff_session(bigint, bigint)', 'sign_ins_of_user(bigint, bigint, integer)',
    'sign_ins_of_clinic(bigint, bigint, integer)', 'sign_ins_of_all(bigint, integer)', 'sweep_sign_ins(timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
