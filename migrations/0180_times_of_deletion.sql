-- What a function deletes by time, it deletes by the database's clock, too: a caller whose clock is ahead, or who names a
-- time of its own, ends no session and empties no log before its time. A day is room for clocks that differ.

set local role klinika_auth;

create or replace function sweep_expired(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  p_at := least(p_at, now() + interval '1 day');
  if not pg_try_advisory_xact_lock(4204) then
    return;
  end if;
  delete from sessions where expires_at < p_at;
  delete from sign_in_failures where failed_at < p_at - interval '1 day';
  delete from known_devices where last_used_at < p_at - interval '400 days';
  delete from idempotency_keys where created_at < p_at - interval '24 hours';
  -- No window of a limit is longer than a day.
  delete from turns_taken where started_at < p_at - interval '1 day';
  delete from views_noted where noted_at < p_at - interval '5 minutes';
end $$;

create or replace function sweep_sign_ins(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin delete from sign_ins where at < least(p_at, now() + interval '1 day') - interval '1 year'; end $$;

create or replace function sweep_console_log(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin delete from console_log where at < least(p_at, now() + interval '1 day') - interval '1 year'; end $$;

create or replace function sweep_second_factors(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  p_at := least(p_at, now() + interval '1 day');
  delete from second_factor_challenges where expires_at < p_at;
  delete from remembered_devices where expires_at < p_at;
  delete from passkey_challenges where expires_at < p_at;
end $$;

create or replace function sweep_imports(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  p_at := least(p_at, now() + interval '1 day');
  delete from imports where state in ('mapping', 'checking', 'checked') and created_at < p_at - interval '14 days';
  delete from import_rows r using imports i
  where i.clinic_id = r.clinic_id and i.id = r.import_id and i.rows_removed_at is null
    and coalesce(i.taken_back_at, i.ran_at) < p_at - interval '30 days' and i.state in ('done', 'taken-back');
  update imports set rows_removed_at = p_at
  where rows_removed_at is null and coalesce(taken_back_at, ran_at) < p_at - interval '30 days' and state in ('done', 'taken-back');
end $$;

create or replace function sweep_fhir_exports(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  gone record;
begin
  p_at := least(p_at, now() + interval '1 day');
  for gone in
    select e.clinic_id, e.id, e.files from fhir_exports e
    where e.created_at < p_at - case when e.state in ('cancelled', 'failed') then interval '1 hour' else interval '24 hours' end
  loop
    delete from fhir_exports e where e.clinic_id = gone.clinic_id and e.id = gone.id;
    continue when not found;
    perform remove_later(gone.clinic_id, array(select f ->> 'storedAs' from jsonb_array_elements(gone.files) f), p_at);
  end loop;
end $$;

create or replace function take_letter_with_link(p_token_hash bytea, p_at timestamptz, p_lease interval)
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

create or replace function start_session(p_user bigint, p_token_hash bytea, p_device bytea, p_at timestamptz, p_expires timestamptz,
                                         p_remembered boolean, p_owner_session bytea, p_password_hash text)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  perform from credentials where user_id = p_user and password_hash = p_password_hash for share;
  if not found then
    return false;
  end if;
  insert into sessions (token_hash, user_id, owner_session, is_remembered, password_typed_at, last_seen_at, expires_at, created_at)
  values (p_token_hash, p_user, p_owner_session, p_remembered, p_at, p_at, p_expires, p_at);
  insert into known_devices (user_id, device_hash, last_used_at)
  select p_user, p_device, p_at where p_device is not null
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at;
  delete from sessions where user_id = p_user and expires_at < least(p_at, now() + interval '1 day');
  return true;
end $$;

create or replace function give_up_uploads(p_before timestamptz, p_at timestamptz, p_limit integer)
  returns table (id bigint, stored_as varchar, is_shared boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
#variable_conflict use_column
declare
  old record;
begin
  for old in
    select u.clinic_id, u.id, u.stored_as from files u
    where u.patient_id is null and u.uploaded_at < least(p_before, now() + interval '1 day')
    order by u.uploaded_at limit p_limit
  loop
    perform 1 from files u where u.clinic_id = old.clinic_id and u.id = old.id and u.patient_id is null for update skip locked;
    continue when not found;
    update files f set given_up_at = coalesce(f.given_up_at, p_at) where f.clinic_id = old.clinic_id and f.id = old.id;
    perform 1 from files o where o.stored_as = old.stored_as and o.id <> old.id and o.given_up_at is null limit 1;
    return query select old.id, old.stored_as, found;
  end loop;
end $$;

set local role klinika_notice;

create or replace function sweep_webhook_deliveries(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin delete from webhook_deliveries where created_at < least(p_at, now() + interval '1 day') - interval '30 days'; end $$;

create or replace function tell_what_is_due(p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  if not pg_try_advisory_xact_lock(4205) then
    return;
  end if;
  perform tell_trials_ending(p_at);
  perform tell_follow_ups_due(p_at);
  delete from told_causes where told_at < least(p_at, now() + interval '1 day') - interval '60 days';
end $$;

set local role klinika_owner;
