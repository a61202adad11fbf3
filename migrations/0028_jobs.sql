-- Background work of all clinics: one function finds what is due, and the server takes it, one row of one clinic at a time.

-- The role that finds what is due. It reads when a row is due and nothing of what the row is about.
set local role klinika_jobs;
alter default privileges revoke execute on functions from public;
set local role klinika_owner;

create policy finding on imports for select to klinika_jobs using (true);
create policy finding on exports for select to klinika_jobs using (true);
create policy finding on fhir_exports for select to klinika_jobs using (true);
create policy finding on webhooks for select to klinika_jobs using (true);
create policy finding on webhook_deliveries for select to klinika_jobs using (true);
create policy finding on reminders for select to klinika_jobs using (true);
create policy finding on contact_messages for select to klinika_jobs using (true);
create policy finding on clinics for select to klinika_jobs using (true);
grant select (clinic_id, id, state, leased_until) on imports, exports, fhir_exports to klinika_jobs;
grant select (clinic_id, id, is_active) on webhooks to klinika_jobs;
grant select (clinic_id, id, webhook_id, state, next_at, taken_until) on webhook_deliveries to klinika_jobs;
grant select (clinic_id, id, channel, state, next_at) on reminders to klinika_jobs;
grant select (id, created_at, handled_at, mailed_at, mail_attempts, mail_next_at) on contact_messages to klinika_jobs;
grant select (id, attempts, next_at) on letters_with_link to klinika_jobs;
grant select (id, is_active, subscription_status, trial_ends_at) on clinics to klinika_jobs;

-- The server takes, ends and puts off the work itself, in the clinic's transaction.
grant update (attempts, next_at, status, answer) on webhook_deliveries to klinika_app;
grant update (last_delivered_at) on webhooks to klinika_app;
grant update (state, attempts, next_at, sent_at, problem, stop_hash) on reminders to klinika_app;
grant execute on function consents_to_reminders(bigint, bigint, text) to klinika_app;
revoke update on webhooks, webhook_deliveries, reminders from klinika_notice;

-- The oldest message that is mailed at an instant. Older ones are only shown in the console: they were probably answered.
create function mailed_since(p_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return p_at - interval '3 days';
grant execute on function mailed_since(timestamptz) to klinika_auth, klinika_jobs;

-- Trigger: tells the servers that listen that a queue has work, once the transaction is committed. Its argument is the queue.
-- Not on a cluster, where the trigger runs on a worker, in a transaction that may not notify: servers look there by themselves.
create function tell_of_job() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    perform pg_notify('klinika_jobs', tg_argv[0]);
  end if;
  return null;
end $$;

create trigger imports_job after insert or update of state on imports
  for each row when (new.state in ('checking', 'running', 'taking-back')) execute function tell_of_job('imports');
create trigger exports_job after insert or update of state on exports
  for each row when (new.state = 'waiting') execute function tell_of_job('exports');
create trigger fhir_exports_job after insert on fhir_exports
  for each row execute function tell_of_job('fhir_exports');
create trigger webhook_deliveries_job after insert on webhook_deliveries
  for each row when (new.state = 'waiting') execute function tell_of_job('webhook_deliveries');
create trigger email_reminders_job after insert on reminders
  for each row when (new.channel = 'email') execute function tell_of_job('email_reminders');
create trigger text_reminders_job after insert on reminders
  for each row when (new.channel = 'text') execute function tell_of_job('text_reminders');
create trigger contact_messages_job after insert on contact_messages
  for each row execute function tell_of_job('contact_messages');
create trigger letters_with_link_job after insert on letters_with_link
  for each row execute function tell_of_job('letters_with_link');

set local role klinika_jobs;

-- What is due in these queues, in the order in which it is to be taken, at most twenty of each; clinic_id is null for what
-- belongs to no clinic. Nothing is locked: whoever takes a row checks again whether it is still due. A row that was taken is
-- due again when its lease ends.
create function due_jobs(p_queues text[], p_at timestamptz) returns table (queue text, clinic_id bigint, id bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if 'imports' = any (p_queues) then
    return query
      select 'imports', o.clinic_id, o.id from imports o
      where o.state in ('checking', 'running', 'taking-back') and (o.leased_until is null or o.leased_until <= p_at)
      order by o.leased_until nulls first, o.id limit 20;
  end if;
  if 'exports' = any (p_queues) then
    return query
      select 'exports', o.clinic_id, o.id from exports o
      where o.state in ('waiting', 'running') and (o.leased_until is null or o.leased_until <= p_at)
      order by o.leased_until nulls first, o.id limit 20;
  end if;
  if 'fhir_exports' = any (p_queues) then
    return query
      select 'fhir_exports', o.clinic_id, o.id from fhir_exports o
      where o.state = 'waiting' and (o.leased_until is null or o.leased_until <= p_at)
      order by o.leased_until nulls first, o.id limit 20;
  end if;
  -- A clinic has one message in progress at a time, so that its slow address does not delay the other clinics.
  if 'webhook_deliveries' = any (p_queues) then
    return query
      select 'webhook_deliveries', d.clinic_id, d.id from webhook_deliveries d
      join webhooks w on w.clinic_id = d.clinic_id and w.id = d.webhook_id and w.is_active
      join clinics k on k.id = d.clinic_id and k.is_active
        and effective_status(k.subscription_status, k.trial_ends_at, p_at) not in ('suspended', 'expired')
      where d.state = 'waiting' and d.next_at <= p_at
        and not exists (select 1 from webhook_deliveries o
                        where o.clinic_id = d.clinic_id and o.state = 'waiting' and o.taken_until > p_at)
      order by d.next_at, d.id limit 20;
  end if;
  if 'email_reminders' = any (p_queues) then
    return query
      select 'email_reminders', o.clinic_id, o.id from reminders o
      where o.state = 'waiting' and o.next_at <= p_at and o.channel = 'email'
      order by o.next_at, o.id limit 20;
  end if;
  if 'text_reminders' = any (p_queues) then
    return query
      select 'text_reminders', o.clinic_id, o.id from reminders o
      where o.state = 'waiting' and o.next_at <= p_at and o.channel = 'text'
      order by o.next_at, o.id limit 20;
  end if;
  -- What was tried least comes first.
  if 'contact_messages' = any (p_queues) then
    return query
      select 'contact_messages', null::bigint, o.id from contact_messages o
      where o.mailed_at is null and o.handled_at is null and o.created_at > mailed_since(p_at)
        and (o.mail_next_at is null or o.mail_next_at <= p_at)
      order by o.mail_attempts, o.id limit 20;
  end if;
  if 'letters_with_link' = any (p_queues) then
    return query
      select 'letters_with_link', null::bigint, o.id from letters_with_link o
      where o.next_at <= p_at
      order by o.attempts, o.id limit 20;
  end if;
end $$;
grant execute on function due_jobs(text[], timestamptz) to klinika_app;
comment on function due_jobs(text[], timestamptz) is 'nullable: clinic_id';

set local role klinika_auth;

drop function take_export(timestamptz, interval);
drop function take_fhir_export(timestamptz, interval);
drop function take_import(timestamptz, interval);
drop function take_message_to_mail(timestamptz, timestamptz, interval);
drop function take_letter_with_link(bytea, timestamptz, interval);
drop function count_messages_to_mail(timestamptz);

-- How many messages still wait to be mailed: a number for whoever looks after Klinika, never what stands in them.
create function count_messages_to_mail(p_at timestamptz) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (select count(*) from contact_messages m
          where m.mailed_at is null and m.handled_at is null and m.created_at > mailed_since(p_at));
end $$;
grant execute on function count_messages_to_mail(timestamptz) to klinika_app;

-- Takes a message to mail for p_lease, so that no second server mails it meanwhile. No row when it is not due any more.
create function message_to_mail(p_id bigint, p_at timestamptz, p_lease interval)
  returns table (id bigint, kind varchar, name varchar, email varchar, phone varchar, clinic varchar, subject varchar,
                 message text, created_at timestamptz, attempt integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    update contact_messages m set mail_attempts = m.mail_attempts + 1, mail_next_at = p_at + p_lease
    where m.id = p_id and m.mailed_at is null and m.handled_at is null and (m.mail_next_at is null or m.mail_next_at <= p_at)
    returning m.id, m.kind, m.name, m.email, m.phone, m.clinic, m.subject, m.message, m.created_at, m.mail_attempts;
end $$;
grant execute on function message_to_mail(bigint, timestamptz, interval) to klinika_app;
comment on function message_to_mail(bigint, timestamptz, interval) is 'nullable: phone, clinic';

-- Takes a letter to mail for p_lease, and stores its link. No row when it is not due any more; user_id is null where the
-- letter went to nobody's address and is dropped. So is one that nobody could mail before the time of its link is over: half
-- an hour to reset a password, seven days to confirm an address. None is mailed to confirm an address that is confirmed.
-- Until then a letter has no name: whoever signed up typed it, and it may be a message to the holder of the address.
create function letter_to_mail(p_id bigint, p_token_hash bytea, p_at timestamptz, p_lease interval)
  returns table (id bigint, kind text, email text, first_name varchar, user_id bigint, expires_at timestamptz, attempt integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  taken letters_with_link;
  account users;
  lasts interval;
begin
  update letters_with_link w set attempts = w.attempts + 1, next_at = p_at + p_lease
  where w.id = p_id and w.next_at <= p_at
  returning * into taken;
  if not found then
    return;
  end if;
  lasts := case taken.kind when 'reset' then interval '30 minutes' else interval '7 days' end;
  select * into account from users u
  where u.email = taken.email and u.is_active and (taken.kind = 'reset' or u.email_unconfirmed_since is not null)
    and taken.asked_at > least(p_at, now() + interval '1 day') - lasts;
  if not found then
    delete from letters_with_link w where w.id = taken.id;
    return query select taken.id, taken.kind, taken.email, null::varchar, null::bigint, null::timestamptz, taken.attempts;
    return;
  end if;
  insert into mailed_links (token_hash, user_id, kind, created_at, expires_at)
  values (p_token_hash, account.id, taken.kind, p_at, p_at + lasts);
  return query select taken.id, taken.kind, taken.email,
    case when account.email_unconfirmed_since is null then account.first_name end, account.id, p_at + lasts, taken.attempts;
end $$;
grant execute on function letter_to_mail(bigint, bytea, timestamptz, interval) to klinika_app;
comment on function letter_to_mail(bigint, bytea, timestamptz, interval) is 'nullable: first_name, user_id, expires_at';

-- Deletes what has had its time: sessions, failed sign-ins, devices not seen for long, mailed links, keys of done requests,
-- turns of limits, and which views were just recorded. One server at a time.
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
  delete from mailed_links where expires_at <= p_at;
  delete from idempotency_keys where created_at < p_at - interval '24 hours';
  -- No window of a limit is longer than a day.
  delete from turns_taken where started_at < p_at - interval '1 day';
  delete from views_noted where noted_at < p_at - interval '5 minutes';
end $$;

set local role klinika_notice;

grant execute on function may_remind(bigint, timestamptz) to klinika_app;

drop function take_reminder(text[], bytea, timestamptz, interval);
drop function reminder_was_sent(bigint, bigint, timestamptz);
drop function reminder_was_not_sent(bigint, bigint, timestamptz, text, boolean);
drop function take_webhook_delivery(timestamptz, interval);
drop function webhook_was_delivered(bigint, bigint, timestamptz, integer, text);
drop function webhook_was_not_delivered(bigint, bigint, timestamptz, integer, text, text, boolean);

-- The address and the signing secret of a message of the current clinic that is being sent; no row for another message.
create function webhook_of_message(p_id bigint, p_at timestamptz) returns table (url text, secret bytea)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
begin
  return query
    select w.url::text, w.secret from webhook_deliveries d
    join webhooks w on w.clinic_id = own and w.id = d.webhook_id
    where d.clinic_id = own and d.id = p_id and d.state = 'waiting' and d.taken_until > p_at;
end $$;
grant execute on function webhook_of_message(bigint, timestamptz) to klinika_app;

set local role klinika_owner;
