-- Whether a clinic is who it says: an administrator has looked the owner's licence number up. What was looked at must
-- stay as it was, so a new name of the clinic or of its owner, or another licence number, ends it.
alter table clinics add column verified_at timestamptz;

alter table clinic_standing_changes drop constraint clinic_standing_changes_what_check;
alter table clinic_standing_changes add constraint clinic_standing_changes_what_check
  check (what in ('isActive', 'subscriptionStatus', 'isVerified'));

-- The application may change what a clinic enters about itself, and nothing that the platform decides.
create function keep_platform_columns() returns trigger
  language plpgsql as $$
begin
  if current_user = 'klinika_app'
     and (new.verified_at, new.is_active, new.subscription_status, new.trial_ends_at, new.setup_fee, new.monthly_fee)
         is distinct from
         (old.verified_at, old.is_active, old.subscription_status, old.trial_ends_at, old.setup_fee, old.monthly_fee) then
    raise insufficient_privilege using message = 'only an administrator of the platform changes the standing of a clinic';
  end if;
  return new;
end $$;
create trigger clinics_platform_columns before update on clinics
  for each row execute function keep_platform_columns();

-- Runs as klinika_admin, which alone may write a clinic's standing.
create function end_verification() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  changed bigint := case tg_table_name when 'clinics' then new.id else (to_jsonb(new) ->> 'clinic_id')::bigint end;
  by_user bigint := nullif(current_setting('app.user_id', true), '')::bigint;
begin
  update clinics set verified_at = null where id = changed and verified_at is not null;
  if found and by_user is not null then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (changed, now(), by_user, 'isVerified', 'verified', 'unverified');
  end if;
  return null;
end $$;
create trigger clinics_end_verification after update of name on clinics
  for each row when (old.name is distinct from new.name) execute function end_verification();
create trigger users_end_verification after update of first_name, last_name, license_number on users
  for each row when (new.role = 'owner' and (old.first_name, old.last_name, old.license_number)
                     is distinct from (new.first_name, new.last_name, new.license_number))
  execute function end_verification();

-- No row where there is no such clinic. What stays as it was is no change.
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

set local role klinika_admin;
drop function platform_clinics(text, text, timestamptz, timestamptz, bigint, integer);
set local role klinika_owner;
-- As before, with the owner's licence number and when the clinic was verified.
create function platform_clinics(p_search text, p_status text, p_at timestamptz, p_before timestamptz, p_before_id bigint, p_limit integer)
  returns table (id bigint, name varchar, subdomain varchar, logo_url text, primary_color varchar, setup_fee numeric, monthly_fee numeric,
                 is_active boolean, subscription_status text, trial_ends_at timestamptz, address text, phone varchar, email varchar,
                 created_at timestamptz, updated_at timestamptz, user_count bigint, patient_count bigint,
                 owner_first_name varchar, owner_last_name varchar, owner_email varchar, owner_license_number varchar,
                 verified_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  with sought as (select folded_patterns(p_search) as patterns),
  page as (
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
  select page.id, page.name, page.subdomain, page.logo_url, page.primary_color, page.setup_fee, page.monthly_fee,
         page.is_active, page.status, page.trial_ends_at, page.address, page.phone, page.email,
         page.created_at, page.updated_at,
         (select count(*) from users u where u.clinic_id = page.id),
         (select count(*) from patients p where p.clinic_id = page.id),
         o.first_name, o.last_name, o.email, o.license_number, page.verified_at
  from page
  left join lateral (
    select u.first_name, u.last_name, u.email, u.license_number from users u
    where u.clinic_id = page.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
  ) o on true
  order by page.created_at desc, page.id desc
$$;

set local role klinika_referral;
drop function send_referral(jsonb, bigint, timestamptz);
drop function clinics_to_refer_to(timestamptz);
set local role klinika_owner;

create policy referring on users for select to klinika_referral using (role = 'owner');
grant select (id, clinic_id, role, is_active, first_name, last_name, license_number) on users to klinika_referral;
grant select (verified_at) on clinics to klinika_referral;

-- Who a clinic is: by its owner, as the referring doctor would look the owner up.
create function clinics_to_refer_to(p_verified_only boolean, p_at timestamptz)
  returns table (id bigint, name varchar, address text, is_verified boolean, doctor_name text, license_number varchar)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.id, c.name, nullif(trim(c.address), ''), c.verified_at is not null,
         nullif(trim(concat_ws(' ', o.first_name, o.last_name)), ''), o.license_number
  from clinics c
  left join lateral (
    select u.first_name, u.last_name, u.license_number from users u
    where u.clinic_id = c.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
  ) o on true
  where c.id <> current_clinic() and c.is_active and (c.verified_at is not null or not p_verified_only)
    and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
  order by c.name, c.id
$$;

-- As before; with p_verified_only an unverified clinic takes no referrals.
create function send_referral(p_row jsonb, p_to_clinic bigint, p_verified_only boolean, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  sender bigint := current_clinic();
  r referrals := jsonb_populate_record(null::referrals, p_row);
begin
  select nextval('klinika_id'), c.name into r.id, r.from_clinic_name from clinics c where c.id = sender;
  if p_to_clinic is not null then
    select c.name into r.to_clinic_name from clinics_to_refer_to(p_verified_only, p_at) c where c.id = p_to_clinic;
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
  owning text;
begin
  foreach signature in array array[
    'set_clinic_verified(bigint, boolean, bigint, timestamptz)',
    'platform_clinics(text, text, timestamptz, timestamptz, bigint, integer)',
    'clinics_to_refer_to(boolean, timestamptz)', 'send_referral(jsonb, bigint, boolean, timestamptz)', 'end_verification()'
  ]::regprocedure[] loop
    owning := case when signature::text ~ 'refer' then 'klinika_referral' else 'klinika_admin' end;
    execute format('revoke execute on function %s from public', signature);
    if signature::text !~ 'end_verification' then
      execute format('grant execute on function %s to klinika_app', signature);
    end if;
    execute format('alter function %s owner to %I', signature, owning);
  end loop;
end $$;
