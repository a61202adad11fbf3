-- An empty object takes at most eight bytes. Its size is known without reading the value, of which a patient's history may
-- hold gigabytes: comparing them all could pass the limit of a statement, and no later record would be destroyed.
set local role klinika_auth;
create or replace function destroy_one_record(p_now timestamptz) returns table (destroyed boolean)
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
  where h.clinic_id = due.clinic_id and h.patient_id = due.patient_id and pg_column_size(h.changes) > 8
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
set local role klinika_owner;
