-- Which appointments get a reminder is decided by the server in each clinic's transaction (server/reminders). What counts
-- reminders of all clinics stays here.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

grant insert on reminders to klinika_app;
revoke insert on reminders from klinika_notice;

set local role klinika_notice;

drop function plan_reminders(text[], timestamptz, integer, integer, integer);

-- The clinics that may send reminders and have appointments in an interval.
create function clinics_to_remind(p_from timestamptz, p_to timestamptz, p_at timestamptz) returns table (clinic_id bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
    select k.id from clinics k
    where k.id in (select a.clinic_id from appointments a where a.starts_at >= p_from and a.starts_at < p_to)
      and may_remind(k.id, p_at);
end $$;
grant execute on function clinics_to_remind(timestamptz, timestamptz, timestamptz) to klinika_app;

-- How many reminders by a channel were planned since p_since in all clinics: all of them, and those to each of p_addresses that
-- has any, {address: count}.
create function count_reminders(p_channel text, p_addresses text[], p_since timestamptz)
  returns table (total bigint, of_address jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
    select (select count(*) from reminders r
            where r.channel = p_channel and r.created_at >= p_since and r.state <> 'dropped'),
           (select coalesce(jsonb_object_agg(each.address, each.planned), '{}')
            from (select r.address, count(*) as planned from reminders r
                  where r.address = any (p_addresses) and r.channel = p_channel and r.created_at >= p_since
                    and r.state <> 'dropped'
                  group by r.address) each);
end $$;
grant execute on function count_reminders(text, text[], timestamptz) to klinika_app;

set local role klinika_owner;
