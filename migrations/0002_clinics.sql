-- Clinics, their standing with the platform, the places where they see patients, and their price lists.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- A clinic: what its owner enters about it, and its standing, which an administrator of the platform decides.
create table clinics (
  id bigint default nextval('klinika_id') primary key,
  name varchar(255) not null check (name <> ''),
  subdomain varchar(100) not null unique,
  logo_url text,
  primary_color varchar(7) not null default '#2B4D8C' check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  setup_fee numeric(10,2) not null default 2500,
  monthly_fee numeric(10,2) not null default 1299,
  is_active boolean not null default true,
  subscription_status varchar(50) not null default 'trial'
    check (subscription_status in ('trial', 'active', 'expired', 'suspended')),
  trial_ends_at timestamptz,
  address text,
  phone varchar(20),
  email varchar(255),
  bed_capacity integer not null default 50 check (bed_capacity between 1 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last day on which dangerous drugs may be printed on ordinary paper in triplicate instead of the DOH yellow form
  -- (as by DDB Board Regulation 10 s. 2025). Null: never.
  triplicate_until date,
  -- What the console's search compares.
  search_text text generated always as (fold(name)) stored,
  -- Small, and drawn anew by the server. logo_url, its address, names the picture, so that a new one has another address.
  logo bytea constraint clinics_logo_is_small check (octet_length(logo) between 1 and 1000000),
  -- Whether the owner asks the clinic's staff for a second factor.
  requires_second_factor boolean not null default false,
  -- When an administrator looked up the owner's licence number and found that the clinic is who it says. Another name of
  -- the clinic or of its owner, or another licence number, ends it.
  verified_at timestamptz,
  -- When the owner closed the dashboard's list of first steps.
  setup_dismissed_at timestamptz,
  -- Steps of the queue that a clinic can do without.
  queue_has_vitals boolean not null default true,
  queue_has_payment boolean not null default true,
  is_vat_registered boolean not null default false,
  tin varchar(40),
  -- A clinic's own ranges for adults' vital signs; null, and each sign that is not in it, for Klinika's.
  adult_ranges jsonb check (jsonb_typeof(adult_ranges) = 'object')
);
create index clinics_newest on clinics (created_at desc, id desc);
alter table clinics enable row level security;
alter table clinics force row level security;
create policy accounts on clinics to klinika_auth using (true) with check (true);
create policy backup on clinics for select to klinika_backup using (true);
create policy console on clinics to klinika_admin using (true) with check (true);
create policy migrations on clinics to klinika_owner using (true) with check (true);
create policy own_clinic on clinics to klinika_app
  using (id = nullif(current_setting('app.clinic_id', true), '')::bigint)
  with check (id = nullif(current_setting('app.clinic_id', true), '')::bigint);
create policy referring on clinics for select to klinika_referral using (true);
create policy telling on clinics for select to klinika_notice using (true);
grant select, update on clinics to klinika_admin;
grant select on clinics to klinika_app;
grant select, insert on clinics to klinika_auth;
grant select on clinics to klinika_backup;
grant select (id, name, is_active, subscription_status, trial_ends_at, address, phone, email) on clinics to klinika_notice;
grant select (id, name, is_active, subscription_status, trial_ends_at, address, verified_at) on clinics
  to klinika_referral;
grant update (
  name, subdomain, logo_url, primary_color, address, phone, email, bed_capacity, updated_at, triplicate_until, logo,
  requires_second_factor, verified_at, setup_dismissed_at, queue_has_vitals, queue_has_payment, is_vat_registered, tin,
  adult_ranges
) on clinics to klinika_app;

-- The owner of a clinic that is shut out may fetch its data while an administrator has released it. Append-only: each
-- release is a row, and the newest counts.
create table clinic_releases (
  id bigint default nextval('klinika_id') primary key,
  about_clinic_id bigint not null references clinics (id),
  admin_id bigint not null,
  reason varchar(500) not null,
  released_at timestamptz not null,
  until timestamptz not null
);
create index clinic_releases_of_clinic on clinic_releases (about_clinic_id, until);
grant select, insert on clinic_releases to klinika_auth;
grant select on clinic_releases to klinika_backup;

-- Changes of a clinic's standing: append-only, and read in the console alone. admin_id is the administrator, or the
-- user of the clinic whose change ended its verification.
create table clinic_standing_changes (
  id bigint default nextval('klinika_id') primary key,
  about_clinic_id bigint not null references clinics (id),
  changed_at timestamptz not null,
  admin_id bigint not null,
  what varchar(20) not null check (what in ('isActive', 'subscriptionStatus', 'isVerified')),
  -- As the administrator saw it: a trial past its end is expired.
  was varchar(20) not null,
  is_now varchar(20) not null
);
create index clinic_standing_changes_of_clinic on clinic_standing_changes (about_clinic_id, id desc);
grant select, insert on clinic_standing_changes to klinika_admin;
grant select on clinic_standing_changes to klinika_backup;

-- Where a clinic sees its patients.
create table places (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(120) not null check (name <> ''),
  -- Null: the clinic's own.
  address text,
  room varchar(60),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Weekly hours, Monday 1.
  hours jsonb not null default '[
    {"weekday": 1, "from": "08:00", "to": "12:00"}, {"weekday": 1, "from": "13:00", "to": "17:00"},
    {"weekday": 2, "from": "08:00", "to": "12:00"}, {"weekday": 2, "from": "13:00", "to": "17:00"},
    {"weekday": 3, "from": "08:00", "to": "12:00"}, {"weekday": 3, "from": "13:00", "to": "17:00"},
    {"weekday": 4, "from": "08:00", "to": "12:00"}, {"weekday": 4, "from": "13:00", "to": "17:00"},
    {"weekday": 5, "from": "08:00", "to": "12:00"}, {"weekday": 5, "from": "13:00", "to": "17:00"},
    {"weekday": 6, "from": "08:00", "to": "12:00"}
  ]',
  slot_minutes smallint not null default 30 check (slot_minutes between 5 and 240),
  primary key (clinic_id, id)
);
create unique index places_by_name on places (clinic_id, lower(name)) where is_active;
call guard_clinic_table('places', 'select, insert, update');
-- The first place comes with the clinic's sign-up.
create policy accounts on places for insert to klinika_auth with check (true);
-- The queue's display names the place.
create policy display on places for select to klinika_auth using (true);
-- A calendar feed names the place.
create policy feed on places for select to klinika_notice using (true);
create policy merging on places for select to klinika_merge using (clinic_id = current_clinic());
grant insert on places to klinika_auth;
grant select on places to klinika_merge;
grant select (clinic_id, id, name, is_active) on places to klinika_auth;
grant select (clinic_id, id, name, address, is_active) on places to klinika_notice;

-- The clinic's price list.
create table services (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(200) not null check (name <> ''),
  amount numeric(12,2) not null check (amount >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
create unique index services_by_name on services (clinic_id, lower(name)) where is_active;
call guard_clinic_table('services', 'select, insert, update');

alter table idempotency_keys add foreign key (clinic_id) references clinics (id);
alter table written_bytes add foreign key (clinic_id) references clinics (id);

-- A clinic's subscription status as it is shown: a trial past its end is expired. What is stored stays as the
-- administrator left it.
create function effective_status(stored text, trial_ends_at timestamptz, at timestamptz) returns text
  language sql immutable parallel safe
  return case when stored = 'trial' and trial_ends_at < at then 'expired' else stored end;
grant execute on function effective_status(text, timestamptz, timestamptz) to public;

-- Refuses a change that the platform decides: the server changes what a clinic enters about itself, and a clinic may
-- lose its verification but gives itself none.
create function keep_platform_columns() returns trigger
  language plpgsql
as $$
begin
  if current_user = 'klinika_app'
     and ((new.is_active, new.subscription_status, new.trial_ends_at, new.setup_fee, new.monthly_fee)
          is distinct from (old.is_active, old.subscription_status, old.trial_ends_at, old.setup_fee, old.monthly_fee)
          or (new.verified_at is not null and new.verified_at is distinct from old.verified_at)) then
    raise insufficient_privilege using message = 'only an administrator of the platform changes the standing of a clinic';
  end if;
  return new;
end $$;

-- Ends the verification of a clinic with another name, in the row that is being written, so that it is not written
-- twice.
create function unverify_renamed_clinic() returns trigger
  language plpgsql
as $$
begin
  new.verified_at := null;
  return new;
end $$;

set local role klinika_admin;

-- Records the end of a verification that the clinic's own change ended.
create function end_verification_of_clinic() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not is_on_worker() then
    perform note_ended_verification(new.id);
  end if;
  return null;
end $$;
grant execute on function end_verification_of_clinic() to klinika_owner;

-- Ends the verification of a clinic whose owner has another name or licence number.
create function end_verification_of_owner() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not is_on_worker() and exists (select 1 from clinics c where c.id = new.clinic_id and c.verified_at is not null) then
    update clinics set verified_at = null where id = new.clinic_id;
    perform note_ended_verification(new.clinic_id);
  end if;
  return null;
end $$;
grant execute on function end_verification_of_owner() to klinika_owner;

-- Records the end of a verification under the user of the running transaction; without a user nothing is recorded.
create function note_ended_verification(p_clinic bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  by_user constant bigint := nullif(current_setting('app.user_id', true), '');
begin
  if by_user is not null then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, now(), by_user, 'isVerified', 'verified', 'unverified');
  end if;
end $$;

-- An administrator verifies a clinic or takes the verification back. Returns the clinic as it stands then; no row where
-- there is no such clinic. A value that stays the same is no change.
create function set_clinic_verified(p_clinic bigint, p_is_verified boolean, p_admin bigint, p_at timestamptz)
  returns table (id bigint, verified_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  before clinics;
begin
  select * into before from clinics c where c.id = p_clinic for update;
  if (before.verified_at is not null) <> p_is_verified then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, p_at, p_admin, 'isVerified', case when p_is_verified then 'unverified' else 'verified' end,
            case when p_is_verified then 'verified' else 'unverified' end);
    update clinics c set verified_at = case when p_is_verified then p_at end where c.id = p_clinic;
  end if;
  return query select c.id, c.verified_at from clinics c where c.id = p_clinic;
end $$;
grant execute on function set_clinic_verified(bigint, boolean, bigint, timestamptz) to klinika_app;
comment on function set_clinic_verified(bigint, boolean, bigint, timestamptz) is 'nullable: verified_at';

set local role klinika_auth;

-- Whether this account is an owner whose clinic is released.
create function is_released_to(p_user bigint, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select from users u join clinic_releases r on r.about_clinic_id = u.clinic_id
                 where u.id = p_user and u.role = 'owner' and u.is_active and r.until > p_at);
end $$;
grant execute on function is_released_to(bigint, timestamptz) to klinika_app;

-- Releases a clinic's data to its owner until p_until. Recorded in the clinic's record history, without a user of the
-- clinic. False where there is no such clinic.
create function release_clinic(p_clinic bigint, p_reason text, p_admin bigint, p_at timestamptz, p_until timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from clinics c where c.id = p_clinic) then
    return false;
  end if;
  insert into clinic_releases (about_clinic_id, admin_id, reason, released_at, until)
  values (p_clinic, p_admin, p_reason, p_at, p_until);
  insert into record_history (clinic_id, event, changes, happened_at)
  values (p_clinic, 'clinic.release', jsonb_build_object('reason', p_reason, 'until', p_until), p_at);
  return true;
end $$;
grant execute on function release_clinic(bigint, text, bigint, timestamptz, timestamptz) to klinika_app;

set local role klinika_owner;

-- Where the clinic gets another name, or takes the mark off itself. set_clinic_verified records what it does itself.
create trigger clinics_end_verification after update of name, verified_at on clinics
  for each row when (old.verified_at is not null and new.verified_at is null
                     and (old.name is distinct from new.name or current_user = 'klinika_app'))
  execute function end_verification_of_clinic();
create trigger clinics_platform_columns before update on clinics for each row execute function keep_platform_columns();
create trigger clinics_unverified before update of name on clinics
  for each row when (old.verified_at is not null and old.name is distinct from new.name)
  execute function unverify_renamed_clinic();
