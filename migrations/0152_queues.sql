-- Timed work over all clinics that a Citus cluster does too (docs/scaling.md, section 5): it locks rows of one clinic in a
-- statement and plans no statement of a function in SQL that has parameters.
--
-- A queue: what is due is read without a lock, a few in their order; each is locked by itself, its condition read again, and
-- the first that nobody else has is taken. Twenty, because that many may be at it at once.

set local role klinika_notice;

create or replace function take_webhook_delivery(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, webhook_id bigint, event text, happened_at timestamptz, about_id bigint,
                 attempt integer, url text, secret bytea)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
  taken webhook_deliveries;
begin
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
    where d.clinic_id = due.clinic_id and d.id = due.id and d.state = 'waiting' and d.next_at <= p_at for update skip locked;
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

set local role klinika_auth;

create or replace function take_export(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, stored_as text, has_papers boolean, attempts smallint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select o.clinic_id, o.id from exports o
    where o.state in ('waiting', 'running') and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 20
  loop
    perform 1 from exports o
    where o.clinic_id = due.clinic_id and o.id = due.id and o.state in ('waiting', 'running')
      and (o.leased_until is null or o.leased_until <= p_at) for update skip locked;
    continue when not found;
    return query
      update exports e set state = 'running', leased_until = p_at + p_lease, attempts = e.attempts + 1, done = 0
      where e.clinic_id = due.clinic_id and e.id = due.id
      returning e.clinic_id, e.id, e.created_by_id, e.stored_as::text, e.has_papers, e.attempts;
    return;
  end loop;
end $$;

create or replace function take_fhir_export(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, attempts smallint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select o.clinic_id, o.id from fhir_exports o
    where o.state = 'waiting' and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 20
  loop
    perform 1 from fhir_exports o
    where o.clinic_id = due.clinic_id and o.id = due.id and o.state = 'waiting'
      and (o.leased_until is null or o.leased_until <= p_at) for update skip locked;
    continue when not found;
    return query
      update fhir_exports e set leased_until = p_at + p_lease, attempts = e.attempts + 1
      where e.clinic_id = due.clinic_id and e.id = due.id
      returning e.clinic_id, e.id, e.user_id, e.attempts;
    return;
  end loop;
end $$;

create or replace function take_import(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, state text, attempts smallint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select o.clinic_id, o.id from imports o
    where o.state in ('checking', 'running', 'taking-back') and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 20
  loop
    perform 1 from imports o
    where o.clinic_id = due.clinic_id and o.id = due.id and o.state in ('checking', 'running', 'taking-back')
      and (o.leased_until is null or o.leased_until <= p_at) for update skip locked;
    continue when not found;
    return query
      update imports i set leased_until = p_at + p_lease, attempts = i.attempts + 1
      where i.clinic_id = due.clinic_id and i.id = due.id
      returning i.clinic_id, i.id, i.worked_for_id, i.state::text, i.attempts;
    return;
  end loop;
end $$;

set local role klinika_notice;

create or replace function take_reminder(p_channels text[], p_stop_hash bytea, p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, channel text, address text, attempt integer, starts_at timestamptz,
                 clinic_name text, clinic_phone text, clinic_email text, place_name text, place_address text, has_places boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  due record;
  taken reminders;
  dropped integer;
begin
  loop
    dropped := 0;
    for due in
      select o.clinic_id, o.id from reminders o
      where o.state = 'waiting' and o.next_at <= p_at and o.channel = any (p_channels)
      order by o.next_at, o.id limit 20
    loop
      select o.* into taken from reminders o
      where o.clinic_id = due.clinic_id and o.id = due.id and o.state = 'waiting' and o.next_at <= p_at for update skip locked;
      continue when not found;
      if taken.starts_at > p_at
         and consents_to_reminders(taken.clinic_id, taken.patient_id, taken.channel)
         and exists (select 1 from appointments a join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id
                     join places l on l.clinic_id = a.clinic_id and l.id = a.place_id and l.is_active
                     where a.clinic_id = taken.clinic_id and a.id = taken.appointment_id and a.starts_at = taken.starts_at
                       and v.state = 'booked') then
        update reminders r set attempts = r.attempts + 1, next_at = p_at + p_lease,
                               stop_hash = case when r.channel = 'email' then p_stop_hash end
        where r.clinic_id = taken.clinic_id and r.id = taken.id
        returning r.* into taken;
        return query
          select taken.clinic_id, taken.id, taken.channel::text, taken.address::text, taken.attempts::integer, taken.starts_at,
                 k.name::text, k.phone::text, k.email::text, p.name::text, coalesce(p.address, k.address)::text,
                 (select count(*) > 1 from places o where o.clinic_id = taken.clinic_id and o.is_active)
          from clinics k
          join appointments a on a.clinic_id = taken.clinic_id and a.id = taken.appointment_id
          join places p on p.clinic_id = a.clinic_id and p.id = a.place_id
          where k.id = taken.clinic_id;
        return;
      end if;
      update reminders r set state = 'dropped' where r.clinic_id = taken.clinic_id and r.id = taken.id;
      dropped := dropped + 1;
    end loop;
    -- None is left, or others have those that are.
    exit when dropped = 0;
  end loop;
end $$;

set local role klinika_auth;

-- The next time is worked out before: a cluster adds no interval of a row's columns to an instant within an update.
create or replace function message_was_not_mailed(p_id bigint, p_at timestamptz) returns timestamptz
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

create or replace function letter_with_link_was_not_mailed(p_id bigint, p_at timestamptz, p_is_server boolean) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  later timestamptz;
begin
  update letters_with_link w set next_at = greatest(w.next_at, p_at + interval '30 seconds') where p_is_server and w.id <> p_id;
  select p_at + interval '30 seconds' * 2 ^ least(w.attempts - 1, 4) into later
  from letters_with_link w where w.id = p_id for update;
  update letters_with_link w set next_at = later where w.id = p_id;
  return later;
end $$;

set local role klinika_notice;

create or replace function reminder_was_not_sent(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_problem text, p_is_last boolean)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  made integer;
  outcome text;
begin
  select r.attempts into made from reminders r
  where r.clinic_id = p_clinic_id and r.id = p_id and r.state = 'waiting' for update;
  if not found then
    return null;
  end if;
  outcome := case when p_is_last or made >= 5 then 'failed' else 'waiting' end;
  update reminders set problem = left(p_problem, 300), state = outcome, next_at = p_at + interval '5 minutes' * 2 ^ (made - 1)
  where clinic_id = p_clinic_id and id = p_id;
  return outcome;
end $$;

create or replace function webhook_was_not_delivered(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_status integer,
                                                     p_answer text, p_problem text, p_is_gone boolean)
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

create or replace function reminder_was_sent(p_clinic_id bigint, p_id bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update reminders set state = 'sent', sent_at = p_at, problem = null
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting';
end $$;

set local role klinika_auth;

create or replace function exports_to_remove(p_at timestamptz) returns table (clinic_id bigint, id bigint, stored_as text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select e.clinic_id, e.id, e.stored_as::text from exports e
    where e.stored_as is not null
      and ((e.state = 'ready' and e.expires_at <= p_at)
        or (e.state in ('failed', 'cancelled') and (e.leased_until is null or e.leased_until <= p_at)))
    order by e.expires_at limit 100;
end $$;

create or replace function export_was_removed(p_clinic bigint, p_id bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update exports e set stored_as = null, link_hash = null, link_until = null,
    state = case when e.state = 'ready' then 'expired' else e.state end
  where e.clinic_id = p_clinic and e.id = p_id;
end $$;

create or replace function use_export_link(p_clinic_id bigint, p_token_hash bytea, p_at timestamptz)
  returns table (stored_as text, bytes bigint, ready_at timestamptz, subdomain text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    update exports e set link_hash = null, link_until = null
    from clinics c
    where e.clinic_id = p_clinic_id and e.link_hash = p_token_hash and e.link_until > p_at and e.state = 'ready' and e.expires_at > p_at
      and e.stored_as is not null and c.id = e.clinic_id
    returning e.stored_as::text, e.bytes, e.ready_at, c.subdomain::text;
end $$;

create or replace function touch_api_key(p_clinic_id bigint, p_id bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update api_keys set last_used_at = p_at
  where (clinic_id, id) in (select clinic_id, id from api_keys where clinic_id = p_clinic_id and id = p_id for update skip locked);
end $$;

create or replace function take_message_to_mail(p_at timestamptz, p_since timestamptz, p_lease interval)
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

create or replace function message_was_mailed(p_id bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin update contact_messages m set mailed_at = p_at, mail_next_at = null where m.id = p_id; end $$;

create or replace function letter_with_link_was_mailed(p_id bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from letters_with_link where id = p_id; end $$;

create or replace function store_contact_message(p_name text, p_email text, p_phone text, p_clinic text, p_subject text,
                                                 p_message text, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into contact_messages (name, email, phone, clinic, subject, message, created_at)
  values (p_name, p_email, p_phone, p_clinic, p_subject, p_message, p_at);
end $$;

create or replace function count_messages_to_mail(p_since timestamptz) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (select count(*) from contact_messages m
          where m.mailed_at is null and m.handled_at is null and m.created_at > p_since);
end $$;

set local role klinika_owner;
