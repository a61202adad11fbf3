-- Reminders of appointments by email and text message, and patients' consent to them.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Patients' consent to be reminded of appointments. There is a row each time it is given or withdrawn, and the latest of a
-- channel holds. A row without a user was made by the patient, who withdrew consent by the stop word or an email's link.
create table reminder_consents (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  channel varchar(10) not null check (channel in ('email', 'text')),
  is_given boolean not null,
  created_by_id bigint,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  constraint reminder_consents_check check (created_by_id is not null or not is_given)
);
create index reminder_consents_of_patient on reminder_consents (clinic_id, patient_id, channel, id desc);
call guard_clinic_table('reminder_consents', 'select, insert');
call open_to_merges('reminder_consents');
-- Reminders are planned and stopped for all clinics.
create policy reminding on reminder_consents to klinika_notice using (true) with check (true);
grant select, insert on reminder_consents to klinika_notice;

-- Reminders, planned the day before an appointment. A reminder's message says no more than clinic, time and place. The
-- server reads the running clinic's; the functions below write them.
create table reminders (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  appointment_id bigint not null,
  channel varchar(10) not null check (channel in ('email', 'text')),
  -- When the appointment started as the reminder was planned. One that is moved gets another reminder.
  starts_at timestamptz not null,
  -- An email address, or a phone number in E.164 format.
  address varchar(255) not null,
  -- dropped: before it was sent the appointment was moved or cancelled, consent was withdrawn, or the clinic lost the right
  -- to send reminders.
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts smallint not null default 0,
  -- When it is sent, or tried again.
  next_at timestamptz not null,
  sent_at timestamptz,
  -- Why the last attempt failed. It does not contain the address.
  problem varchar(300),
  -- Of the secret in the email's link that withdraws consent.
  stop_hash bytea,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, appointment_id, channel, starts_at),
  foreign key (clinic_id, appointment_id) references appointments (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  constraint reminders_check check ((state = 'sent') = (sent_at is not null))
);
-- The limits of a day count the reminders that were planned on it, of all clinics, of one clinic, and to one address. So an
-- appointment that is moved, or cancelled and booked again, does not get around them.
create index reminders_of_all on reminders (channel, created_at);
create index reminders_of_day on reminders (clinic_id, channel, created_at);
create index reminders_to_address on reminders (address, channel, created_at);
create index reminders_of_patient on reminders (clinic_id, patient_id, id desc);
create index reminders_stopped_by on reminders (clinic_id, stop_hash) where stop_hash is not null;
create index reminders_waiting on reminders (next_at, id) where state = 'waiting';
call guard_clinic_table('reminders', 'select');
call open_to_merges('reminders');
create policy reminding on reminders to klinika_notice using (true) with check (true);
grant select, insert, update on reminders to klinika_notice;

-- Whether a patient consents to reminders by a channel: the latest decision, and no without one.
create function consents_to_reminders(p_clinic_id bigint, p_patient_id bigint, p_channel text) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (select coalesce((select c.is_given from reminder_consents c
                           where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id and c.channel = p_channel
                           order by c.id desc limit 1), false));
end $$;
grant execute on function consents_to_reminders(bigint, bigint, text) to klinika_notice;

set local role klinika_notice;

-- Whether a clinic may send reminders: it is active, its subscription is neither suspended nor expired, and its owner has
-- confirmed the email address.
create function may_remind(p_clinic_id bigint, p_at timestamptz) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select from clinics k
                 where k.id = p_clinic_id and k.is_active
                   and effective_status(k.subscription_status, k.trial_ends_at, p_at) not in ('suspended', 'expired'))
     and not exists (select from users u
                     where u.clinic_id = p_clinic_id and u.role = 'owner' and u.email_unconfirmed_since is not null)
$$;

-- Plans the reminders of appointments on the day after p_at, for all clinics, and returns how many are new. The limits are
-- for each channel and day: for a clinic, for a number or address, and for all clinics together. Clinics take turns, so that
-- none uses up the limit of all.
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
  -- Two servers at once would each count before the other has written.
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
            -- One message about an appointment in a day, also when it is moved.
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
grant execute on function plan_reminders(text[], timestamptz, integer, integer, integer) to klinika_app;

-- Records that a reminder could not be sent, and returns its state, or null when it was not waiting. It is tried again after
-- 5, 10, 20 and 40 minutes, but not with p_is_last, which says that another attempt would not help.
create function reminder_was_not_sent(p_clinic_id bigint, p_id bigint, p_at timestamptz, p_problem text, p_is_last boolean)
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
  update reminders
  set problem = left(p_problem, 300), state = outcome, next_at = p_at + interval '5 minutes' * 2 ^ (made - 1)
  where clinic_id = p_clinic_id and id = p_id;
  return outcome;
end $$;
grant execute on function reminder_was_not_sent(bigint, bigint, timestamptz, text, boolean) to klinika_app;
comment on function reminder_was_not_sent(bigint, bigint, timestamptz, text, boolean) is 'nullable: result';

-- Records that a reminder was sent.
create function reminder_was_sent(p_clinic_id bigint, p_id bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update reminders set state = 'sent', sent_at = p_at, problem = null
  where clinic_id = p_clinic_id and id = p_id and state = 'waiting';
end $$;
grant execute on function reminder_was_sent(bigint, bigint, timestamptz) to klinika_app;

-- Withdraws a patient's consent to emails, by the link in one. Returns the clinic's name, or null when the link is not valid.
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
grant execute on function stop_reminder_emails(bigint, bytea, timestamptz) to klinika_app;
comment on function stop_reminder_emails(bigint, bytea, timestamptz) is 'nullable: result';

-- Withdraws consent to text messages, by the stop word: in every clinic, that of all patients who were ever texted at this
-- number or have it in their record. Returns how many patients that were.
create function stop_texts(p_number text, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Lets the query of patients use the index of numbers, which begins with the clinic.
  all_clinics constant bigint[] := array(select k.id from clinics k);
  reached record;
  stopped bigint := 0;
begin
  for reached in
    select r.clinic_id, r.patient_id from reminders r where r.channel = 'text' and r.address = p_number
    union
    select p.clinic_id, p.id from patients p where p.clinic_id = any (all_clinics) and p.contact_number = p_number
  loop
    continue when not consents_to_reminders(reached.clinic_id, reached.patient_id, 'text');
    insert into reminder_consents (clinic_id, patient_id, channel, is_given, created_at)
    values (reached.clinic_id, reached.patient_id, 'text', false, p_at);
    stopped := stopped + 1;
  end loop;
  return stopped;
end $$;
grant execute on function stop_texts(text, timestamptz) to klinika_app;

-- Takes the next reminder that is due, for the server to send, with what its message says; no row when none is due. Another
-- call takes it again after p_lease, in case the server stopped. p_stop_hash is stored for the link of an email. Reminders
-- that are not to be sent are dropped on the way: see reminders.state.
create function take_reminder(p_channels text[], p_stop_hash bytea, p_at timestamptz, p_lease interval)
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
      where o.clinic_id = due.clinic_id and o.id = due.id and o.state = 'waiting' and o.next_at <= p_at
      for update skip locked;
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
    -- None is left, or other servers have taken those that are.
    exit when dropped = 0;
  end loop;
end $$;
grant execute on function take_reminder(text[], bytea, timestamptz, interval) to klinika_app;
comment on function take_reminder(text[], bytea, timestamptz, interval) is 'nullable: clinic_phone, clinic_email, place_address';

set local role klinika_owner;

-- What a patient withdraws by link or stop word has no user, and is not in the record history.
create trigger reminder_consents_history after insert on reminder_consents
  for each row when (new.created_by_id is not null)
  execute function record_change('reminder_consents');
