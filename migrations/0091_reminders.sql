-- A patient's consent to be reminded of appointments: a row each time it is given or withdrawn, of which the latest
-- holds. Without a user: withdrawn by the patient, with the stop word or the link of an email.
create table reminder_consents (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  channel varchar(10) not null check (channel in ('email', 'text')),
  is_given boolean not null,
  created_by_id bigint,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  check (created_by_id is not null or not is_given)
);
call guard_clinic_table('reminder_consents', 'select, insert');
create index reminder_consents_of_patient on reminder_consents (clinic_id, patient_id, channel, id desc);
create trigger reminder_consents_history after insert on reminder_consents
  for each row when (new.created_by_id is not null) execute function record_change();

-- Reminders, planned the day before an appointment. They name no more than time and place.
create table reminders (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  appointment_id bigint not null,
  channel varchar(10) not null check (channel in ('email', 'text')),
  -- Of the appointment when it was planned: one that is moved gets another reminder.
  starts_at timestamptz not null,
  -- An email address, or a number as E.164.
  address varchar(255) not null,
  -- Dropped: the appointment was moved or cancelled, or consent withdrawn, before it was sent.
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  -- Why the last attempt failed, without the address.
  problem varchar(300),
  -- Of the link in an email that withdraws consent.
  stop_hash bytea,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, appointment_id, channel, starts_at),
  check ((state = 'sent') = (sent_at is not null)),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, appointment_id) references appointments (clinic_id, id) on delete cascade
);
-- The application reads them; the functions below write them.
call guard_clinic_table('reminders', 'select');
create index reminders_of_patient on reminders (clinic_id, patient_id, id desc);
create index reminders_waiting on reminders (next_at, id) where state = 'waiting';
create index reminders_stopped_by on reminders (clinic_id, stop_hash) where stop_hash is not null;
create index reminders_to_number on reminders (address) where channel = 'text';
create index appointments_started_at on appointments (starts_at);

create policy reminding on reminders to klinika_notice using (true) with check (true);
grant select, insert, update on reminders to klinika_notice;
create policy reminding on reminder_consents to klinika_notice using (true) with check (true);
grant select, insert on reminder_consents to klinika_notice;
grant select (contact_number, email) on patients to klinika_notice;
grant select (name, address, is_active) on places to klinika_notice;
grant select (phone, email, address) on clinics to klinika_notice;

-- Whether a patient consents to a channel now.
create function consents_to_reminders(p_clinic_id bigint, p_patient_id bigint, p_channel text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce((select c.is_given from reminder_consents c
                   where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id and c.channel = p_channel
                   order by c.id desc limit 1), false)
$$;
revoke execute on function consents_to_reminders(bigint, bigint, text) from public;
grant execute on function consents_to_reminders(bigint, bigint, text) to klinika_notice;

-- Plans the reminders of the day after p_at, and answers how many are new. Texts cost the operator money: p_most_texts
-- is for each clinic and day.
create function plan_reminders(p_channels text[], p_at timestamptz, p_most_texts integer) returns bigint
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
create function take_reminder(p_channels text[], p_stop_hash bytea, p_at timestamptz, p_lease interval)
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

create function reminder_was_sent(p_clinic_id bigint, p_id bigint, p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update reminders set state = 'sent', sent_at = p_at, problem = null
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting'
$$;

-- Tried again after 5, 10, 20, 40 minutes; p_is_last when another attempt would not help.
create function reminder_was_not_sent(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_problem text, p_is_last boolean)
  returns text
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update reminders set problem = left(p_problem, 300), next_at = p_at + interval '5 minutes' * 2 ^ (attempts - 1),
                       state = case when p_is_last or attempts >= 5 then 'failed' else 'waiting' end
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting'
  returning state
$$;

-- By the link in an email: the patient's consent to emails is withdrawn. Answers the clinic's name, or null for a link
-- that is not good.
create function stop_reminder_emails(p_clinic_id bigint, p_stop_hash bytea, p_at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  patient bigint;
begin
  select r.patient_id into patient from reminders r where r.clinic_id = p_clinic_id and r.stop_hash = p_stop_hash;
  if not found then
    return null;
  end if;
  if consents_to_reminders(p_clinic_id, patient, 'email') then
    insert into reminder_consents (clinic_id, patient_id, channel, is_given, created_at)
    values (p_clinic_id, patient, 'email', false, p_at);
  end if;
  return (select k.name from clinics k where k.id = p_clinic_id);
end $$;

-- By the stop word: consent to texts of everybody who was ever texted at this number, in every clinic, is withdrawn.
-- Answers how many.
create function stop_texts(p_number text, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  stopped bigint;
begin
  insert into reminder_consents (clinic_id, patient_id, channel, is_given, created_at)
  select distinct r.clinic_id, r.patient_id, 'text', false, p_at
  from reminders r
  where r.channel = 'text' and r.address = p_number and consents_to_reminders(r.clinic_id, r.patient_id, 'text');
  get diagnostics stopped = row_count;
  return stopped;
end $$;

do $$
declare
  made regprocedure;
begin
  foreach made in array array[
    'plan_reminders(text[], timestamptz, integer)', 'take_reminder(text[], bytea, timestamptz, interval)',
    'reminder_was_sent(bigint, bigint, timestamptz)',
    'reminder_was_not_sent(bigint, bigint, timestamptz, text, boolean)',
    'stop_reminder_emails(bigint, bytea, timestamptz)', 'stop_texts(text, timestamptz)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', made);
    execute format('grant execute on function %s to klinika_app', made);
  end loop;
end $$;
comment on function take_reminder(text[], bytea, timestamptz, interval) is 'nullable: clinic_phone, clinic_email, place_address';
comment on function reminder_was_not_sent(bigint, bigint, timestamptz, text, boolean) is 'nullable: result';
comment on function stop_reminder_emails(bigint, bytea, timestamptz) is 'nullable: result';
alter function plan_reminders(text[], timestamptz, integer) owner to klinika_notice;
alter function take_reminder(text[], bytea, timestamptz, interval) owner to klinika_notice;
alter function reminder_was_sent(bigint, bigint, timestamptz) owner to klinika_notice;
alter function reminder_was_not_sent(bigint, bigint, timestamptz, text, boolean) owner to klinika_notice;
alter function stop_reminder_emails(bigint, bytea, timestamptz) owner to klinika_notice;
alter function stop_texts(text, timestamptz) owner to klinika_notice;
