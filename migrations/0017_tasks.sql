-- What a clinic has to do. A task may name a patient in its words; it belongs to no patient's record.
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
call guard_clinic_table('tasks', 'select, insert, update, delete');
-- What is open comes by its due date, and without one last; what is done by when that was, the last first.
create index tasks_pending on tasks (clinic_id, coalesce(due_at, 'infinity'::timestamptz), id) where status = 'Pending';
create index tasks_done on tasks (clinic_id, updated_at desc, id desc) where status = 'Done';
create index tasks_of_assignee on tasks (clinic_id, assigned_to_id, status) where assigned_to_id is not null;
create index tasks_by_author on tasks (clinic_id, created_by_id);

-- What is due today, and what was not done by its day: to whom it is assigned, else to the clinic's owner, each once.
-- klinika_notice tells; see the migration of the notifications. What is older than a week is told no more.
create policy telling on tasks for select to klinika_notice using (true);
grant select (clinic_id, id, title, due_at, status, assigned_to_id) on tasks to klinika_notice;
create function tell_tasks_due(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public
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
revoke execute on function tell_tasks_due(timestamptz) from public;
alter function tell_tasks_due(timestamptz) owner to klinika_notice;
