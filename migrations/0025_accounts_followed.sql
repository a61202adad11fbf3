-- What happened to accounts and clinics, for those who may know it.

-- Putting a deleted record back is no news to anybody: its open referral was told when it was sent.
-- Who makes a trigger must be allowed to execute its function, which is not the owner's.
set local role klinika_notice;
grant execute on function tell_of_sent_referrals() to klinika_owner;
set local role klinika_owner;
drop trigger referrals_told on referrals;
create trigger referrals_told after insert on referrals
  referencing new table as sent_referrals for each statement
  when (coalesce(current_setting('app.event', true), '') <> 'patient.restore')
  execute function tell_of_sent_referrals();
set local role klinika_notice;
revoke execute on function tell_of_sent_referrals() from klinika_owner;
set local role klinika_owner;

-- The staff accounts' own entries of the record history, newest first.
create index record_history_of_staff on record_history (clinic_id, id desc) where entity = 'users';

-- A session of staff mode that is ended with its account stays as one that was never used: it opens nothing, and the
-- owner's session, which waits beside it, is still found by it.
set local role klinika_auth;
drop function end_sessions_of(bigint, bytea);
set local role klinika_owner;
create function end_sessions_of(p_user bigint, p_except bytea) returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  update sessions set last_seen_at = '-infinity'
  where user_id = p_user and token_hash is distinct from p_except and owner_session is not null;
  delete from sessions
  where user_id = p_user and token_hash is distinct from p_except and owner_session is null
$$;

create function is_ended_staff_mode(p_token_hash bytea, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (
    select 1 from sessions s join sessions o on o.token_hash = s.owner_session
    where s.token_hash = p_token_hash and s.last_seen_at = '-infinity' and s.expires_at > p_at)
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array['end_sessions_of(bigint, bytea)', 'is_ended_staff_mode(bytea, timestamptz)']::regprocedure[] loop
    execute format('alter function %s owner to klinika_auth', door);
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;

-- What administrators changed of a clinic's standing: append-only, and read in the console alone.
create table clinic_standing_changes (
  id bigint primary key default nextval('klinika_id'),
  about_clinic_id bigint not null references clinics (id),
  changed_at timestamptz not null,
  admin_id bigint not null references users (id),
  what varchar(20) not null check (what in ('isActive', 'subscriptionStatus')),
  -- As the administrator saw it: a trial past its end was expired.
  was varchar(20) not null,
  is_now varchar(20) not null
);
create index clinic_standing_changes_of_clinic on clinic_standing_changes (about_clinic_id, id desc);
create trigger clinic_standing_changes_stay before update or delete on clinic_standing_changes
  for each row execute function refuse_change();
grant select, insert on clinic_standing_changes to klinika_admin;
grant select on clinic_standing_changes to klinika_backup;

set local role klinika_admin;
drop function set_clinic_active(bigint, boolean, timestamptz);
drop function set_clinic_subscription(bigint, text, timestamptz, timestamptz);
set local role klinika_owner;

-- Both answer the clinic as it stands then; no row where there is none. What stays as it was is no change.
create function set_clinic_active(p_clinic bigint, p_is_active boolean, p_admin bigint, p_at timestamptz)
  returns table (id bigint, is_active boolean, subscription_status text, trial_ends_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  before clinics;
begin
  select * into before from clinics c where c.id = p_clinic for update;
  if before.is_active <> p_is_active then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, p_at, p_admin, 'isActive', case when before.is_active then 'active' else 'inactive' end,
            case when p_is_active then 'active' else 'inactive' end);
  end if;
  return query
    update clinics c set is_active = p_is_active, updated_at = p_at where c.id = p_clinic
    returning c.id, c.is_active, effective_status(c.subscription_status, c.trial_ends_at, p_at), c.trial_ends_at;
end $$;

-- An administrator's value wins (decision A3): a trial given after the last one ended runs anew, until p_trial_ends.
create function set_clinic_subscription(p_clinic bigint, p_status text, p_trial_ends timestamptz, p_admin bigint, p_at timestamptz)
  returns table (id bigint, is_active boolean, subscription_status text, trial_ends_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  seen text;
begin
  select effective_status(c.subscription_status, c.trial_ends_at, p_at) into seen from clinics c where c.id = p_clinic for update;
  if seen <> p_status then
    insert into clinic_standing_changes (about_clinic_id, changed_at, admin_id, what, was, is_now)
    values (p_clinic, p_at, p_admin, 'subscriptionStatus', seen, p_status);
  end if;
  return query
    update clinics c set subscription_status = p_status, updated_at = p_at,
      trial_ends_at = case when p_status = 'trial' and c.trial_ends_at < p_at then p_trial_ends else c.trial_ends_at end
    where c.id = p_clinic
    returning c.id, c.is_active, effective_status(c.subscription_status, c.trial_ends_at, p_at), c.trial_ends_at;
end $$;

-- Newest first.
create function platform_standing_changes(p_clinic bigint, p_before_id bigint, p_limit integer)
  returns table (id bigint, changed_at timestamptz, admin_name text, what varchar, was varchar, is_now varchar)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select s.id, s.changed_at, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email), s.what, s.was, s.is_now
  from clinic_standing_changes s join users u on u.id = s.admin_id
  where s.about_clinic_id = p_clinic and (p_before_id is null or s.id < p_before_id)
  order by s.id desc
  limit p_limit
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'set_clinic_active(bigint, boolean, bigint, timestamptz)',
    'set_clinic_subscription(bigint, text, timestamptz, bigint, timestamptz)',
    'platform_standing_changes(bigint, bigint, integer)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to klinika_admin', door);
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;
