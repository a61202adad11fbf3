-- What is sent in a day is limited by what was planned or sent that day, and not by the appointments of the next: an
-- appointment that is moved, or cancelled and booked again, no longer gets around it. Emails have the same limit.
create index reminders_of_day on reminders (clinic_id, channel, created_at);

set local role klinika_notice;

create or replace function plan_reminders(p_channels text[], p_at timestamptz, p_most_texts integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  due record;
  planned bigint := 0;
  day_start constant timestamptz := manila_day(p_at)::timestamp at time zone 'Asia/Manila';
  -- A family may share a number or an address.
  most_to_one constant integer := 4;
  to_one integer;
begin
  for due in
    select clinic_id, patient_id, id, channel, starts_at, address
    from (select a.clinic_id, a.patient_id, a.id, c.channel, a.starts_at, c.address,
                 row_number() over (partition by a.clinic_id, c.channel order by a.starts_at, a.id)
                 + (select count(*) from reminders t
                    where t.clinic_id = a.clinic_id and t.channel = c.channel and t.created_at >= day_start
                      and t.state <> 'dropped') as place
          from appointments a
          join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id and v.state = 'booked'
          join clinics k on k.id = a.clinic_id and k.is_active
            and effective_status(k.subscription_status, k.trial_ends_at, p_at) not in ('suspended', 'expired')
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
    where place <= p_most_texts
  loop
    select count(*) into to_one from reminders t
    where t.clinic_id = due.clinic_id and t.channel = due.channel and t.created_at >= day_start
      and t.state <> 'dropped' and t.address = due.address;
    continue when to_one >= most_to_one;
    insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
    values (due.clinic_id, due.patient_id, due.id, due.channel, due.starts_at, due.address, p_at, p_at)
    on conflict do nothing;
    planned := planned + found::integer;
  end loop;
  return planned;
end $$;

reset role;
