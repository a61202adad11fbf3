-- Accounts of clinics and of the platform, their passwords, the letters with links that are mailed to them, and
-- messages to the people behind Klinika.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Messages to the people behind Klinika, from the contact form or, as an upgrade request, from a clinic's owner. They
-- are mailed where a mail server is set; mailed_at and the mail_ columns say how far that came.
create table contact_messages (
  id bigint default nextval('klinika_id') primary key,
  name varchar(255) not null,
  email varchar(255) not null,
  phone varchar(50),
  clinic varchar(255),
  subject varchar(255) not null,
  message text not null,
  created_at timestamptz not null default now(),
  kind varchar(20) not null default 'contact' check (kind in ('contact', 'upgrade')),
  -- Of an upgrade request. The clinic's users see that it was filed.
  clinic_id bigint references clinics (id),
  handled_at timestamptz,
  -- An administrator, who belongs to no clinic, so that no key of a clinic's users can hold it.
  handled_by_id bigint,
  mailed_at timestamptz,
  mail_attempts integer not null default 0,
  -- Not tried again before then; null: at once.
  mail_next_at timestamptz,
  constraint contact_messages_clinic_key unique (clinic_id, id),
  constraint contact_messages_upgrade_names_clinic check (kind <> 'upgrade' or clinic_id is not null)
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create unique index contact_messages_one_open_upgrade on contact_messages (clinic_id)
  where kind = 'upgrade' and handled_at is null;
create index contact_messages_to_mail on contact_messages (mail_attempts, id)
  where mailed_at is null and handled_at is null;
call guard_clinic_table('contact_messages', 'select');
create policy accounts on contact_messages to klinika_auth using (true) with check (true);
create policy console on contact_messages to klinika_admin using (true) with check (true);
grant select, update on contact_messages to klinika_admin;
grant select, insert on contact_messages to klinika_auth;
grant update (mailed_at, mail_attempts, mail_next_at) on contact_messages to klinika_auth;

-- Letters with a link that wait to be mailed. A row says what was asked, not whether there is such an account: asking
-- costs the same for every address. The token is made when the letter is mailed, so none waits here.
create table letters_with_link (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  email text not null,
  asked_at timestamptz not null,
  attempts integer not null default 0,
  -- Not tried again before then.
  next_at timestamptz not null
);
grant select, insert, update, delete on letters_with_link to klinika_auth;

-- Accounts. One without a clinic is an administrator of the platform.
create table users (
  id bigint default nextval('klinika_id') primary key,
  clinic_id bigint references clinics (id),
  email varchar(255) not null unique check (email = lower(email)),
  first_name varchar(100) not null,
  last_name varchar(100) not null,
  role varchar(50) not null check (role in ('admin', 'owner', 'staff', 'secretary')),
  permissions text[] not null default '{}',
  is_active boolean not null default true,
  -- False while the password is the temporary one that the owner gave.
  password_changed boolean not null default false,
  phone varchar(30),
  license_number varchar(100),
  ptr_number varchar(100),
  ptr_year smallint,
  s2_number varchar(100),
  specialization varchar(255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the console's search compares.
  search_text text generated always as (fold(first_name || last_name) || '|' || fold(email)) stored,
  -- Since when it is open whether the owner reads the address that the clinic was signed up with. Null: confirmed, or
  -- never asked, as for staff and where no mail server is set.
  email_unconfirmed_since timestamptz,
  -- What a doctor writes behind the name: "MD, FPCP".
  credentials varchar(120),
  constraint users_clinic_key unique (clinic_id, id),
  constraint users_check check ((role = 'admin') = (clinic_id is null))
);
create index users_owners on users (clinic_id, id) where role = 'owner';
call guard_clinic_table('users', 'select');
create policy accounts on users to klinika_auth using (true) with check (true);
create policy console on users for select to klinika_admin using (true);
create policy merging on users for select to klinika_merge using (clinic_id = current_clinic());
-- A referral names the owner of the other clinic.
create policy referring on users for select to klinika_referral using (role = 'owner');
create policy telling on users for select to klinika_notice using (true);
grant select on users to klinika_admin;
grant select, insert, update on users to klinika_auth;
grant select (id, clinic_id, role) on users to klinika_merge;
grant select (id, clinic_id, first_name, last_name, role, is_active, password_changed, email_unconfirmed_since) on users
  to klinika_notice;
grant select (id, clinic_id, first_name, last_name, role, is_active, license_number, email_unconfirmed_since) on users
  to klinika_referral;
grant update (
  first_name, last_name, license_number, ptr_number, ptr_year, s2_number, specialization, updated_at, credentials
) on users to klinika_app;

-- Passwords. They stand apart from the accounts: klinika_app reads none, it only calls the functions that do.
create table credentials (
  user_id bigint primary key references users (id),
  password_hash text not null,
  -- Of a temporary password: it signs in until then.
  temporary_until timestamptz,
  changed_at timestamptz not null default now()
);
grant select, insert, update, delete on credentials to klinika_auth;

-- Links that were mailed to the holder of an account. Only the SHA-256 of a link's token is stored.
create table mailed_links (
  token_hash bytea primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('reset', 'confirm')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_links_by_expiry on mailed_links (expires_at);
create index mailed_links_by_user on mailed_links (user_id, kind);
grant select, insert, update, delete on mailed_links to klinika_auth;

alter table idempotency_keys add foreign key (clinic_id, user_id) references users (clinic_id, id);
alter table clinic_releases add foreign key (admin_id) references users (id);
alter table clinic_standing_changes add foreign key (admin_id) references users (id);

set local role klinika_auth;

-- Whose a link is, while it is good: no row otherwise. A password that was changed since ends a link to change it.
create function account_of_link(p_kind text, p_token_hash bytea, p_at timestamptz)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select u.id, u.email, u.first_name, u.last_name
    from mailed_links l join users u on u.id = l.user_id join credentials c on c.user_id = u.id
    where l.token_hash = p_token_hash and l.kind = p_kind and l.expires_at > p_at and u.is_active
      and (p_kind <> 'reset' or c.changed_at <= l.created_at);
end $$;
grant execute on function account_of_link(text, bytea, timestamptz) to klinika_app;

-- Lets a letter with a link wait to be mailed, whether the address has an account or not.
create function ask_letter_with_link(p_kind text, p_email text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin insert into letters_with_link (kind, email, asked_at, next_at) values (p_kind, p_email, p_at, p_at); end $$;
grant execute on function ask_letter_with_link(text, text, timestamptz) to klinika_app;

-- Changes a password and ends every session of the account but p_kept_session, the one that changed it. False when
-- p_old_hash, which was typed, is not the password any more; null for one that need not be typed.
create function change_password(p_user bigint, p_old_hash text, p_hash text, p_at timestamptz, p_kept_session bytea)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update credentials set password_hash = p_hash, temporary_until = null, changed_at = p_at
  where user_id = p_user and (p_old_hash is null or password_hash = p_old_hash);
  if not found then
    return false;
  end if;
  update users set password_changed = true, updated_at = p_at where id = p_user;
  perform end_after_new_password(p_user, p_kept_session);
  update sessions set password_typed_at = p_at where token_hash = p_kept_session;
  return true;
end $$;
grant execute on function change_password(bigint, text, text, timestamptz, bytea) to klinika_app;
comment on function change_password(bigint, text, text, timestamptz, bytea) is 'nullable: p_old_hash, p_kept_session';

-- The account's clinic; null for an administrator of the platform. In staff mode an owner lets in the staff of its own
-- clinic alone.
create function clinic_of_account(p_user bigint) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select clinic_id from users where id = p_user); end $$;
grant execute on function clinic_of_account(bigint) to klinika_app;
comment on function clinic_of_account(bigint) is 'nullable: result';

-- Confirms the address that a link was mailed to. True when this call confirmed it, false when it was confirmed before,
-- null where the link is not good. The link stays until its time is over, so that whoever opens it again reads that all
-- is well.
create function confirm_email(p_token_hash bytea, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account bigint;
begin
  select a.user_id into account from account_of_link('confirm', p_token_hash, p_at) a;
  if not found then
    return null;
  end if;
  update users u set email_unconfirmed_since = null, updated_at = p_at
  where u.id = account and u.email_unconfirmed_since is not null;
  return found;
end $$;
grant execute on function confirm_email(bytea, timestamptz) to klinika_app;
comment on function confirm_email(bytea, timestamptz) is 'nullable: result';

-- How many messages since p_since still wait to be mailed: a number for whoever looks after Klinika, never what stands
-- in them.
create function count_messages_to_mail(p_since timestamptz) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (select count(*) from contact_messages m
          where m.mailed_at is null and m.handled_at is null and m.created_at > p_since);
end $$;
grant execute on function count_messages_to_mail(timestamptz) to klinika_app;

-- Makes the one administrator of the first start. Returns the account's id; null when there is an administrator
-- already.
create function create_first_admin(p_email text, p_password_hash text, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_user bigint;
begin
  perform pg_advisory_xact_lock(4201);
  if exists (select 1 from users where role = 'admin') then
    return null;
  end if;
  insert into users (email, first_name, last_name, role, password_changed, created_at, updated_at)
  values (p_email, 'System', 'Admin', 'admin', true, p_at, p_at) returning id into new_user;
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  return new_user;
end $$;
grant execute on function create_first_admin(text, text, timestamptz) to klinika_app;
comment on function create_first_admin(text, text, timestamptz) is 'nullable: result';

-- Makes a staff account of the running transaction's clinic, with a temporary password, and returns its id.
-- open_staff_account also finds inactive ones.
create function create_staff_account(p_clinic bigint, p_email text, p_first_name text, p_last_name text, p_role text,
                                     p_permissions text[], p_password_hash text, p_temporary_until timestamptz, p_at timestamptz)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_user bigint;
begin
  if p_clinic is distinct from current_clinic() or p_role not in ('staff', 'secretary') then
    raise exception 'staff accounts belong to the clinic of the running transaction';
  end if;
  insert into users (clinic_id, email, first_name, last_name, role, permissions, created_at, updated_at)
  values (p_clinic, p_email, p_first_name, p_last_name, p_role, p_permissions, p_at, p_at) returning id into new_user;
  insert into credentials (user_id, password_hash, temporary_until, changed_at)
  values (new_user, p_password_hash, p_temporary_until, p_at);
  return new_user;
end $$;
grant execute on function create_staff_account(bigint, text, text, text, text, text[], text, timestamptz, timestamptz)
  to klinika_app;

-- Ends what was opened or begun with the password before: sessions but the one that stays, a factor that is being
-- added, the PIN that leaves staff mode. Challenges and remembered devices end by a trigger.
create function end_after_new_password(p_user bigint, p_kept_session bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from passkey_challenges where user_id = p_user;
  delete from staff_mode_pins where user_id = p_user;
  delete from second_factors where user_id = p_user and confirmed_at is null;
  perform end_sessions_of(p_user, p_kept_session);
end $$;

-- Files an upgrade request for the clinic of the running transaction, in the name of one of its users. False when one
-- is open already. The account is read first: of an insert from a query a cluster says that it stored a row where the
-- conflict let none in.
create function file_upgrade_request(p_user bigint, p_subject text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  asks record;
begin
  select c.id as clinic_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, u.email,
         coalesce(c.phone, u.phone) as phone, c.name as clinic into asks
  from users u join clinics c on c.id = u.clinic_id
  where u.id = p_user and u.clinic_id = current_clinic();
  if not found then
    return false;
  end if;
  insert into contact_messages (kind, clinic_id, name, email, phone, clinic, subject, message, created_at)
  values ('upgrade', asks.clinic_id, asks.name, asks.email, asks.phone, asks.clinic, p_subject, p_message, p_at)
  on conflict (clinic_id) where kind = 'upgrade' and handled_at is null do nothing;
  return found;
end $$;
grant execute on function file_upgrade_request(bigint, text, text, timestamptz) to klinika_app;

-- Whether there is an administrator. The server asks at its start: ADMIN_PASSWORD is checked only where it is about to
-- be used.
create function has_platform_admin() returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return exists (select 1 from users where role = 'admin'); end $$;
grant execute on function has_platform_admin() to klinika_app;

-- Removes a letter that was mailed.
create function letter_with_link_was_mailed(p_id bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from letters_with_link where id = p_id; end $$;
grant execute on function letter_with_link_was_mailed(bigint) to klinika_app;

-- Puts off a letter that could not be mailed, and returns until when: half a minute, one, two, up to eight.
-- p_is_server: what failed is the mail server, so the others wait half a minute too. The link of a letter that may have
-- arrived after all stays good.
create function letter_with_link_was_not_mailed(p_id bigint, p_at timestamptz, p_is_server boolean) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  later timestamptz;
begin
  update letters_with_link w set next_at = greatest(w.next_at, p_at + interval '30 seconds')
  where p_is_server and w.id <> p_id;
  select p_at + interval '30 seconds' * 2 ^ least(w.attempts - 1, 4) into later
  from letters_with_link w where w.id = p_id for update;
  update letters_with_link w set next_at = later where w.id = p_id;
  return later;
end $$;
grant execute on function letter_with_link_was_not_mailed(bigint, timestamptz, boolean) to klinika_app;

-- Records that a message was mailed.
create function message_was_mailed(p_id bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin update contact_messages m set mailed_at = p_at, mail_next_at = null where m.id = p_id; end $$;
grant execute on function message_was_mailed(bigint, timestamptz) to klinika_app;

-- Puts off a message that could not be mailed, and returns until when: a minute, two, four, up to four hours. The
-- others wait a minute too, since what failed is most likely the server. The time is worked out before the update: a
-- cluster adds no interval of a row's columns to an instant within one.
create function message_was_not_mailed(p_id bigint, p_at timestamptz) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  later timestamptz;
begin
  update contact_messages m set mail_next_at = greatest(m.mail_next_at, p_at + interval '1 minute')
  where m.id <> p_id and m.mailed_at is null and m.handled_at is null;
  select p_at + interval '1 minute' * least(240, 2 ^ least(m.mail_attempts - 1, 8)) into later
  from contact_messages m where m.id = p_id for update;
  update contact_messages m set mail_next_at = later where m.id = p_id;
  return later;
end $$;
grant execute on function message_was_not_mailed(bigint, timestamptz) to klinika_app;

-- Makes a staff account of the running transaction's clinic, with a temporary password. An inactive account of the same
-- clinic becomes active again; no row where the e-mail belongs to any other account.
create function open_staff_account(p_clinic bigint, p_email text, p_first_name text, p_last_name text, p_role text,
                                   p_permissions text[], p_password_hash text, p_temporary_until timestamptz, p_at timestamptz)
  returns table (user_id bigint, was_inactive boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
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
grant execute on function open_staff_account(bigint, text, text, text, text, text[], text, timestamptz, timestamptz)
  to klinika_app;

-- When the account's password was last changed.
create function password_changed_at(p_user bigint) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select changed_at from credentials where user_id = p_user); end $$;
grant execute on function password_changed_at(bigint) to klinika_app;

-- The account's password hash, to check what was typed; null where there is no such account.
create function password_hash_of(p_user bigint) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select password_hash from credentials where user_id = p_user); end $$;
grant execute on function password_hash_of(bigint) to klinika_app;
comment on function password_hash_of(bigint) is 'nullable: result';

-- What the current user's answer holds beyond the session itself: what stands on papers, the clinic's logo and its
-- ranges, and whether the address is confirmed.
create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar, specialization varchar,
                 credentials varchar, logo_url text, adult_ranges jsonb, email_unconfirmed_since timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, u.credentials, c.logo_url, c.adult_ranges,
           u.email_unconfirmed_since
    from users u left join clinics c on c.id = u.clinic_id where u.id = p_user;
end $$;
grant execute on function profile_of(bigint) to klinika_app;
comment on function profile_of(bigint) is
  'nullable: license_number, ptr_number, ptr_year, s2_number, specialization, credentials, logo_url, adult_ranges, '
  'email_unconfirmed_since';

-- Stores the same password under a newer hash. False when it was changed meanwhile.
create function rehash_password(p_user bigint, p_old_hash text, p_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update credentials set password_hash = p_hash where user_id = p_user and password_hash = p_old_hash;
  return found;
end $$;
grant execute on function rehash_password(bigint, text, text) to klinika_app;

-- Gives an active staff account of the running transaction's clinic a new temporary password, and ends its sessions.
-- False where the clinic has no such account.
create function renew_staff_password(p_clinic bigint, p_user bigint, p_password_hash text, p_temporary_until timestamptz,
                                     p_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update users u set password_changed = false, updated_at = p_at
  where u.id = p_user and u.clinic_id = p_clinic and p_clinic = current_clinic() and u.is_active
    and u.role in ('staff', 'secretary');
  if not found then
    return false;
  end if;
  update credentials c set password_hash = p_password_hash, temporary_until = p_temporary_until, changed_at = p_at
  where c.user_id = p_user;
  perform end_after_new_password(p_user, null);
  return true;
end $$;
grant execute on function renew_staff_password(bigint, bigint, text, timestamptz, timestamptz) to klinika_app;

-- Sets a new password, once for a link, and ends every session of the account. False where the link is not good.
-- Whoever opened the link reads the address, so it is confirmed too. Staff accounts made and factors added before that
-- may be those of somebody who signed up with another's address: the factors and the sessions of the whole clinic end,
-- and its staff accounts are deactivated. The owner activates those that are known.
create function reset_password(p_token_hash bytea, p_password_hash text, p_at timestamptz) returns boolean
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
    where u.clinic_id = clinic and u.role in ('staff', 'secretary') and u.is_active;
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
grant execute on function reset_password(bytea, text, timestamptz) to klinika_app;

-- Changes the rights of a staff account of the running transaction's clinic, or whether it is active; null leaves
-- either as it is. Recorded in the clinic's record history.
create function set_staff_rights(p_clinic bigint, p_user bigint, p_permissions text[], p_is_active boolean, p_at timestamptz)
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
  where u.clinic_id = own and u.id = p_user and u.role in ('staff', 'secretary') for update;
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
grant execute on function set_staff_rights(bigint, bigint, text[], boolean, timestamptz) to klinika_app;
comment on function set_staff_rights(bigint, bigint, text[], boolean, timestamptz) is 'nullable: p_permissions, p_is_active';

-- Makes a clinic with its first place and its owner, and returns the owner's id. A subdomain that is in use gets a
-- number: sunrise, sunrise-2, sunrise-3. With p_confirm_email the owner's address is unconfirmed, and a letter with a
-- link waits to be mailed.
create function sign_up_clinic(p_clinic_name text, p_subdomain text, p_setup_fee numeric, p_monthly_fee numeric,
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
grant execute on function sign_up_clinic(
  text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean, text
) to klinika_app;
comment on function sign_up_clinic(
  text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean, text
) is 'nullable: p_credentials';

-- Stores a message from the contact form.
create function store_contact_message(p_name text, p_email text, p_phone text, p_clinic text, p_subject text,
                                      p_message text, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into contact_messages (name, email, phone, clinic, subject, message, created_at)
  values (p_name, p_email, p_phone, p_clinic, p_subject, p_message, p_at);
end $$;
grant execute on function store_contact_message(text, text, text, text, text, text, timestamptz) to klinika_app;
comment on function store_contact_message(text, text, text, text, text, text, timestamptz) is 'nullable: p_phone, p_clinic';

-- Takes one letter to mail and stores its link. It stays taken for p_lease, so that no second server mails it
-- meanwhile. No row where none waits; user_id is null where the letter went to nobody's address and is dropped. So is
-- one that nobody could mail before the time of its link is over: half an hour to reset a password, seven days to
-- confirm an address. None is mailed to confirm an address that is confirmed. Until then a letter has no name: whoever
-- signed up typed it, and it may be a message to the holder of the address.
create function take_letter_with_link(p_token_hash bytea, p_at timestamptz, p_lease interval)
  returns table (id bigint, kind text, email text, first_name varchar, user_id bigint, expires_at timestamptz, attempt integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  taken letters_with_link;
  account users;
  ends timestamptz;
begin
  delete from mailed_links l where l.expires_at <= least(p_at, now() + interval '1 day');
  delete from letters_with_link w where w.asked_at <= least(p_at, now() + interval '1 day')
    - case w.kind when 'reset' then interval '30 minutes' else interval '7 days' end;
  update letters_with_link w set attempts = w.attempts + 1, next_at = p_at + p_lease
  where w.id = (
    select o.id from letters_with_link o where o.next_at <= p_at order by o.attempts, o.id limit 1 for update skip locked
  )
  returning * into taken;
  if not found then
    return;
  end if;
  select * into account from users u
  where u.email = taken.email and u.is_active and (taken.kind = 'reset' or u.email_unconfirmed_since is not null);
  if not found then
    delete from letters_with_link w where w.id = taken.id;
    return query select taken.id, taken.kind, taken.email, null::varchar, null::bigint, null::timestamptz, taken.attempts;
    return;
  end if;
  ends := p_at + case taken.kind when 'reset' then interval '30 minutes' else interval '7 days' end;
  insert into mailed_links (token_hash, user_id, kind, created_at, expires_at)
  values (p_token_hash, account.id, taken.kind, p_at, ends);
  return query select taken.id, taken.kind, taken.email,
    case when account.email_unconfirmed_since is null then account.first_name end, account.id, ends, taken.attempts;
end $$;
grant execute on function take_letter_with_link(bytea, timestamptz, interval) to klinika_app;
comment on function take_letter_with_link(bytea, timestamptz, interval) is 'nullable: first_name, user_id, expires_at';

-- Takes one message to mail: what was tried least, then the oldest. It stays taken for p_lease, so that no second
-- server mails it meanwhile, and one that was taken by a server that died is taken again. Messages from before p_since,
-- and those an administrator has handled, are left alone.
create function take_message_to_mail(p_at timestamptz, p_since timestamptz, p_lease interval)
  returns table (id bigint, kind varchar, name varchar, email varchar, phone varchar, clinic varchar, subject varchar,
                 message text, created_at timestamptz, attempt integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    update contact_messages m set mail_attempts = m.mail_attempts + 1, mail_next_at = p_at + p_lease
    where m.id = (
      select w.id from contact_messages w
      where w.mailed_at is null and w.handled_at is null and w.created_at > p_since
        and (w.mail_next_at is null or w.mail_next_at <= p_at)
      order by w.mail_attempts, w.id
      limit 1
      for update skip locked
    )
    returning m.id, m.kind, m.name, m.email, m.phone, m.clinic, m.subject, m.message, m.created_at, m.mail_attempts;
end $$;
grant execute on function take_message_to_mail(timestamptz, timestamptz, interval) to klinika_app;
comment on function take_message_to_mail(timestamptz, timestamptz, interval) is 'nullable: phone, clinic';

set local role klinika_admin;

-- How many messages were handled, or wait.
create function count_platform_messages(p_is_handled boolean) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select count(*) from contact_messages m where (m.handled_at is not null) = p_is_handled); end $$;
grant execute on function count_platform_messages(boolean) to klinika_app;

-- Marks a message as handled by an administrator, or as waiting again. is_known is false where there is no such
-- message. is_done is false where a handled upgrade request would be opened beside a newer one of the same clinic.
create function handle_message(p_id bigint, p_is_handled boolean, p_admin bigint, p_at timestamptz)
  returns table (is_known boolean, is_done boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own contact_messages;
begin
  select * into own from contact_messages m where m.id = p_id for update;
  if own.id is null then
    return query select false, false;
    return;
  end if;
  if p_is_handled then
    update contact_messages m set handled_at = p_at, handled_by_id = p_admin where m.id = p_id and m.handled_at is null;
  else
    begin
      update contact_messages m set handled_at = null, handled_by_id = null where m.id = p_id;
    exception when unique_violation then
      return query select true, false;
      return;
    end;
  end if;
  return query select true, true;
end $$;
grant execute on function handle_message(bigint, boolean, bigint, timestamptz) to klinika_app;

-- A page of messages, newest first: those that wait, or those that were handled.
create function platform_messages(p_is_handled boolean, p_before timestamptz, p_before_id bigint, p_limit integer)
  returns table (id bigint, kind varchar, clinic_id bigint, name varchar, email varchar, phone varchar, clinic varchar,
                 subject varchar, message text, created_at timestamptz, handled_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select m.id, m.kind, m.clinic_id, m.name, m.email, m.phone, m.clinic, m.subject, m.message, m.created_at, m.handled_at
    from contact_messages m
    where (m.handled_at is not null) = p_is_handled
      and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
    order by m.created_at desc, m.id desc
    limit p_limit;
end $$;
grant execute on function platform_messages(boolean, timestamptz, bigint, integer) to klinika_app;
comment on function platform_messages(boolean, timestamptz, bigint, integer) is
  'nullable: p_before, p_before_id, p_limit, clinic_id, phone, clinic, handled_at';

set local role klinika_notice;

-- Records in the running transaction's clinic, under its user, what was done to an account.
create function note_account_change(p_event text, p_account bigint, p_held jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own_clinic constant bigint := current_clinic();
begin
  if own_clinic is null then
    raise insufficient_privilege using message = 'what is done to an account is noted in a clinic';
  end if;
  insert into record_history (clinic_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own_clinic, nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint, p_event, 'users', p_account, p_held);
end $$;
grant execute on function note_account_change(text, bigint, jsonb) to klinika_app;

set local role klinika_owner;

-- An owner's name and licence number are what an administrator verified.
create trigger users_end_verification after update of first_name, last_name, license_number on users
  for each row when (new.role = 'owner' and (old.first_name, old.last_name, old.license_number)
                     is distinct from (new.first_name, new.last_name, new.license_number))
  execute function end_verification_of_owner();
