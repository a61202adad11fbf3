-- What reminds patients also has limits that no number of clinics gets around: to one number or address, and for all
-- clinics together. Clinics in good standing remind, whose owner reads the email that the clinic was signed up with;
-- this is asked again when a reminder is sent.
grant select (email_unconfirmed_since) on users to klinika_notice;
drop index reminders_to_number;
create index reminders_to_address on reminders (address, channel, created_at);
create index reminders_of_all on reminders (channel, created_at);

set local role klinika_notice;

create function may_remind(p_clinic_id bigint, p_at timestamptz) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select from clinics k
                 where k.id = p_clinic_id and k.is_active
                   and effective_status(k.subscription_status, k.trial_ends_at, p_at) not in ('suspended', 'expired'))
     and not exists (select from users u
                     where u.clinic_id = p_clinic_id and u.role = 'owner' and u.email_unconfirmed_since is not null)
$$;
revoke execute on function may_remind(bigint, timestamptz) from public;

drop function plan_reminders(text[], timestamptz, integer);

-- Plans the reminders of the day after p_at, and answers how many are new. The limits are for each channel and day: of a
-- clinic, to a number or address, and of all clinics. Clinics take turns, so that none uses up what is for all.
create function plan_reminders(p_channels text[], p_at timestamptz, p_most_of_clinic integer, p_most_to_one integer,
                               p_most_of_all integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  due record;
  planned bigint := 0;
  day_start constant timestamptz := manila_day(p_at)::timestamp at time zone 'Asia/Manila';
  texts integer;
  emails integer;
  to_one integer;
begin
  -- Two processes at once would each count before the other has written.
  perform pg_advisory_xact_lock(4232);
  select count(*) into texts from reminders t
  where t.channel = 'text' and t.created_at >= day_start and t.state <> 'dropped';
  select count(*) into emails from reminders t
  where t.channel = 'email' and t.created_at >= day_start and t.state <> 'dropped';
  for due in
    select clinic_id, patient_id, id, channel, starts_at, address
    from (select a.clinic_id, a.patient_id, a.id, c.channel, a.starts_at, c.address,
                 row_number() over (partition by a.clinic_id, c.channel order by a.starts_at, a.id)
                 + (select count(*) from reminders t
                    where t.clinic_id = a.clinic_id and t.channel = c.channel and t.created_at >= day_start
                      and t.state <> 'dropped') as place
          from appointments a
          join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id and v.state = 'booked'
          join places l on l.clinic_id = a.clinic_id and l.id = a.place_id and l.is_active
          join patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id and not p.is_archived
          cross join lateral (values ('email', p.email), ('text', p.contact_number)) as c (channel, address)
          where a.starts_at >= (manila_day(p_at) + 1)::timestamp at time zone 'Asia/Manila'
            and a.starts_at < (manila_day(p_at) + 2)::timestamp at time zone 'Asia/Manila'
            and c.channel = any (p_channels) and c.address is not null
            and (c.channel = 'email' or c.address ~ '^\+639\d{9}$')
            and consents_to_reminders(a.clinic_id, a.patient_id, c.channel)
            -- One message about an appointment a day.
            and not exists (select from reminders r
                            where r.clinic_id = a.clinic_id and r.appointment_id = a.id and r.channel = c.channel
                              and r.created_at >= day_start and r.state <> 'dropped')) as due
    where place <= p_most_of_clinic
    order by place, starts_at, clinic_id, id
  loop
    continue when (case due.channel when 'text' then texts else emails end) >= p_most_of_all;
    continue when not may_remind(due.clinic_id, p_at);
    select count(*) into to_one from reminders t
    where t.address = due.address and t.channel = due.channel and t.created_at >= day_start and t.state <> 'dropped';
    continue when to_one >= p_most_to_one;
    insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
    values (due.clinic_id, due.patient_id, due.id, due.channel, due.starts_at, due.address, p_at, p_at)
    on conflict do nothing;
    if found then
      planned := planned + 1;
      texts := texts + (due.channel = 'text')::integer;
      emails := emails + (due.channel = 'email')::integer;
    end if;
  end loop;
  return planned;
end $$;
revoke execute on function plan_reminders(text[], timestamptz, integer, integer, integer) from public;
grant execute on function plan_reminders(text[], timestamptz, integer, integer, integer) to klinika_app;

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
         and may_remind(taken.clinic_id, p_at)
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

reset role;
