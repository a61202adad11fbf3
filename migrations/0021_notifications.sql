-- Notifications of users, the tasks of a clinic, and the functions and triggers that notify.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Notifications, each of one user. At most 50 are kept for a user: a new one replaces the oldest.
create table notifications (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  user_id bigint not null,
  type varchar(20) not null default 'info' check (type in ('success', 'warning', 'error', 'info')),
  title varchar(255) not null,
  message text not null,
  -- What it opens, and the ids of that.
  action_type varchar(50),
  action_data jsonb,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- A notification that names a patient is deleted with the patient. One about a referral is deleted with the referral, which
  -- is deleted with the patient. Its patient_id is null, since otherwise answering a referral would wait for a deletion of
  -- the sender's patient.
  referral_id bigint generated always as ((action_data ->> 'referralId')::bigint) stored,
  patient_id bigint generated always as (
    case when (action_data ->> 'referralId') is null then (action_data ->> 'patientId')::bigint end
  ) stored,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, referral_id) references referrals (clinic_id, id) on delete cascade,
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade
);
create index notifications_of_patient on notifications (clinic_id, patient_id) where patient_id is not null;
create index notifications_of_referral on notifications (clinic_id, referral_id) where referral_id is not null;
create index notifications_of_user on notifications (clinic_id, user_id, id desc);
call guard_clinic_table('notifications', 'select, insert, update, delete');
call open_to_merges('notifications');
-- klinika_notice owns the functions that notify users of other clinics than the running one.
create policy telling on notifications to klinika_notice using (true) with check (true);
grant select, insert, delete on notifications to klinika_notice;

-- What a clinic has to do. A task may name a patient in its words, and is no part of a patient's record.
create table tasks (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  title varchar(255) not null check (title <> ''),
  description text,
  due_at timestamptz,
  priority varchar(10) not null default 'Medium' check (priority in ('Low', 'Medium', 'High')),
  status varchar(10) not null default 'Pending' check (status in ('Pending', 'Done')),
  assigned_to_id bigint,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, assigned_to_id) references users (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
create index tasks_by_author on tasks (clinic_id, created_by_id);
create index tasks_done on tasks (clinic_id, updated_at desc, id desc) where status = 'Done';
create index tasks_of_assignee on tasks (clinic_id, assigned_to_id, status) where assigned_to_id is not null;
-- Pending tasks are listed by due date, those without one last.
create index tasks_pending on tasks (clinic_id, coalesce(due_at, 'infinity'::timestamptz), id) where status = 'Pending';
call guard_clinic_table('tasks', 'select, insert, update, delete');
-- tell_tasks_due reads the tasks of all clinics.
create policy telling on tasks for select to klinika_notice using (true);
grant select (clinic_id, id, title, due_at, status, assigned_to_id) on tasks to klinika_notice;

-- What a user was told and is not told again, also after the notification was dismissed. Swept after 60 days.
create table told_causes (
  clinic_id bigint not null references clinics (id),
  -- What it was about, with the day where it may come again: "follow-up 2026-11-29".
  cause varchar(100) not null,
  user_id bigint not null,
  told_at timestamptz not null,
  primary key (clinic_id, cause, user_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade
);
create index told_causes_by_age on told_causes (told_at);
call guard_clinic_table('told_causes', 'select, insert');
create policy telling on told_causes to klinika_notice using (true) with check (true);
grant select, insert, delete on told_causes to klinika_notice;

-- Deletes the notifications that name a deleted patient among several. The foreign key does it for those that name one.
create function forget_named_patient() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from notifications n
  where n.clinic_id = old.clinic_id and n.action_data @> jsonb_build_object('patientIds', jsonb_build_array(old.id));
  return null;
end $$;

-- Notifies active users of a clinic: p_users, or its owners when that is null. With a cause each user is told once. The
-- server calls it for the running clinic, and the functions below for any.
--
-- Calls that notify the same user wait for each other, so that no more than 50 are kept. Users are taken by id, and callers
-- take clinics by id, so that calls do not deadlock.
--
-- Other clinics cause the notifications of received referrals. At most 20 of a user's 50 are such, so that they do not
-- replace what the clinic's own work caused. The referrals themselves stay under "Shared with Me".
create function tell(p_clinic bigint, p_users bigint[], p_cause text, p_type text, p_title text, p_message text,
                     p_action_type text, p_action_data jsonb, p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  told bigint;
begin
  for told in select u.id from users u
    where u.clinic_id = p_clinic and u.is_active
      and case when p_users is null then u.role = 'owner' else u.id = any (p_users) end
    order by u.id
  loop
    if p_cause is not null then
      insert into told_causes (clinic_id, cause, user_id, told_at) values (p_clinic, p_cause, told, p_at)
      on conflict do nothing;
      continue when not found;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('notifications of ' || told, 0));
    insert into notifications (clinic_id, user_id, type, title, message, action_type, action_data, created_at)
    values (p_clinic, told, p_type, p_title, p_message, p_action_type, p_action_data, p_at);
    if p_action_type = 'referral' then
      delete from notifications n where n.clinic_id = p_clinic and n.id in (
        select o.id from notifications o
        where o.clinic_id = p_clinic and o.user_id = told and o.action_type = 'referral' order by o.id desc offset 20);
    end if;
    delete from notifications n where n.clinic_id = p_clinic and n.id in (
      select o.id from notifications o where o.clinic_id = p_clinic and o.user_id = told order by o.id desc offset 50);
  end loop;
end $$;
grant execute on function tell(bigint, bigint[], text, text, text, text, text, jsonb, timestamptz)
  to klinika_app, klinika_notice;

-- Tells the sender's owner that the receiver accepted or declined a referral.
create function tell_of_answered_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform tell(new.clinic_id, null, null, case new.status when 'claimed' then 'success' else 'warning' end,
    'Referral ' || new.status,
    new.to_clinic_name || case new.status when 'claimed' then ' accepted ' else ' declined ' end || new.patient_name
      || coalesce(': ' || nullif(trim(new.decline_reason), ''), ''),
    'patient', jsonb_build_object('patientId', new.original_patient_id, 'referralId', new.id), new.updated_at);
  return null;
end $$;

-- Tells the owner when a staff account signs in for the first time: with its temporary password, and from no known device.
-- It is a trigger on sessions so that signing in beside the owner's session counts too.
create function tell_of_first_sign_in() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account record;
begin
  select u.clinic_id, concat_ws(' ', u.first_name, u.last_name) as name into account from users u
  where u.id = new.user_id and u.role in ('staff', 'secretary') and not u.password_changed
    and not exists (select 1 from known_devices d where d.user_id = u.id);
  if found then
    perform tell(account.clinic_id, null, 'first sign-in ' || new.user_id, 'info', 'First sign-in',
      account.name || ' signed in for the first time', 'staff', jsonb_build_object('userId', new.user_id), new.created_at);
  end if;
  return null;
end $$;

-- Tells the receiver's owner of a referral, and the sender's owner of one that another user sent, also when its letter waits
-- for the owner's release.
create function tell_of_sent_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_waiting constant boolean := new.awaits_release and new.status = 'letter';
  sender record;
begin
  if new.side = 'received' then
    perform tell(new.clinic_id, null, null, 'info', 'Referral received',
      new.patient_name || ', referred by ' || new.from_clinic_name,
      'referral', jsonb_build_object('referralId', new.id), new.date_referred);
    return null;
  end if;
  select u.role, concat_ws(' ', u.first_name, u.last_name) as name into sender
  from users u where u.clinic_id = new.clinic_id and u.id = new.sent_by_id;
  if sender.role <> 'owner' then
    perform tell(new.clinic_id, null, null, case when is_waiting then 'warning' else 'info' end,
      case when is_waiting then 'Referral letter awaiting release' else 'Patient referred' end,
      sender.name || ' referred ' || new.patient_name || ' to ' || new.to_clinic_name,
      'patient', jsonb_build_object('patientId', new.original_patient_id, 'referralId', new.id), new.date_referred);
  end if;
  return null;
end $$;

set local role klinika_notice;

-- Tells owners which patients are due for a follow-up on the day. Up to five patients have a notification each; more are
-- one notification with the first ten names.
create function tell_follow_ups_due(p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public
as $$
declare
  today date := manila_day(p_at);
  due record;
  place integer;
begin
  for due in
    select p.clinic_id, count(*) as patients, array_agg(p.id order by p.patient_name, p.id) as ids,
           array_agg(p.patient_name order by p.patient_name, p.id) as names
    from patients p join clinics c on c.id = p.clinic_id
    where not p.is_archived and c.is_active
      and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
      and (p.clinic_id, p.id) in (select v.clinic_id, v.patient_id from consultations v where v.follow_up_date = today)
    group by p.clinic_id order by p.clinic_id
  loop
    if due.patients > 5 then
      perform tell(due.clinic_id, null, format('follow-up %s', today), 'info', format('%s follow-ups due today', due.patients),
        array_to_string(due.names [1:10], '; ')
          || case when due.patients > 10 then format('; and %s more', due.patients - 10) else '' end,
        null, jsonb_build_object('patientIds', due.ids), p_at);
    else
      for place in 1..due.patients loop
        perform tell(due.clinic_id, null, format('follow-up %s %s', today, due.ids [place]), 'info', 'Follow-up due today',
          due.names [place], 'patient', jsonb_build_object('patientId', due.ids [place]), p_at);
      end loop;
    end if;
  end loop;
end $$;

-- Tells of pending tasks that are due on the day, and of those that became overdue in the last week: the user whom a task
-- is assigned to, or else the owner, once for each. When several servers call it at once, one does the work.
create function tell_tasks_due(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  today date := manila_day(p_at);
  due record;
begin
  if not pg_try_advisory_xact_lock(4206) then
    return;
  end if;
  for due in
    select t.clinic_id, t.id, t.title, manila_day(t.due_at) as day, u.id as assignee
    from clinics c
    join tasks t on t.clinic_id = c.id and t.status = 'Pending'
      and coalesce(t.due_at, 'infinity'::timestamptz) >= (today - 7)::timestamp at time zone 'Asia/Manila'
      and coalesce(t.due_at, 'infinity'::timestamptz) < (today + 1)::timestamp at time zone 'Asia/Manila'
    left join users u on u.clinic_id = t.clinic_id and u.id = t.assigned_to_id and u.is_active
    where c.is_active and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
    order by t.clinic_id, u.id nulls first, t.due_at, t.id
  loop
    perform tell(due.clinic_id, case when due.assignee is not null then array[due.assignee] end,
      format('task %s %s %s', due.id, due.day, case due.day when today then 'due' else 'overdue' end),
      case due.day when today then 'info' else 'warning' end,
      case due.day when today then 'Task due today' else 'Task overdue' end,
      due.title, 'task', jsonb_build_object('taskId', due.id), p_at);
  end loop;
end $$;
grant execute on function tell_tasks_due(timestamptz) to klinika_app;

-- Tells owners 7, 3 and 1 days before their trial ends, by the day in Manila. An owner who was not told on that day is told
-- on the next.
create function tell_trials_ending(p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public
as $$
declare
  ending record;
begin
  for ending in
    select t.*, case when days > 3 then 7 when days > 1 then 3 else 1 end as mark
    from (select c.id, manila_day(c.trial_ends_at) as last_day, manila_day(c.trial_ends_at) - manila_day(p_at) as days
          from clinics c where c.is_active and c.subscription_status = 'trial' and c.trial_ends_at > p_at) t
    where days <= 7
    order by t.id
  loop
    perform tell(ending.id, null, format('trial %s %s', ending.last_day, ending.mark), 'warning',
      'Your trial ends '
        || case ending.days when 0 then 'today' when 1 then 'in 1 day' else format('in %s days', ending.days) end,
      'The trial ends on ' || to_char(ending.last_day, 'FMMonth FMDD, YYYY') || '. Upgrade to keep working with your records.',
      'trial', null, p_at);
  end loop;
end $$;

-- Tells of trials that end and of follow-ups, and sweeps told_causes. Called again, also by a second server, it tells nothing
-- twice.
create function tell_what_is_due(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not pg_try_advisory_xact_lock(4205) then
    return;
  end if;
  perform tell_trials_ending(p_at);
  perform tell_follow_ups_due(p_at);
  delete from told_causes where told_at < least(p_at, now() + interval '1 day') - interval '60 days';
end $$;
grant execute on function tell_what_is_due(timestamptz) to klinika_app;

set local role klinika_owner;

create trigger patients_untold after delete on patients
  for each row execute function forget_named_patient();
create trigger referrals_answered after update of status on referrals
  for each row when (new.side = 'sent' and old.status = 'pending' and new.status in ('claimed', 'declined'))
  execute function tell_of_answered_referral();
-- A restored patient's referrals were told of before.
create trigger referrals_told after insert on referrals
  for each row when (new.status in ('pending', 'letter')
                     and coalesce(current_setting('app.event', true), '') <> 'patient.restore')
  execute function tell_of_sent_referral();
create trigger sessions_told after insert on sessions
  for each row execute function tell_of_first_sign_in();
-- Changed after the triggers are made, since whoever makes one must be allowed to execute its function.
alter function forget_named_patient() owner to klinika_notice;
alter function tell_of_answered_referral() owner to klinika_notice;
alter function tell_of_first_sign_in() owner to klinika_notice;
alter function tell_of_sent_referral() owner to klinika_notice;
