-- Bytes in the file store that a destroyed record left behind. They are removed after the record is gone, and again
-- until the store has done it.
create table files_to_remove (
  clinic_id bigint not null references clinics (id),
  stored_as varchar(100) not null,
  queued_at timestamptz not null,
  primary key (clinic_id, stored_as)
);
call guard_clinic_table('files_to_remove', 'select');
revoke all on files_to_remove from klinika_app;
create policy housekeeping on files_to_remove to klinika_auth using (true) with check (true);
grant select, insert, delete on files_to_remove to klinika_auth;

create policy retention on sealed_records to klinika_auth using (true) with check (true);
-- To lock a row against restore-record takes the right to update a column.
grant select, delete, update (retain_until) on sealed_records to klinika_auth;
create index sealed_records_by_end on sealed_records (retain_until);
create index sealed_records_by_file on sealed_records using gin ((record -> 'files') jsonb_path_ops);

create policy retention_read on record_history for select to klinika_auth using (true);
create policy retention_clear on record_history for update to klinika_auth using (true) with check (true);
grant select, update (changes) on record_history to klinika_auth;
create index record_history_destroyed on record_history (clinic_id, id desc) where event = 'patient.destroy';

-- Destroys one deleted record whose time has passed: the sealed row, and what the record history says about values of
-- the record (who did what and when stays). One row of the history says what was destroyed. Answers whether there was
-- one. The days are those of Manila; the last day of retention is still kept. A clock that is ahead of the database's
-- own by more than a day destroys nothing early, whoever calls.
create function destroy_one_record(p_now timestamptz) returns table (destroyed boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  due sealed_records;
  stored jsonb;
begin
  -- Two servers do not destroy at once: each must see whether the other's records share a file.
  if not pg_try_advisory_xact_lock(4210) then
    return query select false;
    return;
  end if;
  select * into due from sealed_records s where s.retain_until < manila_day(least(p_now, now() + interval '1 day'))
  order by s.retain_until, s.id limit 1 for update skip locked;
  if not found then
    return query select false;
    return;
  end if;
  stored := case jsonb_typeof(due.record -> 'files') when 'array' then due.record -> 'files' else '[]' end;
  delete from sealed_records s where s.clinic_id = due.clinic_id and s.id = due.id;
  insert into files_to_remove (clinic_id, stored_as, queued_at)
  select distinct due.clinic_id, f ->> 'stored_as', p_now from jsonb_array_elements(stored) f
  where f ->> 'stored_as' is not null
  on conflict do nothing;
  update record_history h set changes = '{}'
  where h.clinic_id = due.clinic_id and h.patient_id = due.patient_id and h.changes <> '{}'
    and h.event not in ('patient.delete', 'patient.destroy');
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes, happened_at)
  select due.clinic_id, due.patient_id, 'patient.destroy', 'patients', due.patient_id,
    jsonb_build_object(
      'records', 1 + (select coalesce(sum(jsonb_array_length(part.value)), 0) from jsonb_each(due.record) part
                      where part.key <> 'files' and jsonb_typeof(part.value) = 'array'),
      'files', jsonb_array_length(stored) + case when jsonb_typeof(due.record -> 'photo') = 'string' then 1 else 0 end,
      'deletedAt', to_char(due.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'keptUntil', due.retain_until),
    p_now;
  return query select true;
end $$;
revoke execute on function destroy_one_record(timestamptz) from public;
grant execute on function destroy_one_record(timestamptz) to klinika_app;
alter function destroy_one_record(timestamptz) owner to klinika_auth;

-- Queued bytes, some at a time, and whether a row or a sealed record of any clinic still points at them: a copy that
-- another clinic accepted shares its bytes, and queues them itself when its own time has passed.
create function files_left_to_remove(p_after varchar, p_limit integer)
  returns table (clinic_id bigint, stored_as varchar, is_shared boolean)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select q.clinic_id, q.stored_as,
    exists (select 1 from files f where f.stored_as = q.stored_as)
    or exists (select 1 from sealed_records s
               where s.record -> 'files' @> jsonb_build_array(jsonb_build_object('stored_as', q.stored_as)))
  from files_to_remove q where q.stored_as > p_after order by q.stored_as limit p_limit
$$;
revoke execute on function files_left_to_remove(varchar, integer) from public;
grant execute on function files_left_to_remove(varchar, integer) to klinika_app;
alter function files_left_to_remove(varchar, integer) owner to klinika_auth;

create function forget_removed_files(p_keys varchar[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from files_to_remove q where q.stored_as = any (p_keys)
$$;
revoke execute on function forget_removed_files(varchar[]) from public;
grant execute on function forget_removed_files(varchar[]) to klinika_app;
alter function forget_removed_files(varchar[]) owner to klinika_auth;
