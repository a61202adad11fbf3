-- Opening a staff account, and a new temporary password for one (decisions A8, A9). Both act for the clinic of the
-- running transaction alone, and end what sessions the account had.

-- An inactive account of the same clinic becomes active again; no row where the e-mail belongs to any other account.
create function open_staff_account(p_clinic bigint, p_email text, p_first_name text, p_last_name text, p_role text,
                                   p_permissions text[], p_password_hash text, p_temporary_until timestamptz, p_at timestamptz)
  returns table (user_id bigint, was_inactive boolean)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  account bigint;
begin
  if p_clinic is distinct from current_clinic() or p_role not in ('staff', 'secretary') then
    raise exception 'staff accounts belong to the clinic of the running transaction';
  end if;
  update users u set first_name = p_first_name, last_name = p_last_name, role = p_role, permissions = p_permissions,
    is_active = true, password_changed = false, updated_at = p_at
  where u.clinic_id = p_clinic and u.email = p_email and not u.is_active and u.role in ('staff', 'secretary')
  returning u.id into account;
  if account is not null then
    insert into credentials as c (user_id, password_hash, temporary_until, changed_at)
    values (account, p_password_hash, p_temporary_until, p_at)
    on conflict on constraint credentials_pkey do update
      set password_hash = excluded.password_hash, temporary_until = excluded.temporary_until, changed_at = excluded.changed_at;
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

-- False where the clinic has no such active staff account.
create function renew_staff_password(p_clinic bigint, p_user bigint, p_password_hash text, p_temporary_until timestamptz,
                                     p_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update users u set password_changed = false, updated_at = p_at
  where u.id = p_user and u.clinic_id = p_clinic and p_clinic = current_clinic() and u.is_active and u.role in ('staff', 'secretary');
  if not found then
    return false;
  end if;
  update credentials c set password_hash = p_password_hash, temporary_until = p_temporary_until, changed_at = p_at
  where c.user_id = p_user;
  delete from sessions s where s.user_id = p_user;
  return true;
end $$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'open_staff_account(bigint, text, text, text, text, text[], text, timestamptz, timestamptz)',
    'renew_staff_password(bigint, bigint, text, timestamptz, timestamptz)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to klinika_auth', door);
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;
