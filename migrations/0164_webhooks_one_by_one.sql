-- As before, one webhook after the other: of one statement over them all a Citus cluster makes a statement of every shard, so
-- that no clinic could register a patient while one of its machines is lost (docs/scaling.md, section 5).
set local role klinika_notice;
create or replace function queue_webhooks() returns trigger
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
  for hook in
    select w.id from webhooks w where w.clinic_id = new.clinic_id and w.is_active and happened = any (w.events)
  loop
    select count(*) >= 1000 into is_full from webhook_deliveries d
    where d.clinic_id = new.clinic_id and d.webhook_id = hook and d.state = 'waiting';
    insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, about_id, next_at, created_at, state, problem, ended_at)
    values (new.clinic_id, hook, happened, at, new.id, at, at, case when is_full then 'failed' else 'waiting' end,
            case when is_full then 'Not sent: a thousand messages were waiting.' end, case when is_full then at end);
  end loop;
  return null;
end $$;
set local role klinika_owner;
