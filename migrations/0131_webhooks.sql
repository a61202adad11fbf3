-- Webhooks: addresses of a clinic's other systems, which are told that something happened, by ids alone.
create table webhooks (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  url varchar(500) not null,
  events text[] not null check (cardinality(events) between 1 and 10),
  -- Signs what is sent. Told once, and read by the functions below alone.
  secret bytea not null,
  is_active boolean not null default true,
  -- owner: by hand. failures: it took nothing for days. gone: it answered that it wants no more.
  turned_off_why varchar(10) check (turned_off_why in ('owner', 'failures', 'gone')),
  turned_off_at timestamptz,
  -- Since when each message failed; null while they are taken.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  check (is_active = (turned_off_at is null) and is_active = (turned_off_why is null)),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('webhooks',
  'select (clinic_id, id, url, events, is_active, turned_off_why, turned_off_at, failing_since, last_delivered_at, '
  'created_by_id, created_at), insert, update (url, events, is_active, turned_off_why, turned_off_at, failing_since), delete');

create table webhook_deliveries (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  webhook_id bigint not null,
  event varchar(40) not null,
  happened_at timestamptz not null,
  -- Of the patient, the visit or the payment. Null for a test.
  about_id bigint,
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  -- While a server is sending it.
  taken_until timestamptz,
  -- Of the last attempt: the status and the first words that were answered, and why it counts as failed.
  status smallint,
  answer varchar(300),
  problem varchar(300),
  ended_at timestamptz,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  check ((state = 'waiting') = (ended_at is null)),
  foreign key (clinic_id, webhook_id) references webhooks (clinic_id, id) on delete cascade
);
call guard_clinic_table('webhook_deliveries', 'select, insert, update (state, problem, ended_at, taken_until)');
create index webhook_deliveries_of_webhook on webhook_deliveries (clinic_id, webhook_id, id desc);
create index webhook_deliveries_left on webhook_deliveries (clinic_id, webhook_id) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (next_at, id) where state = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

create policy sending on webhooks to klinika_notice using (true) with check (true);
grant select, update on webhooks to klinika_notice;
create policy sending on webhook_deliveries to klinika_notice using (true) with check (true);
grant select, insert, update, delete on webhook_deliveries to klinika_notice;

-- In the transaction of what happened. Lists that are imported, and records that come back, are no news. More than a
-- thousand that wait for one address are not kept.
create function queue_webhooks() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  happened text;
  at timestamptz;
begin
  if coalesce(current_setting('app.event', true), '')
     in ('import.run', 'import.takeBack', 'patient.merge', 'patient.unmerge', 'patient.restore') then
    return null;
  end if;
  if tg_table_name = 'patients' then
    happened := 'patient.registered';
    at := new.created_at;
  elsif tg_table_name = 'visits' then
    happened := 'visit.done';
    at := coalesce(new.closed_at, now());
  else
    happened := 'payment.taken';
    at := new.taken_at;
  end if;
  insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, about_id, next_at, created_at, state, problem, ended_at)
  select w.clinic_id, w.id, happened, at, new.id, at, at, case when is_full then 'failed' else 'waiting' end,
         case when is_full then 'Not sent: a thousand messages were waiting.' end, case when is_full then at end
  from webhooks w
  cross join lateral (select count(*) >= 1000 as is_full from webhook_deliveries d
                      where d.clinic_id = w.clinic_id and d.webhook_id = w.id and d.state = 'waiting') as room
  where w.clinic_id = new.clinic_id and w.is_active and happened = any (w.events);
  return null;
end $$;
create trigger patients_webhooks after insert on patients for each row execute function queue_webhooks();
create trigger visits_webhooks after update of state on visits
  for each row when (new.state = 'done' and old.state <> 'done') execute function queue_webhooks();
create trigger payments_webhooks after insert on payments for each row execute function queue_webhooks();

-- The next message that is due, taken for p_lease. One at a time for each clinic, so that a slow address holds up nobody
-- else's.
create function take_webhook_delivery(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, webhook_id bigint, event text, happened_at timestamptz, about_id bigint,
                 attempt integer, url text, secret bytea)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  taken webhook_deliveries;
begin
  perform pg_advisory_xact_lock(4231);
  select d.* into taken from webhook_deliveries d
  join webhooks w on w.clinic_id = d.clinic_id and w.id = d.webhook_id and w.is_active
  join clinics k on k.id = d.clinic_id and k.is_active
    and effective_status(k.subscription_status, k.trial_ends_at, p_at) not in ('suspended', 'expired')
  where d.state = 'waiting' and d.next_at <= p_at
    and not exists (select from webhook_deliveries o
                    where o.clinic_id = d.clinic_id and o.state = 'waiting' and o.taken_until > p_at)
  order by d.next_at, d.id limit 1 for update of d skip locked;
  if not found then
    return;
  end if;
  return query
    with mine as (
      update webhook_deliveries d set attempts = d.attempts + 1, taken_until = p_at + p_lease
      where d.clinic_id = taken.clinic_id and d.id = taken.id
      returning d.*)
    select m.clinic_id, m.id, m.webhook_id, m.event::text, m.happened_at, m.about_id, m.attempts::integer, w.url::text, w.secret
    from mine m join webhooks w on w.clinic_id = m.clinic_id and w.id = m.webhook_id;
end $$;

create function webhook_was_delivered(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_status integer, p_answer text)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  delivered bigint;
begin
  update webhook_deliveries
  set state = 'delivered', ended_at = p_at, taken_until = null, status = p_status, answer = left(p_answer, 300), problem = null
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting'
  returning webhook_id into delivered;
  update webhooks set last_delivered_at = p_at, failing_since = null where clinic_id = p_clinic_id and id = delivered;
end $$;

-- Tried again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, then given up. An address that took nothing for three
-- days, or answered that it is gone, is turned off, its messages are given up and the owner is told.
create function webhook_was_not_delivered(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_status integer, p_answer text,
                                          p_problem text, p_is_gone boolean)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  waits constant interval[] := array['1 minute', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours'];
  failed webhook_deliveries;
  hook webhooks;
  host text;
begin
  update webhook_deliveries
  set state = case when p_is_gone or attempts > cardinality(waits) then 'failed' else 'waiting' end,
      ended_at = case when p_is_gone or attempts > cardinality(waits) then p_at end,
      next_at = p_at + coalesce(waits[attempts], interval '0'), taken_until = null,
      status = p_status, answer = left(p_answer, 300), problem = left(p_problem, 300)
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting'
  returning * into failed;
  if not found then
    return null;
  end if;
  update webhooks set failing_since = coalesce(failing_since, p_at)
  where clinic_id = p_clinic_id and id = failed.webhook_id and is_active
  returning * into hook;
  if hook.id is null or (not p_is_gone and hook.failing_since > p_at - interval '3 days') then
    return failed.state;
  end if;
  update webhooks set is_active = false, turned_off_at = p_at, turned_off_why = case when p_is_gone then 'gone' else 'failures' end
  where clinic_id = p_clinic_id and id = hook.id;
  update webhook_deliveries set state = 'failed', ended_at = p_at, taken_until = null,
                                problem = coalesce(problem, 'The webhook was turned off.')
  where clinic_id = p_clinic_id and webhook_id = hook.id and state = 'waiting';
  host := substring(hook.url from '^[a-z]+://([^/?#]+)');
  perform tell(p_clinic_id, null, null, 'warning', 'Webhook turned off',
               case when p_is_gone then host || ' answered that it takes no more messages.'
                    else host || ' has taken no message for three days.' end,
               'webhook', jsonb_build_object('webhookId', hook.id), p_at);
  return 'failed';
end $$;

create function sweep_webhook_deliveries(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ delete from webhook_deliveries where created_at < p_at - interval '30 days' $$;

do $$
declare
  door regprocedure;
begin
  revoke execute on function queue_webhooks() from public;
  alter function queue_webhooks() owner to klinika_notice;
  foreach door in array array[
    'take_webhook_delivery(timestamptz, interval)', 'sweep_webhook_deliveries(timestamptz)',
    'webhook_was_delivered(bigint, bigint, timestamptz, integer, text)',
    'webhook_was_not_delivered(bigint, bigint, timestamptz, integer, text, text, boolean)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;
comment on function take_webhook_delivery(timestamptz, interval) is 'nullable: about_id';
comment on function webhook_was_delivered(bigint, bigint, timestamptz, integer, text) is 'nullable: p_answer';
comment on function webhook_was_not_delivered(bigint, bigint, timestamptz, integer, text, text, boolean) is
  'nullable: p_status, p_answer, result';
alter function take_webhook_delivery(timestamptz, interval) owner to klinika_notice;
alter function sweep_webhook_deliveries(timestamptz) owner to klinika_notice;
alter function webhook_was_delivered(bigint, bigint, timestamptz, integer, text) owner to klinika_notice;
alter function webhook_was_not_delivered(bigint, bigint, timestamptz, integer, text, text, boolean) owner to klinika_notice;
