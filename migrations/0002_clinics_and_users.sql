create table clinics (
  id bigint primary key default nextval('klinika_id'),
  name varchar(255) not null check (name <> ''),
  subdomain varchar(100) not null constraint clinics_subdomain_key unique,
  logo_url text,
  primary_color varchar(7) not null default '#2B4D8C' check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  setup_fee numeric(10, 2) not null default 2500,
  monthly_fee numeric(10, 2) not null default 1299,
  is_active boolean not null default true,
  subscription_status varchar(50) not null default 'trial'
    check (subscription_status in ('trial', 'active', 'expired', 'suspended')),
  trial_ends_at timestamptz,
  address text,
  phone varchar(20),
  email varchar(255),
  bed_capacity integer not null default 50 check (bed_capacity between 1 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table clinics enable row level security;
alter table clinics force row level security;
create policy own_clinic on clinics to klinika_app
  using (id = nullif(current_setting('app.clinic_id', true), '')::bigint)
  with check (id = nullif(current_setting('app.clinic_id', true), '')::bigint);
create policy migrations on clinics to klinika_owner using (true) with check (true);
create policy accounts on clinics to klinika_auth using (true) with check (true);
create policy console on clinics to klinika_admin using (true) with check (true);
create policy backup on clinics for select to klinika_backup using (true);
grant select, update on clinics to klinika_app;
grant select, insert on clinics to klinika_auth;
grant select, update on clinics to klinika_admin;
grant select on clinics to klinika_backup;

-- A trial past its end is expired wherever status is read; what is stored stays as the admin left it.
create function effective_status(stored text, trial_ends_at timestamptz, at timestamptz) returns text
  language sql immutable parallel safe
  return case when stored = 'trial' and trial_ends_at < at then 'expired' else stored end;

create table users (
  id bigint primary key default nextval('klinika_id'),
  clinic_id bigint references clinics (id),
  email varchar(255) not null constraint users_email_key unique check (email = lower(email)),
  first_name varchar(100) not null,
  last_name varchar(100) not null,
  role varchar(50) not null check (role in ('admin', 'owner', 'staff', 'secretary')),
  permissions text[] not null default '{}',
  is_active boolean not null default true,
  password_changed boolean not null default false,
  phone varchar(30),
  license_number varchar(100),
  ptr_number varchar(100),
  ptr_year smallint,
  s2_number varchar(100),
  specialization varchar(255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_clinic_key unique (clinic_id, id),
  check ((role = 'admin') = (clinic_id is null))
);
call guard_clinic_table('users', 'select, insert, update');
create policy accounts on users to klinika_auth using (true) with check (true);
create policy console on users for select to klinika_admin using (true);
grant select, insert, update on users to klinika_auth;
grant select on users to klinika_admin;

-- What proves who somebody is stands apart from who they are: the application's role reads neither
-- password hashes nor sessions, it only calls the functions of the next migration.
create table credentials (
  user_id bigint primary key references users (id),
  password_hash text not null,
  temporary_until timestamptz,
  changed_at timestamptz not null default now()
);
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users (id),
  owner_session bytea references sessions (token_hash) on delete cascade,
  is_remembered boolean not null default false,
  password_typed_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create table known_devices (
  user_id bigint not null references users (id),
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);
-- key: SHA-256 of what is being tried or of where from. One attempt leaves a row for each of its keys.
create table sign_in_failures (
  attempt bigint not null,
  key bytea not null,
  failed_at timestamptz not null
);
create index sign_in_failures_by_key on sign_in_failures (key, failed_at);
grant select, insert, update, delete on credentials, sessions, known_devices, sign_in_failures to klinika_auth;

create table contact_messages (
  id bigint primary key default nextval('klinika_id'),
  name varchar(255) not null,
  email varchar(255) not null,
  phone varchar(50),
  clinic varchar(255),
  subject varchar(255) not null,
  message text not null,
  created_at timestamptz not null default now()
);
grant select on contact_messages to klinika_admin;
grant insert on contact_messages to klinika_auth;
