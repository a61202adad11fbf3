-- Whether an owner reads the address that the clinic was signed up with. Null: confirmed, or never asked, as for every
-- account from before and for all accounts where no mail server is set.
alter table users add column email_unconfirmed_since timestamptz;

-- The application reads it. Only a link that was mailed to the address ends it.
create function keep_unconfirmed_email() returns trigger
  language plpgsql as $$
begin
  if current_user = 'klinika_app' and new.email_unconfirmed_since is distinct from old.email_unconfirmed_since then
    raise insufficient_privilege using message = 'an email is confirmed by the link that was mailed to it';
  end if;
  return new;
end $$;
create trigger users_unconfirmed_email before update on users
  for each row execute function keep_unconfirmed_email();

grant select (email_unconfirmed_since) on users to klinika_referral;

set local role klinika_auth;
drop function sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz);
drop function profile_of(bigint);
drop function take_letter_with_link(bytea, timestamptz, interval);
drop function reset_password(bytea, text, timestamptz);
set local role klinika_referral;
drop function send_referral(jsonb, bigint, boolean, timestamptz);
drop function clinics_to_refer_to(boolean, timestamptz);
set local role klinika_owner;

-- As before; with p_confirm_email the owner's address is unconfirmed, and a letter with a link waits to be mailed.
create function sign_up_clinic(p_clinic_name text, p_subdomain text, p_setup_fee numeric, p_monthly_fee numeric, p_trial_ends timestamptz,
                               p_email text, p_phone text, p_first_name text, p_last_name text, p_license text,
                               p_permissions text[], p_password_hash text, p_at timestamptz, p_confirm_email boolean)
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
                     email_unconfirmed_since, created_at, updated_at)
  values (new_clinic, p_email, p_first_name, p_last_name, 'owner', p_permissions, true, p_phone, p_license,
          case when p_confirm_email then p_at end, p_at, p_at)
  returning id into new_user;
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  if p_confirm_email then
    perform ask_letter_with_link('confirm', p_email, p_at);
  end if;
  return new_user;
end $$;

create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar,
                 specialization varchar, logo_url text, email_unconfirmed_since timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.license_number, u.ptr_number, u.ptr_year, u.s2_number, u.specialization, c.logo_url, u.email_unconfirmed_since
  from users u left join clinics c on c.id = u.clinic_id where u.id = p_user
$$;

-- As before, but a link to confirm works for seven days, and none is mailed once the address is confirmed. Until then a
-- letter has no name: whoever signed up typed it, and it may be a message to the holder of the address.
create function take_letter_with_link(p_token_hash bytea, p_at timestamptz, p_lease interval)
  returns table (id bigint, kind text, email text, first_name varchar, user_id bigint, expires_at timestamptz, attempt integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  taken letters_with_link;
  account users;
  ends timestamptz;
begin
  delete from mailed_links l where l.expires_at <= p_at;
  delete from letters_with_link w where w.asked_at <= p_at - case w.kind when 'reset' then interval '30 minutes' else interval '7 days' end;
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

-- True when this call confirmed the address, false when it was confirmed before, null where the link is not good. The
-- link stays until its time is over, so that whoever opens it again reads that all is well.
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

-- As before. Whoever opened this link reads the address, so it is confirmed too.
create function reset_password(p_token_hash bytea, p_password_hash text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account bigint;
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
  update users u set email_unconfirmed_since = null where u.id = account and u.email_unconfirmed_since is not null;
  perform change_password(account, p_password_hash, p_at, null);
  return true;
end $$;

-- As before; with p_confirmed_only without the clinics whose owner has not confirmed the email.
create function clinics_to_refer_to(p_verified_only boolean, p_confirmed_only boolean, p_at timestamptz)
  returns table (id bigint, name varchar, address text, is_verified boolean, doctor_name text, license_number varchar)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.id, c.name, nullif(trim(c.address), ''), c.verified_at is not null,
         nullif(trim(concat_ws(' ', o.first_name, o.last_name)), ''), o.license_number
  from clinics c
  left join lateral (
    select u.first_name, u.last_name, u.license_number, u.email_unconfirmed_since from users u
    where u.clinic_id = c.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
  ) o on true
  where c.id <> current_clinic() and c.is_active and (c.verified_at is not null or not p_verified_only)
    and (o.email_unconfirmed_since is null or not p_confirmed_only)
    and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
  order by c.name, c.id
$$;

create function send_referral(p_row jsonb, p_to_clinic bigint, p_verified_only boolean, p_confirmed_only boolean, p_at timestamptz)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  sender bigint := current_clinic();
  r referrals := jsonb_populate_record(null::referrals, p_row);
begin
  select nextval('klinika_id'), c.name into r.id, r.from_clinic_name from clinics c where c.id = sender;
  if p_to_clinic is not null then
    select c.name into r.to_clinic_name from clinics_to_refer_to(p_verified_only, p_confirmed_only, p_at) c
    where c.id = p_to_clinic;
    if not found then
      return null;
    end if;
  end if;
  insert into referrals (clinic_id, id, side, status, from_clinic_id, to_clinic_id, from_clinic_name, to_clinic_name, to_address,
    global_patient_id, original_patient_id, sent_by_id, referring_doctor_id, referring_first_name, referring_last_name,
    referral_reason, referral_notes, consent_by, consent_at, patient_name, age, sex, hospital, admission_no, admission_status,
    preop_diagnosis, postop_diagnosis, shared, date_referred, created_at, updated_at)
  select party.clinic_id, r.id, party.side, case when p_to_clinic is null then 'letter' else 'pending' end, sender, p_to_clinic,
    r.from_clinic_name, r.to_clinic_name, r.to_address, r.global_patient_id, r.original_patient_id,
    case party.side when 'sent' then r.sent_by_id end, r.referring_doctor_id, r.referring_first_name, r.referring_last_name,
    r.referral_reason, r.referral_notes, case party.side when 'sent' then r.consent_by end,
    case party.side when 'sent' then r.consent_at end, r.patient_name, r.age, r.sex, r.hospital, r.admission_no, r.admission_status,
    r.preop_diagnosis, r.postop_diagnosis, case party.side when 'sent' then r.shared end, p_at, p_at, p_at
  from (values (sender, 'sent'), (p_to_clinic, 'received')) as party (clinic_id, side)
  where party.clinic_id is not null;
  if p_to_clinic is not null then
    perform note_referral(p_to_clinic, null, 'referral.receive', r.id, jsonb_build_object('from_clinic', r.from_clinic_name));
  end if;
  return r.id;
end $$;

do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'sign_up_clinic(text, text, numeric, numeric, timestamptz, text, text, text, text, text, text[], text, timestamptz, boolean)',
    'profile_of(bigint)', 'take_letter_with_link(bytea, timestamptz, interval)', 'confirm_email(bytea, timestamptz)',
    'reset_password(bytea, text, timestamptz)', 'clinics_to_refer_to(boolean, boolean, timestamptz)',
    'send_referral(jsonb, bigint, boolean, boolean, timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to klinika_app', signature);
    execute format('alter function %s owner to %I', signature,
                   case when signature::text ~ 'refer' then 'klinika_referral' else 'klinika_auth' end);
  end loop;
end $$;
