-- The persons of a clinic who practise: examine, prescribe and sign. For now each clinic has one, its owner. The account
-- and the name are in users; here is what papers say of the person behind the name.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

create table practitioners (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  user_id bigint not null,
  -- Of the Professional Regulation Commission.
  license_number varchar(100),
  -- The professional tax receipt, and its year.
  ptr_number varchar(100),
  ptr_year smallint,
  -- The license to prescribe dangerous drugs.
  s2_number varchar(100),
  specialization varchar(255),
  -- What is written behind the name: "MD, FPCP".
  credentials varchar(120),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  constraint practitioners_of_user unique (clinic_id, user_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_clinic_table('practitioners', 'select');
create policy accounts on practitioners to klinika_auth using (true) with check (true);
create policy console on practitioners for select to klinika_admin using (true);
-- A clinic's list of others to refer to has the license of each.
create policy referring on practitioners for select to klinika_referral using (true);
grant select on practitioners to klinika_admin;
grant select, insert on practitioners to klinika_auth;
grant select (clinic_id, user_id, license_number) on practitioners to klinika_referral;
grant update (license_number, ptr_number, ptr_year, s2_number, specialization, credentials, updated_at)
  on practitioners to klinika_app;

-- The release before reads and writes these columns of users. While processes of both run, each change is copied to the
-- other table; a migration of a later release drops the columns and both triggers. On a cluster no trigger of a copied
-- table may write another: there the processes of the release before are stopped first.
create function copy_to_practitioner() returns trigger
  language plpgsql as $$
begin
  if to_regproc('pg_catalog.citus_is_coordinator') is null then
    update public.practitioners p
    set (license_number, ptr_number, ptr_year, s2_number, specialization, credentials) =
        (new.license_number, new.ptr_number, new.ptr_year, new.s2_number, new.specialization, new.credentials)
    where p.clinic_id = new.clinic_id and p.user_id = new.id
      and (p.license_number, p.ptr_number, p.ptr_year, p.s2_number, p.specialization, p.credentials) is distinct from
          (new.license_number, new.ptr_number, new.ptr_year, new.s2_number, new.specialization, new.credentials);
  end if;
  return null;
end $$;
grant execute on function copy_to_practitioner() to public;

create function copy_to_account() returns trigger
  language plpgsql as $$
begin
  if to_regproc('pg_catalog.citus_is_coordinator') is null then
    update public.users u
    set (license_number, ptr_number, ptr_year, s2_number, specialization, credentials) =
        (new.license_number, new.ptr_number, new.ptr_year, new.s2_number, new.specialization, new.credentials)
    where u.clinic_id = new.clinic_id and u.id = new.user_id
      and (u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, u.credentials) is distinct from
          (new.license_number, new.ptr_number, new.ptr_year, new.s2_number, new.specialization, new.credentials);
  end if;
  return null;
end $$;
grant execute on function copy_to_account() to public;

create trigger users_copied after update of license_number, ptr_number, ptr_year, s2_number, specialization, credentials on users
  for each row when (new.role = 'owner' and pg_trigger_depth() = 0) execute function copy_to_practitioner();
create trigger practitioners_copied after insert or update on practitioners
  for each row when (pg_trigger_depth() = 0) execute function copy_to_account();
-- An owner's license number is what an administrator verified.
create trigger practitioners_end_verification after update of license_number on practitioners
  for each row when (old.license_number is distinct from new.license_number)
  execute function end_verification_of_owner();

-- `npm run db:types` leaves them out.
comment on column users.license_number is 'moved to practitioners';
comment on column users.ptr_number is 'moved to practitioners';
comment on column users.ptr_year is 'moved to practitioners';
comment on column users.s2_number is 'moved to practitioners';
comment on column users.specialization is 'moved to practitioners';
comment on column users.credentials is 'moved to practitioners';

insert into practitioners (clinic_id, user_id, license_number, ptr_number, ptr_year, s2_number, specialization, credentials,
                           created_at, updated_at)
select clinic_id, id, license_number, ptr_number, ptr_year, s2_number, specialization, credentials, created_at, updated_at
from users where role = 'owner' order by id;

set local role klinika_auth;

-- As in 0003; what papers say of the person is the practitioner's.
create or replace function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar, specialization varchar,
                 credentials varchar, logo_url text, adult_ranges jsonb, email_unconfirmed_since timestamptz)
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
           practising.specialization, practising.credentials, c.logo_url, c.adult_ranges, account.email_unconfirmed_since
    from (select) one left join clinics c on c.id = account.clinic_id;
end $$;

-- As in 0003, with the owner as the clinic's practitioner.
create or replace function sign_up_clinic(p_clinic_name text, p_subdomain text, p_setup_fee numeric, p_monthly_fee numeric,
                               p_trial_ends timestamptz, p_email text, p_phone text, p_first_name text,
                               p_last_name text, p_license text, p_permissions text[], p_password_hash text,
                               p_at timestamptz, p_confirm_email boolean, p_credentials text)
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
  insert into places (clinic_id, name) values (new_clinic, 'Main clinic');
  insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed, phone,
                     email_unconfirmed_since, created_at, updated_at)
  values (new_clinic, p_email, p_first_name, p_last_name, 'owner', p_permissions, true, p_phone,
          case when p_confirm_email then p_at end, p_at, p_at)
  returning id into new_user;
  insert into practitioners (clinic_id, user_id, license_number, credentials, created_at, updated_at)
  values (new_clinic, new_user, p_license, p_credentials, p_at, p_at);
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  if p_confirm_email then
    perform ask_letter_with_link('confirm', p_email, p_at);
  end if;
  return new_user;
end $$;

set local role klinika_referral;

-- As in 0016, with the license of the owner as a practitioner.
create or replace function clinics_to_refer_to(p_verified_only boolean, p_confirmed_only boolean, p_at timestamptz)
  returns table (id bigint, name varchar, address text, is_verified boolean, doctor_name text, license_number varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.id, c.name, nullif(trim(c.address), ''), c.verified_at is not null,
           nullif(trim(concat_ws(' ', o.first_name, o.last_name)), ''), p.license_number
    from clinics c
    left join lateral (
      select u.id, u.first_name, u.last_name, u.email_unconfirmed_since from users u
      where u.clinic_id = c.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
    ) o on true
    left join practitioners p on p.clinic_id = c.id and p.user_id = o.id
    where c.id <> current_clinic() and c.is_active and (c.verified_at is not null or not p_verified_only)
      and (o.email_unconfirmed_since is null or not p_confirmed_only)
      and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
    order by c.name, c.id;
end $$;

set local role klinika_admin;

-- As in 0025, with the license of the owner as a practitioner.
create or replace function platform_clinics(p_search text, p_status text, p_at timestamptz, p_before timestamptz,
                                 p_before_id bigint, p_limit integer)
  returns table (id bigint, name varchar, subdomain varchar, logo_url text, primary_color varchar, setup_fee numeric,
                 monthly_fee numeric, is_active boolean, subscription_status text, trial_ends_at timestamptz, address text,
                 phone varchar, email varchar, created_at timestamptz, updated_at timestamptz, user_count bigint,
                 patient_count bigint, owner_first_name varchar, owner_last_name varchar, owner_email varchar,
                 owner_license_number varchar, verified_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  page record;
begin
  for page in
    with sought as (select folded_patterns(p_search) as patterns),
    clinic as (
      select c.*, effective_status(c.subscription_status, c.trial_ends_at, p_at) as status
      from clinics c
      where (p_status is null or effective_status(c.subscription_status, c.trial_ends_at, p_at) = p_status)
        and (p_before is null or (c.created_at, c.id) < (p_before, p_before_id))
        and ((select patterns from sought) is null
             or c.search_text like all ((select patterns from sought)::text[])
             or c.id in (select o.clinic_id from users o
                         where o.role = 'owner' and o.search_text like all ((select patterns from sought)::text[])))
      order by c.created_at desc, c.id desc
      limit p_limit
    )
    select clinic.*, (select count(*) from users u where u.clinic_id = clinic.id) as users,
           o.first_name, o.last_name, o.email as owner_email, p.license_number
    from clinic
    left join lateral (
      select u.id, u.first_name, u.last_name, u.email from users u
      where u.clinic_id = clinic.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
    ) o on true
    left join practitioners p on p.clinic_id = clinic.id and p.user_id = o.id
    order by clinic.created_at desc, clinic.id desc
  loop
    select count(*) into patient_count from patients p where p.clinic_id = page.id;
    return query
      select page.id, page.name, page.subdomain, page.logo_url, page.primary_color, page.setup_fee, page.monthly_fee,
             page.is_active, page.status, page.trial_ends_at, page.address, page.phone, page.email, page.created_at,
             page.updated_at, page.users, patient_count, page.first_name, page.last_name, page.owner_email,
             page.license_number, page.verified_at;
  end loop;
end $$;

set local role klinika_owner;
