-- Nobody is sent to a place that was deactivated: an appointment there is not reminded of.
set local role klinika_notice;

-- Plans the reminders of the day after p_at, and answers how many are new. Texts cost the operator money: p_most_texts
-- is for each clinic and day.
create or replace function plan_reminders(p_channels text[], p_at timestamptz, p_most_texts integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  planned bigint;
begin
  insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
  select clinic_id, patient_id, id, channel, starts_at, address, p_at, p_at
  from (select a.clinic_id, a.patient_id, a.id, c.channel, a.starts_at, c.address,
               row_number() over (partition by a.clinic_id, c.channel order by a.starts_at, a.id) as place
        from appointments a
        join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id and v.state = 'booked'
        join clinics k on k.id = a.clinic_id and k.is_active and k.subscription_status <> 'suspended'
        join places l on l.clinic_id = a.clinic_id and l.id = a.place_id and l.is_active
        join patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id and not p.is_archived
        cross join lateral (values ('email', p.email), ('text', p.contact_number)) as c (channel, address)
        where a.starts_at >= (manila_day(p_at) + 1)::timestamp at time zone 'Asia/Manila'
          and a.starts_at < (manila_day(p_at) + 2)::timestamp at time zone 'Asia/Manila'
          and c.channel = any (p_channels) and c.address is not null
          and (c.channel = 'email' or c.address ~ '^\+639\d{9}$')
          and consents_to_reminders(a.clinic_id, a.patient_id, c.channel)) as due
  where channel = 'email' or place <= p_most_texts
  on conflict do nothing;
  get diagnostics planned = row_count;
  return planned;
end $$;

-- The next reminder that is due, taken for p_lease. Those that are no longer wanted are dropped on the way.
create or replace function take_reminder(p_channels text[], p_stop_hash bytea, p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, channel text, address text, attempt integer, starts_at timestamptz,
                 clinic_name text, clinic_phone text, clinic_email text, place_name text, place_address text, has_places boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  taken reminders;
begin
  loop
    select * into taken from reminders o
    where o.state = 'waiting' and o.next_at <= p_at and o.channel = any (p_channels)
    order by o.next_at, o.id limit 1 for update skip locked;
    if not found then
      return;
    end if;
    exit when taken.starts_at > p_at
      and consents_to_reminders(taken.clinic_id, taken.patient_id, taken.channel)
      and exists (select from appointments a join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id
                  join places l on l.clinic_id = a.clinic_id and l.id = a.place_id and l.is_active
                  where a.clinic_id = taken.clinic_id and a.id = taken.appointment_id and a.starts_at = taken.starts_at
                    and v.state = 'booked');
    update reminders r set state = 'dropped' where r.clinic_id = taken.clinic_id and r.id = taken.id;
  end loop;
  update reminders r set attempts = r.attempts + 1, next_at = p_at + p_lease,
                         stop_hash = case r.channel when 'email' then p_stop_hash end
  where r.clinic_id = taken.clinic_id and r.id = taken.id
  returning * into taken;
  return query
    select taken.clinic_id, taken.id, taken.channel::text, taken.address::text, taken.attempts::integer, taken.starts_at,
           k.name::text, k.phone::text, k.email::text, p.name::text, coalesce(p.address, k.address)::text,
           (select count(*) > 1 from places o where o.clinic_id = taken.clinic_id and o.is_active)
    from clinics k
    join appointments a on a.clinic_id = taken.clinic_id and a.id = taken.appointment_id
    join places p on p.clinic_id = a.clinic_id and p.id = a.place_id
    where k.id = taken.clinic_id;
end $$;
set local role klinika_owner;
