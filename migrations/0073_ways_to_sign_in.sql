-- Every way to sign in, the second step too. A right password that waits for a code is no sign-in: is_right is false and
-- waits_for_code says why.
alter table sign_ins drop constraint sign_ins_way_check;
alter table sign_ins add constraint sign_ins_way_check
  check (way in ('password', 'recovery_code', 'totp', 'passkey', 'reset_link', 'pin'));
alter table sign_ins add column waits_for_code boolean not null default false,
  add constraint sign_ins_waiting_is_not_right check (not (is_right and waits_for_code));

set local role klinika_auth;
drop function note_sign_in(bigint, bytea, text, text, boolean, timestamptz);
drop function sign_ins_of_user(bigint, bigint, integer);
drop function sign_ins_of_clinic(bigint, bigint, integer);
drop function sign_ins_of_all(bigint, integer);
set local role klinika_owner;

create function note_sign_in(p_user bigint, p_email_hash bytea, p_address text, p_user_agent text, p_way text, p_is_right boolean,
                             p_waits_for_code boolean, p_at timestamptz)
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into sign_ins (at, user_id, about_clinic_id, email_hash, address, user_agent, way, is_right, waits_for_code)
  values (p_at, p_user, (select clinic_id from users where id = p_user), p_email_hash, left(p_address, 45),
          left(p_user_agent, 200), p_way, p_is_right, p_waits_for_code)
$$;

create function sign_ins_of_user(p_user bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.at, null, null, s.address, s.user_agent, s.way, s.is_right, s.waits_for_code
  from sign_ins s where s.user_id = p_user and s.id < p_before order by s.id desc limit p_limit
$$;

create function sign_ins_of_clinic(p_clinic bigint, p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.at, trim(u.first_name || ' ' || u.last_name), null, s.address, s.user_agent, s.way, s.is_right, s.waits_for_code
  from sign_ins s join users u on u.id = s.user_id
  where s.about_clinic_id = p_clinic and s.id < p_before order by s.id desc limit p_limit
$$;

create function sign_ins_of_all(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, user_name text, clinic_name text, address varchar, user_agent varchar, way varchar,
                 is_right boolean, waits_for_code boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.at, trim(u.first_name || ' ' || u.last_name), c.name, s.address, s.user_agent, s.way, s.is_right,
         s.waits_for_code
  from sign_ins s left join users u on u.id = s.user_id left join clinics c on c.id = s.about_clinic_id
  where s.id < p_before order by s.id desc limit p_limit
$$;

create function password_changed_at(p_user bigint) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select changed_at from credentials where user_id = p_user $$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'note_sign_in(bigint, bytea, text, text, text, boolean, boolean, timestamptz)',
    'sign_ins_of_user(bigint, bigint, integer)', 'sign_ins_of_clinic(bigint, bigint, integer)',
    'sign_ins_of_all(bigint, integer)', 'password_changed_at(bigint)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;
