-- What a user is told, each user's own. At most 50 are kept for each: the oldest go as a new one comes.
create table notifications (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  user_id bigint not null,
  type varchar(20) not null default 'info' check (type in ('success', 'warning', 'error', 'info')),
  title varchar(255) not null,
  message text not null,
  -- Where it leads, and to which of these.
  action_type varchar(50),
  action_data jsonb,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- A notification may name a patient. It goes with the patient; one of a referral with that, which goes with the patient
  -- too: whoever answers a referral must not wait for who deletes the sender's patient.
  referral_id bigint generated always as ((action_data ->> 'referralId')::bigint) stored,
  patient_id bigint generated always as
    (case when action_data ->> 'referralId' is null then (action_data ->> 'patientId')::bigint end) stored,
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, referral_id) references referrals (clinic_id, id) on delete cascade
);
call guard_clinic_table('notifications', 'select, insert, update, delete');
create index notifications_of_user on notifications (clinic_id, user_id, id desc);
create index notifications_of_patient on notifications (clinic_id, patient_id) where patient_id is not null;
create index notifications_of_referral on notifications (clinic_id, referral_id) where referral_id is not null;

-- What is told once only, also when the notification was dismissed since.
create table told_causes (
  clinic_id bigint not null references clinics (id),
  cause varchar(100) not null,
  user_id bigint not null,
  told_at timestamptz not null,
  primary key (clinic_id, cause, user_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade
);
call guard_clinic_table('told_causes', 'select, insert');
create index told_causes_by_age on told_causes (told_at);

-- Tells active users of one clinic: these, or its owners when p_users is null. With a cause each is told once.
-- Whoever tells one user waits for the others that do, so that 50 stay and no more; users are taken in the order of
-- their ids, and clinics by whoever tells several, so that two never wait for each other.
create function tell(p_clinic bigint, p_users bigint[], p_cause text, p_type text, p_title text, p_message text,
                     p_action_type text, p_action_data jsonb, p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public
as $$
declare
  told bigint;
begin
  for told in select u.id from users u
    where u.clinic_id = p_clinic and u.is_active and case when p_users is null then u.role = 'owner' else u.id = any (p_users) end
    order by u.id
  loop
    if p_cause is not null then
      insert into told_causes (clinic_id, cause, user_id, told_at) values (p_clinic, p_cause, told, p_at) on conflict do nothing;
      continue when not found;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('notifications of ' || told, 0));
    insert into notifications (clinic_id, user_id, type, title, message, action_type, action_data, created_at)
    values (p_clinic, told, p_type, p_title, p_message, p_action_type, p_action_data, p_at);
    delete from notifications n where n.clinic_id = p_clinic and n.id in (
      select o.id from notifications o where o.clinic_id = p_clinic and o.user_id = told order by o.id desc offset 50);
  end loop;
end $$;
revoke execute on function tell(bigint, bigint[], text, text, text, text, text, jsonb, timestamptz) from public;
grant execute on function tell(bigint, bigint[], text, text, text, text, text, jsonb, timestamptz) to klinika_app, klinika_notice;

-- klinika_notice owns what tells the users of another clinic than the running one, or of all of them.
create policy telling on notifications to klinika_notice using (true) with check (true);
grant select, insert, delete on notifications to klinika_notice;
create policy telling on told_causes to klinika_notice using (true) with check (true);
grant select, insert, delete on told_causes to klinika_notice;
create policy telling on users for select to klinika_notice using (true);
grant select (id, clinic_id, role, is_active, first_name, last_name) on users to klinika_notice;
create policy telling on clinics for select to klinika_notice using (true);
grant select (id, is_active, subscription_status, trial_ends_at) on clinics to klinika_notice;
create policy telling on patients for select to klinika_notice using (true);
grant select (clinic_id, id, patient_name, is_archived) on patients to klinika_notice;
create policy telling on consultations for select to klinika_notice using (true);
grant select (clinic_id, patient_id, follow_up_date) on consultations to klinika_notice;
grant usage on sequence klinika_id to klinika_notice;

-- The owner of the clinic that a patient is referred to; and the sender's, of what staff sent (decision B5).
create function tell_of_sent_referrals() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  sent record;
begin
  for sent in
    select s.*, u.role as sender_role, concat_ws(' ', u.first_name, u.last_name) as sender_name
    from sent_referrals s left join users u on u.clinic_id = s.clinic_id and u.id = s.sent_by_id
    where s.status in ('pending', 'letter') order by s.clinic_id
  loop
    if sent.side = 'received' then
      perform tell(sent.clinic_id, null, null, 'info', 'Referral received',
        sent.patient_name || ', referred by ' || sent.from_clinic_name,
        'referral', jsonb_build_object('referralId', sent.id), sent.date_referred);
    elsif sent.sender_role <> 'owner' then
      perform tell(sent.clinic_id, null, null, 'info', 'Patient referred',
        sent.sender_name || ' referred ' || sent.patient_name || ' to ' || sent.to_clinic_name,
        'patient', jsonb_build_object('patientId', sent.original_patient_id, 'referralId', sent.id), sent.date_referred);
    end if;
  end loop;
  return null;
end $$;
create trigger referrals_told after insert on referrals
  referencing new table as sent_referrals for each statement execute function tell_of_sent_referrals();

-- The sender's owner, of the receiver's answer.
create function tell_of_answered_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform tell(new.clinic_id, null, null, case new.status when 'claimed' then 'success' else 'warning' end,
    'Referral ' || new.status,
    new.to_clinic_name || case new.status when 'claimed' then ' accepted ' else ' declined ' end || new.patient_name
      || coalesce(': ' || nullif(trim(new.decline_reason), ''), ''),
    'patient', jsonb_build_object('patientId', new.original_patient_id, 'referralId', new.id), new.updated_at);
  return null;
end $$;
create trigger referrals_answered after update of status on referrals
  for each row when (new.side = 'sent' and old.status = 'pending' and new.status in ('claimed', 'declined'))
  execute function tell_of_answered_referral();

-- 7, 3 and 1 days before a trial ends, by the day in Manila. Where nobody was told on the day itself, on the next.
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
      'Your trial ends ' || case ending.days when 0 then 'today' when 1 then 'in 1 day' else format('in %s days', ending.days) end,
      'The trial ends on ' || to_char(ending.last_day, 'FMMonth FMDD, YYYY') || '. Upgrade to keep working with your records.',
      'trial', null, p_at);
  end loop;
end $$;

-- Who is to come today. Up to five are told one by one; more are one notification with their names.
create index consultations_follow_up on consultations (follow_up_date) where follow_up_date is not null;
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
    where not p.is_archived and c.is_active and effective_status(c.subscription_status, c.trial_ends_at, p_at) in ('trial', 'active')
      and (p.clinic_id, p.id) in (select v.clinic_id, v.patient_id from consultations v where v.follow_up_date = today)
    group by p.clinic_id order by p.clinic_id
  loop
    if due.patients > 5 then
      perform tell(due.clinic_id, null, format('follow-up %s', today), 'info', format('%s follow-ups due today', due.patients),
        array_to_string(due.names [1:10], '; ') || case when due.patients > 10 then format('; and %s more', due.patients - 10) else '' end,
        null, jsonb_build_object('patientIds', due.ids), p_at);
    else
      for place in 1..due.patients loop
        perform tell(due.clinic_id, null, format('follow-up %s %s', today, due.ids [place]), 'info', 'Follow-up due today',
          due.names [place], 'patient', jsonb_build_object('patientId', due.ids [place]), p_at);
      end loop;
    end if;
  end loop;
end $$;

-- One that names several patients goes with the first of them that is deleted.
create function forget_named_patient() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from notifications n
  where n.clinic_id = old.clinic_id and n.action_data @> jsonb_build_object('patientIds', jsonb_build_array(old.id));
  return null;
end $$;
create trigger patients_untold after delete on patients for each row execute function forget_named_patient();

-- What the day brings. Asked again, also by a second server, it tells nothing twice.
create function tell_what_is_due(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not pg_try_advisory_xact_lock(4205) then
    return;
  end if;
  perform tell_trials_ending(p_at);
  perform tell_follow_ups_due(p_at);
  delete from told_causes where told_at < p_at - interval '60 days';
end $$;

grant execute on function tell_what_is_due(timestamptz) to klinika_app;
do $$
declare
  made regprocedure;
begin
  foreach made in array array[
    'tell_of_sent_referrals()', 'tell_of_answered_referral()', 'tell_trials_ending(timestamptz)',
    'tell_follow_ups_due(timestamptz)', 'forget_named_patient()', 'tell_what_is_due(timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', made);
    execute format('alter function %s owner to klinika_notice', made);
  end loop;
end $$;
