-- What a doctor writes behind the name: "MD, FPCP" (decision C38).
alter table users add column credentials varchar(120);

set local role klinika_auth;
drop function sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean);
drop function profile_of(bigint);
set local role klinika_owner;

-- As before, with the credentials.
create function sign_up_clinic(p_clinic_name text, p_subdomain text, p_setup_fee numeric, p_monthly_fee numeric, p_trial_ends timestamptz,
                               p_email text, p_phone text, p_first_name text, p_last_name text, p_license text,
                               p_permissions text[], p_password_hash text, p_at timestamptz, p_confirm_email boolean,
                               p_credentials text)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_clinic bigint;
  new_user bigint;
  numbered text := p_subdomain;
  number integer := 1;
begin
  loop
    insert into clinics (name, subdomain, setup_fee, monthly_fee, trial_ends_at, phone, email, created_at, updated_at)
    values (p_clinic_name, numbered, p_setup_fee, p_monthly_fee, p_trial_ends, p_phone, p_email, p_at, p_at)
    on conflict on constraint clinics_subdomain_key do nothing
    returning id into new_clinic;
    exit when new_clinic is not null;
    number := number + 1;
    numbered := p_subdomain || '-' || number;
  end loop;
  insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed, phone, license_number,
                     credentials, email_unconfirmed_since, created_at, updated_at)
  values (new_clinic, p_email, p_first_name, p_last_name, 'owner', p_permissions, true, p_phone, p_license,
          p_credentials, case when p_confirm_email then p_at end, p_at, p_at)
  returning id into new_user;
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  if p_confirm_email then
    perform ask_letter_with_link('confirm', p_email, p_at);
  end if;
  return new_user;
end $$;

create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar,
                 specialization varchar, credentials varchar, logo_url text, email_unconfirmed_since timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, u.credentials, c.logo_url, u.email_unconfirmed_since
  from users u left join clinics c on c.id = u.clinic_id where u.id = p_user
$$;

do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean, text)',
    'profile_of(bigint)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to klinika_app', signature);
  end loop;
end $$;
comment on function sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean, text)
  is 'nullable: p_credentials';
comment on function profile_of(bigint)
  is 'nullable: license_number, ptr_number, ptr_year, s2_number, specialization, credentials, logo_url, email_unconfirmed_since';
alter function sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean, text)
  owner to klinika_auth;
alter function profile_of(bigint) owner to klinika_auth;
