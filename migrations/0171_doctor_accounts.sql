-- A doctor's account is made, renewed and deactivated by the owner as those of staff are. In a clinic these are all accounts
-- but the owner's.

-- With its account, by the owner.
grant insert on practitioners to klinika_app;

set local role klinika_admin;

-- As in 0002; a colleague's license number is none that the clinic was verified by.
create or replace function end_verification_of_owner() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_table_name = 'practitioners' and not exists (
      select 1 from users u
      where u.clinic_id = new.clinic_id and u.id = (to_jsonb(new) ->> 'user_id')::bigint and u.role = 'owner') then
    return null;
  end if;
  if not is_on_worker() and exists (select 1 from clinics c where c.id = new.clinic_id and c.verified_at is not null) then
    update clinics set verified_at = null where id = new.clinic_id;
    perform note_ended_verification(new.clinic_id);
  end if;
  return null;
end $$;

set local role klinika_owner;

-- What papers print instead of the name is verified as the name is.
drop trigger practitioners_end_verification on practitioners;
create trigger practitioners_end_verification after update of license_number, printed_name on practitioners
  for each row when ((old.license_number, old.printed_name) is distinct from (new.license_number, new.printed_name))
  execute function end_verification_of_owner();

set local role klinika_auth;

-- As in 0170, with what papers print instead of the name.
drop function profile_of(bigint);
create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar, specialization varchar,
                 credentials varchar, logo_url text, adult_ranges jsonb, email_unconfirmed_since timestamptz, doctors jsonb,
                 printed_name varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  account users;
  practising practitioners;
begin
  select * into account from users u where u.id = p_user;
  if not found then
    return;
  end if;
  select * into practising from practitioners p where p.clinic_id = account.clinic_id and p.user_id = account.id;
  return query
    select practising.license_number, practising.ptr_number, practising.ptr_year, practising.s2_number,
           practising.specialization, practising.credentials, c.logo_url, c.adult_ranges, account.email_unconfirmed_since,
           case when d.count > 1 then d.doctors end, practising.printed_name
    from (select) one
    left join clinics c on c.id = account.clinic_id
    cross join lateral (
      select count(*), jsonb_agg(jsonb_build_object('id', p.id, 'userId', u.id, 'letter', p.letter,
                                                    'name', concat_ws(' ', u.first_name, u.last_name)) order by length(p.letter), p.letter)
      from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
      where p.clinic_id = account.clinic_id and p.is_practising and u.is_active
    ) d (count, doctors);
end $$;
grant execute on function profile_of(bigint) to klinika_app;
comment on function profile_of(bigint) is
  'nullable: license_number, ptr_number, ptr_year, s2_number, specialization, credentials, logo_url, adult_ranges, '
  'email_unconfirmed_since, doctors, printed_name';

-- As in 0003. An inactive doctor is added again as a doctor: papers name the practitioner.
create or replace function open_staff_account(p_clinic bigint, p_email text, p_first_name text, p_last_name text, p_role text,
                                   p_permissions text[], p_password_hash text, p_temporary_until timestamptz, p_at timestamptz)
  returns table (user_id bigint, was_inactive boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account bigint;
begin
  if p_clinic is distinct from current_clinic() or p_role not in ('doctor', 'staff', 'secretary') then
    raise exception 'staff accounts belong to the clinic of the running transaction';
  end if;
  update users u set first_name = p_first_name, last_name = p_last_name, role = p_role, permissions = p_permissions,
    is_active = true, password_changed = false, updated_at = p_at
  where u.clinic_id = p_clinic and u.email = p_email and not u.is_active and u.role <> 'owner'
    and (u.role = 'doctor') = (p_role = 'doctor')
  returning u.id into account;
  if account is not null then
    insert into credentials as c (user_id, password_hash, temporary_until, changed_at)
    values (account, p_password_hash, p_temporary_until, p_at)
    on conflict on constraint credentials_pkey do update
      set password_hash = excluded.password_hash, temporary_until = excluded.temporary_until,
          changed_at = excluded.changed_at;
    delete from sessions s where s.user_id = account;
    return query select account, true;
    return;
  end if;
  insert into users (clinic_id, email, first_name, last_name, role, permissions, created_at, updated_at)
  values (p_clinic, p_email, p_first_name, p_last_name, p_role, p_permissions, p_at, p_at)
  on conflict on constraint users_email_key do nothing
  returning id into account;
  if account is not null then
    insert into credentials (user_id, password_hash, temporary_until, changed_at)
    values (account, p_password_hash, p_temporary_until, p_at);
    return query select account, false;
  end if;
end $$;

-- As in 0003.
create or replace function renew_staff_password(p_clinic bigint, p_user bigint, p_password_hash text, p_temporary_until timestamptz,
                                     p_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update users u set password_changed = false, updated_at = p_at
  where u.id = p_user and u.clinic_id = p_clinic and p_clinic = current_clinic() and u.is_active
    and u.role <> 'owner';
  if not found then
    return false;
  end if;
  update credentials c set password_hash = p_password_hash, temporary_until = p_temporary_until, changed_at = p_at
  where c.user_id = p_user;
  perform end_after_new_password(p_user, null);
  return true;
end $$;

-- As in 0003.
create or replace function reset_password(p_token_hash bytea, p_password_hash text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account bigint;
  clinic bigint;
begin
  select a.user_id into account from account_of_link('reset', p_token_hash, p_at) a;
  if not found then
    return false;
  end if;
  -- Who uses the same link at the same time waits here, and then finds none.
  delete from mailed_links l where l.token_hash = p_token_hash;
  if not found then
    return false;
  end if;
  delete from mailed_links l where l.user_id = account and l.kind = 'reset';
  update users u set email_unconfirmed_since = null where u.id = account and u.email_unconfirmed_since is not null
  returning u.clinic_id into clinic;
  if found then
    delete from passkeys k where k.user_id = account;
    perform remove_second_factor(account, 'Two-step sign-in is off',
      'It was set up before this email was confirmed. Set it up again under Account Security.', p_at);
    update users u set is_active = false, updated_at = p_at
    where u.clinic_id = clinic and u.role <> 'owner' and u.is_active;
    if found then
      perform tell_of_second_factor(account, 'Staff accounts deactivated',
        'They were made before your email was confirmed. Reactivate those you know under Staff.', p_at);
    end if;
    delete from sessions s using users u where u.id = s.user_id and u.clinic_id = clinic;
  end if;
  update credentials set password_hash = p_password_hash, temporary_until = null, changed_at = p_at where user_id = account;
  update users set password_changed = true, updated_at = p_at where id = account;
  perform end_after_new_password(account, null);
  return true;
end $$;

-- As in 0003.
create or replace function set_staff_rights(p_clinic bigint, p_user bigint, p_permissions text[], p_is_active boolean, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  before users;
begin
  if p_clinic is distinct from own then
    raise exception 'staff accounts belong to the clinic of the running transaction';
  end if;
  select * into strict before from users u
  where u.clinic_id = own and u.id = p_user and u.role <> 'owner' for update;
  update users u
  set permissions = coalesce(p_permissions, u.permissions), is_active = coalesce(p_is_active, u.is_active), updated_at = p_at
  where u.clinic_id = own and u.id = p_user;
  insert into record_history (clinic_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own, nullif(current_setting('app.user_id', true), '')::bigint,
    nullif(current_setting('app.owner_user_id', true), '')::bigint,
    case when p_permissions is null then 'staff.deactivate' else 'staff.permissions' end, 'users', p_user,
    case when p_permissions is null then '{}'
         else jsonb_build_object('permissions', jsonb_build_array(before.permissions, p_permissions)) end
    || case when p_is_active is null then '{}'
            else jsonb_build_object('isActive', jsonb_build_array(before.is_active, p_is_active)) end);
end $$;

-- As in 0004.
create or replace function end_staff_session(p_clinic bigint, p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended sessions;
begin
  select s.* into ended from sessions s join users u on u.id = s.user_id
  where s.id = p_id and u.clinic_id = p_clinic and u.role <> 'owner' and s.last_seen_at > '-infinity';
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

-- As in 0004.
create or replace function sessions_of_staff(p_clinic bigint, p_at timestamptz)
  returns table (id bigint, user_name text, user_agent varchar, address varchar, created_at timestamptz, last_seen_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, trim(u.first_name || ' ' || u.last_name), s.user_agent, s.address, s.created_at, s.last_seen_at
    from users u join sessions s on s.user_id = u.id
    where u.clinic_id = p_clinic and u.role <> 'owner' and s.expires_at > p_at
      and s.last_seen_at > '-infinity'
    order by s.last_seen_at desc, s.id desc;
end $$;

-- As in 0005.
create or replace function reset_staff_second_factor(p_clinic bigint, p_user bigint, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform 1 from users u
  where u.id = p_user and u.clinic_id = p_clinic and p_clinic = current_clinic() and u.role <> 'owner';
  if not found or not remove_second_factor(p_user, 'Two-step sign-in was reset',
       'The owner of your clinic has reset it. Set it up again under Security.', p_at) then
    return false;
  end if;
  perform end_sessions_of(p_user, null);
  return true;
end $$;

-- As in 0004, also beside a doctor's session.
create or replace function enter_staff_mode(p_user bigint, p_token_hash bytea, p_device bytea, p_at timestamptz,
                                 p_expires timestamptz, p_desk bytea, p_password_hash text)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  owners sessions%rowtype;
begin
  select o.* into owners
  from sessions d
  join sessions o on o.token_hash = coalesce(d.owner_session, d.token_hash)
  join users w on w.id = o.user_id and w.role in ('owner', 'doctor') and w.is_active
  join users u on u.id = p_user and u.clinic_id = w.clinic_id and u.role in ('staff', 'secretary') and u.is_active
  where d.token_hash = p_desk and o.expires_at > p_at
  for update of o;
  if not found then
    return false;
  end if;
  delete from sessions where owner_session = owners.token_hash;
  if not start_session(p_user, p_token_hash, p_device, p_at, least(p_expires, owners.expires_at), false,
                       owners.token_hash, p_password_hash) then
    return false;
  end if;
  update sessions set rests = true where token_hash = owners.token_hash;
  return true;
end $$;

set local role klinika_notice;

-- As in 0021.
create or replace function tell_of_first_sign_in() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account record;
begin
  select u.clinic_id, concat_ws(' ', u.first_name, u.last_name) as name into account from users u
  where u.id = new.user_id and u.role <> 'owner' and not u.password_changed
    and not exists (select 1 from known_devices d where d.user_id = u.id);
  if found then
    perform tell(account.clinic_id, null, 'first sign-in ' || new.user_id, 'info', 'First sign-in',
      account.name || ' signed in for the first time', 'staff', jsonb_build_object('userId', new.user_id), new.created_at);
  end if;
  return null;
end $$;

set local role klinika_owner;
