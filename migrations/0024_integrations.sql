-- How other systems work with a clinic: API keys by which programs read its records as FHIR, and webhooks, which tell a
-- system of the clinic that something happened.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Keys by which programs read a clinic's records. Whoever reads by a key reads as the owner who made it. The key itself is
-- shown once and not stored.
create table api_keys (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(100) not null check (name <> ''),
  -- The FHIR resource types that may be read.
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  token_hash bytea not null,
  -- The end of the key, by which people recognize it.
  last_four varchar(4) not null,
  made_by_id bigint not null,
  made_at timestamptz not null,
  -- The last day, in Manila, on which the key is valid.
  expires_on date not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (clinic_id, id),
  unique (clinic_id, token_hash),
  foreign key (clinic_id, made_by_id) references users (clinic_id, id)
);
-- A request is looked up by its key before its clinic is known.
create index api_keys_by_token on api_keys (token_hash);
call guard_clinic_table('api_keys', 'select, insert');
grant update (revoked_at) on api_keys to klinika_app;
create policy calls on api_keys to klinika_auth using (true);
grant select (clinic_id, id, name, scopes, token_hash, made_by_id, expires_on, last_used_at, revoked_at),
      update (last_used_at) on api_keys to klinika_auth;

-- Addresses of a clinic's other systems that are told when something happens. A message has ids only, no patient's data.
create table webhooks (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  url varchar(500) not null,
  events text[] not null check (cardinality(events) between 1 and 10),
  -- Signs the messages. It is shown once; the server gets it only with a message to send.
  secret bytea not null,
  is_active boolean not null default true,
  -- owner: turned off by hand. failures: no message was accepted for days. gone: the address answered 410 Gone.
  turned_off_why varchar(10) check (turned_off_why in ('owner', 'failures', 'gone')),
  turned_off_at timestamptz,
  -- The first failure since the last accepted message; null while messages are accepted.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  constraint webhooks_check check (is_active = (turned_off_at is null) and is_active = (turned_off_why is null))
);
call guard_clinic_table('webhooks', 'insert, delete');
-- All columns but the secret.
grant select (clinic_id, id, url, events, is_active, turned_off_why, turned_off_at, failing_since, last_delivered_at,
              created_by_id, created_at),
      update (url, events, is_active, turned_off_why, turned_off_at, failing_since) on webhooks to klinika_app;
create policy sending on webhooks to klinika_notice using (true) with check (true);
grant select, update on webhooks to klinika_notice;

-- Messages to webhooks, each with the result of its last attempt. They are deleted after 30 days.
create table webhook_deliveries (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  webhook_id bigint not null,
  event varchar(40) not null,
  happened_at timestamptz not null,
  -- The id of the patient, the visit or the payment; null for a test message.
  about_id bigint,
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  -- A server process is sending the message until then.
  taken_until timestamptz,
  -- The result of the last attempt: HTTP status, beginning of the response, and why it counts as failed.
  status smallint,
  answer varchar(300),
  problem varchar(300),
  ended_at timestamptz,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, webhook_id) references webhooks (clinic_id, id) on delete cascade,
  constraint webhook_deliveries_check check ((state = 'waiting') = (ended_at is null))
);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);
create index webhook_deliveries_due on webhook_deliveries (next_at, id) where state = 'waiting';
create index webhook_deliveries_left on webhook_deliveries (clinic_id, webhook_id) where state = 'waiting';
create index webhook_deliveries_of_webhook on webhook_deliveries (clinic_id, webhook_id, id desc);
call guard_clinic_table('webhook_deliveries', 'select, insert');
grant update (state, taken_until, problem, ended_at) on webhook_deliveries to klinika_app;
create policy sending on webhook_deliveries to klinika_notice using (true) with check (true);
grant select, insert, update, delete on webhook_deliveries to klinika_notice;

set local role klinika_auth;

-- The key with this hash, its clinic, and the owner as whom it reads; no row if there is none. Expired and revoked keys are
-- returned too, so that the error can say why. is_to_touch: the stored time of last use is over a minute old.
create function look_up_api_key(p_token_hash bytea, p_at timestamptz)
  returns table (id bigint, name varchar, scopes text, user_id bigint, is_owner_active boolean, is_expired boolean,
                 is_revoked boolean, is_to_touch boolean, clinic_id bigint, clinic_name varchar,
                 clinic_is_active boolean, subscription_status text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select k.id, k.name, array_to_string(k.scopes, ' '), k.made_by_id, u.is_active and u.role = 'owner',
           k.expires_on < manila_day(p_at), k.revoked_at is not null,
           k.last_used_at is null or k.last_used_at < p_at - interval '1 minute', k.clinic_id, c.name, c.is_active,
           effective_status(c.subscription_status, c.trial_ends_at, p_at)
    from api_keys k
    join users u on u.clinic_id = k.clinic_id and u.id = k.made_by_id
    join clinics c on c.id = k.clinic_id
    where k.token_hash = p_token_hash;
end $$;
grant execute on function look_up_api_key(bytea, timestamptz) to klinika_app;

-- Notes the last use of a key. If another request is noting one at the moment, nothing is done and nothing waits.
create function touch_api_key(p_clinic_id bigint, p_id bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update api_keys set last_used_at = p_at
  where (clinic_id, id) in (select clinic_id, id from api_keys where clinic_id = p_clinic_id and id = p_id
                            for update skip locked);
end $$;
grant execute on function touch_api_key(bigint, bigint, timestamptz) to klinika_app;

set local role klinika_notice;

-- Trigger: queues a message for each webhook that asked for the event, in the transaction of the change. Imported lists and
-- records that come back cause none. While a thousand messages wait for a webhook, further ones are stored as failed.
create function queue_webhooks() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  happened text;
  at timestamptz;
  hook bigint;
  is_full boolean;
begin
  if coalesce(current_setting('app.event', true), '')
     in ('import.run', 'import.takeBack', 'patient.merge', 'patient.unmerge', 'patient.restore') then
    return null;
  end if;
  if tg_argv[0] = 'patients' then
    happened := 'patient.registered';
    at := new.created_at;
  elsif tg_argv[0] = 'visits' then
    happened := 'visit.done';
    at := coalesce(new.closed_at, now());
  else
    happened := 'payment.taken';
    at := new.taken_at;
  end if;
  -- One webhook after the other: one statement over all of them would be one over every shard of a Citus cluster, so that no
  -- clinic could register a patient while one of its machines is lost (docs/scaling.md).
  for hook in
    select w.id from webhooks w where w.clinic_id = new.clinic_id and w.is_active and happened = any (w.events)
  loop
    select count(*) >= 1000 into is_full from webhook_deliveries d
    where d.clinic_id = new.clinic_id and d.webhook_id = hook and d.state = 'waiting';
    insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, about_id, next_at, created_at, state, problem,
                                    ended_at)
    values (new.clinic_id, hook, happened, at, new.id, at, at, case when is_full then 'failed' else 'waiting' end,
            case when is_full then 'Not sent: a thousand messages were waiting.' end, case when is_full then at end);
  end loop;
  return null;
end $$;
grant execute on function queue_webhooks() to klinika_owner;

-- Deletes messages that are older than 30 days, whatever became of them. A job of the server calls it.
create function sweep_webhook_deliveries(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from webhook_deliveries where created_at < least(p_at, now() + interval '1 day') - interval '30 days';
end $$;
grant execute on function sweep_webhook_deliveries(timestamptz) to klinika_app;

-- Claims the next message that is due for p_lease, and returns it with the address and the secret; no row if none is due.
-- Each clinic has one message in progress at a time, so that its slow address does not delay the other clinics.
create function take_webhook_delivery(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, webhook_id bigint, event text, happened_at timestamptz, about_id bigint,
                 attempt integer, url text, secret bytea)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
  taken webhook_deliveries;
begin
  -- Two processes that look at the same time would both take a message of one clinic.
  perform pg_advisory_xact_lock(4231);
  for due in
    select d.clinic_id, d.id from webhook_deliveries d
    join webhooks w on w.clinic_id = d.clinic_id and w.id = d.webhook_id and w.is_active
    join clinics k on k.id = d.clinic_id and k.is_active
      and effective_status(k.subscription_status, k.trial_ends_at, p_at) not in ('suspended', 'expired')
    where d.state = 'waiting' and d.next_at <= p_at
      and not exists (select 1 from webhook_deliveries o
                      where o.clinic_id = d.clinic_id and o.state = 'waiting' and o.taken_until > p_at)
    order by d.next_at, d.id limit 20
  loop
    perform 1 from webhook_deliveries d
    where d.clinic_id = due.clinic_id and d.id = due.id and d.state = 'waiting' and d.next_at <= p_at
    for update skip locked;
    continue when not found;
    update webhook_deliveries d set attempts = d.attempts + 1, taken_until = p_at + p_lease
    where d.clinic_id = due.clinic_id and d.id = due.id
    returning d.* into taken;
    return query
      select taken.clinic_id, taken.id, taken.webhook_id, taken.event::text, taken.happened_at, taken.about_id,
             taken.attempts::integer, w.url::text, w.secret
      from webhooks w where w.clinic_id = taken.clinic_id and w.id = taken.webhook_id;
    return;
  end loop;
end $$;
grant execute on function take_webhook_delivery(timestamptz, interval) to klinika_app;
comment on function take_webhook_delivery(timestamptz, interval) is 'nullable: about_id';

-- Stores that a message was accepted, unless it was given up meanwhile.
create function webhook_was_delivered(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_status integer, p_answer text)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  delivered bigint;
begin
  update webhook_deliveries
  set state = 'delivered', ended_at = p_at, taken_until = null, status = p_status, answer = left(p_answer, 300),
      problem = null
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting'
  returning webhook_id into delivered;
  update webhooks set last_delivered_at = p_at, failing_since = null where clinic_id = p_clinic_id and id = delivered;
end $$;
grant execute on function webhook_was_delivered(bigint, bigint, timestamptz, integer, text) to klinika_app;
comment on function webhook_was_delivered(bigint, bigint, timestamptz, integer, text) is 'nullable: p_answer';

-- Stores a failed attempt, and returns the message's new state, or null if it was not waiting any more. A message is tried
-- again seven times, then given up. A webhook that accepted nothing for three days, or answered that it is gone, is turned
-- off: its waiting messages are given up and the owner is notified.
create function webhook_was_not_delivered(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_status integer, p_answer text,
                                          p_problem text, p_is_gone boolean)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  waits constant interval[] := array['1 minute', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours'];
  failed webhook_deliveries;
  is_last boolean;
  hook webhooks;
  host text;
begin
  select d.* into failed from webhook_deliveries d
  where d.clinic_id = p_clinic_id and d.id = p_id and d.state = 'waiting' for update;
  if not found then
    return null;
  end if;
  is_last := p_is_gone or failed.attempts > cardinality(waits);
  update webhook_deliveries d
  set state = case when is_last then 'failed' else 'waiting' end, ended_at = case when is_last then p_at end,
      next_at = p_at + coalesce(waits[failed.attempts], interval '0'), taken_until = null,
      status = p_status, answer = left(p_answer, 300), problem = left(p_problem, 300)
  where d.clinic_id = p_clinic_id and d.id = p_id
  returning d.* into failed;
  update webhooks w set failing_since = coalesce(w.failing_since, p_at)
  where w.clinic_id = p_clinic_id and w.id = failed.webhook_id and w.is_active
  returning w.* into hook;
  if hook.id is null or (not p_is_gone and hook.failing_since > p_at - interval '3 days') then
    return failed.state;
  end if;
  update webhooks
  set is_active = false, turned_off_at = p_at, turned_off_why = case when p_is_gone then 'gone' else 'failures' end
  where clinic_id = p_clinic_id and id = hook.id;
  update webhook_deliveries
  set state = 'failed', ended_at = p_at, taken_until = null, problem = coalesce(problem, 'The webhook was turned off.')
  where clinic_id = p_clinic_id and webhook_id = hook.id and state = 'waiting';
  host := substring(hook.url from '^[a-z]+://([^/?#]+)');
  perform tell(p_clinic_id, null, null, 'warning', 'Webhook turned off',
               case when p_is_gone then host || ' answered that it takes no more messages.'
                    else host || ' has taken no message for three days.' end,
               'webhook', jsonb_build_object('webhookId', hook.id), p_at);
  return 'failed';
end $$;
grant execute on function webhook_was_not_delivered(bigint, bigint, timestamptz, integer, text, text, boolean) to klinika_app;
comment on function webhook_was_not_delivered(bigint, bigint, timestamptz, integer, text, text, boolean)
  is 'nullable: p_status, p_answer, result';

set local role klinika_owner;

create trigger patients_webhooks after insert on patients
  for each row execute function queue_webhooks('patients');
create trigger payments_webhooks after insert on payments
  for each row execute function queue_webhooks('payments');
create trigger visits_webhooks after update of state on visits
  for each row when (new.state = 'done' and old.state <> 'done') execute function queue_webhooks('visits');
