-- What the timed work over all clinics stores, row by row: what one statement reads and writes, a Citus cluster loads by COPY,
-- which row security refuses (docs/scaling.md, section 5).

-- The newest decision on reminders of a patient by a channel.
create or replace function consents_to_reminders(p_clinic_id bigint, p_patient_id bigint, p_channel text) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (select coalesce((select c.is_given from reminder_consents c
                           where c.clinic_id = p_clinic_id and c.patient_id = p_patient_id and c.channel = p_channel
                           order by c.id desc limit 1), false));
end $$;

set local role klinika_auth;

-- Stored files that nothing names any more go with the next round.
create function remove_later(p_clinic bigint, p_stored text[], p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  stored text;
begin
  foreach stored in array p_stored loop
    continue when stored is null;
    insert into files_to_remove (clinic_id, stored_as, queued_at) values (p_clinic, stored, p_at) on conflict do nothing;
  end loop;
end $$;
revoke execute on function remove_later(bigint, text[], timestamptz) from public;

set local role klinika_notice;

create or replace function plan_reminders(p_channels text[], p_at timestamptz, p_most_texts integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  due record;
  planned bigint := 0;
begin
  for due in
    select clinic_id, patient_id, id, channel, starts_at, address
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
  loop
    insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
    values (due.clinic_id, due.patient_id, due.id, due.channel, due.starts_at, due.address, p_at, p_at)
    on conflict do nothing;
    planned := planned + found::integer;
  end loop;
  return planned;
end $$;

create or replace function stop_texts(p_number text, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
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

set local role klinika_auth;

create or replace function give_up_uploads(p_before timestamptz, p_at timestamptz, p_limit integer)
  returns table (id bigint, stored_as varchar, is_shared boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  old record;
begin
  for old in
    select u.clinic_id, u.id, u.stored_as from files u
    where u.patient_id is null and u.uploaded_at < p_before order by u.uploaded_at limit p_limit
  loop
    perform 1 from files u where u.clinic_id = old.clinic_id and u.id = old.id and u.patient_id is null for update skip locked;
    continue when not found;
    update files f set given_up_at = coalesce(f.given_up_at, p_at) where f.clinic_id = old.clinic_id and f.id = old.id;
    perform 1 from files o where o.stored_as = old.stored_as and o.id <> old.id and o.given_up_at is null limit 1;
    return query select old.id, old.stored_as, found;
  end loop;
end $$;

create or replace function files_left_to_remove(p_after varchar, p_limit integer)
  returns table (clinic_id bigint, stored_as varchar, is_shared boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  removed record;
begin
  for removed in
    select q.clinic_id, q.stored_as from files_to_remove q where q.stored_as > p_after order by q.stored_as limit p_limit
  loop
    perform 1 from files f where f.stored_as = removed.stored_as limit 1;
    if not found then
      perform 1 from sealed_records s
      where s.record -> 'files' @> jsonb_build_array(jsonb_build_object('stored_as', removed.stored_as)) limit 1;
    end if;
    return query select removed.clinic_id, removed.stored_as, found;
  end loop;
end $$;

create or replace function sweep_fhir_exports(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  gone record;
begin
  for gone in
    select e.clinic_id, e.id, e.files from fhir_exports e
    where e.created_at < p_at - case when e.state in ('cancelled', 'failed') then interval '1 hour' else interval '24 hours' end
  loop
    delete from fhir_exports e where e.clinic_id = gone.clinic_id and e.id = gone.id;
    continue when not found;
    perform remove_later(gone.clinic_id, array(select f ->> 'storedAs' from jsonb_array_elements(gone.files) f), p_at);
  end loop;
end $$;

create or replace function destroy_one_record(p_now timestamptz) returns table (destroyed boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest record;
  due sealed_records;
  stored jsonb;
  people bigint[];
  merged bigint[];
  entries bigint[];
  records bigint;
begin
  -- Two servers do not destroy at once: each must see whether the other's records share a file.
  if not pg_try_advisory_xact_lock(4210) then
    return query select false;
    return;
  end if;
  for oldest in
    select s.clinic_id, s.id from sealed_records s where s.retain_until < manila_day(least(p_now, now() + interval '1 day'))
    order by s.retain_until, s.id limit 20
  loop
    select s.* into due from sealed_records s where s.clinic_id = oldest.clinic_id and s.id = oldest.id for update skip locked;
    exit when found;
  end loop;
  if due.id is null then
    return query select false;
    return;
  end if;
  people := array[due.patient_id];
  loop
    merged := array(select m.other_id from merges m
                    where m.clinic_id = due.clinic_id and m.survivor_id = any (people) and m.other_id <> all (people)
                      and m.undone_at is null);
    exit when merged = '{}';
    people := people || merged;
  end loop;
  stored := case jsonb_typeof(due.record -> 'files') when 'array' then due.record -> 'files' else '[]' end;
  delete from sealed_records s where s.clinic_id = due.clinic_id and s.id = due.id;
  delete from merges m where m.clinic_id = due.clinic_id and (m.survivor_id = any (people) or m.other_id = any (people));
  perform remove_later(due.clinic_id, array(select f ->> 'stored_as' from jsonb_array_elements(stored) f), p_now);
  -- An empty object takes at most eight bytes. Its size is known without reading the value, of which a patient's history
  -- may hold gigabytes.
  entries := array(select h.id from record_history h
                   where h.clinic_id = due.clinic_id and h.patient_id = any (people) and pg_column_size(h.changes) > 8
                     and h.event not in ('patient.delete', 'patient.destroy'));
  update record_history h set changes = '{}' where h.clinic_id = due.clinic_id and h.id = any (entries);
  select 1 + coalesce(sum(jsonb_array_length(part.value)), 0) into records from jsonb_each(due.record) part
  where part.key <> 'files' and jsonb_typeof(part.value) = 'array';
  insert into record_history (clinic_id, patient_id, event, entity, entity_id, changes, happened_at)
  values (due.clinic_id, due.patient_id, 'patient.destroy', 'patients', due.patient_id,
    jsonb_build_object(
      'records', records,
      'files', jsonb_array_length(stored) + case when jsonb_typeof(due.record -> 'photo') = 'string' then 1 else 0 end,
      'deletedAt', to_char(due.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'keptUntil', due.retain_until),
    p_now);
  return query select true;
end $$;

set local role klinika_admin;

create or replace function clinics_to_seal(p_before timestamptz) returns table (clinic_id bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  one record;
  first_unsealed timestamptz;
begin
  for one in select c.id from clinics c order by random() loop
    select h.happened_at into first_unsealed from record_history h
    where h.clinic_id = one.id
      and h.id > coalesce((select max(s.last_history_id) from record_history_seals s where s.clinic_id = one.id), 0)
    order by h.id limit 1;
    if first_unsealed < p_before then
      return query select one.id;
    end if;
  end loop;
end $$;

create or replace function seal_clinic_history(p_clinic bigint, p_before timestamptz) returns table (has_more boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  most_rows constant integer := 10000;
  most_bytes constant integer := 33554432;
  last_id bigint;
  last_hash bytea;
  due record_history;
  row_text text;
  bytes bigint := 0;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  all_hashes bytea;
begin
  if not pg_try_advisory_xact_lock(4202) then
    return;
  end if;
  select s.last_history_id, s.hash into last_id, last_hash from record_history_seals s
  where s.clinic_id = p_clinic order by s.last_history_id desc limit 1;
  for due in
    select * from record_history h where h.clinic_id = p_clinic and h.id > coalesce(last_id, 0)
    order by h.id limit most_rows
  loop
    -- Up to the first row that is too young, not around it: what a seal passes over would stay unsealed for good.
    exit when due.happened_at >= p_before;
    row_text := history_row_text(due);
    ids := ids || due.id;
    hashes := hashes || sha256(convert_to(row_text, 'UTF8'));
    bytes := bytes + octet_length(row_text);
    exit when bytes >= most_bytes;
  end loop;
  if cardinality(ids) > 0 then
    select string_agg(hash, ''::bytea order by place) into all_hashes from unnest(hashes) with ordinality as sealed (hash, place);
    insert into record_history_seals (clinic_id, last_history_id, row_count, hash, row_ids, row_hashes)
    values (p_clinic, ids[cardinality(ids)], cardinality(ids), sha256(coalesce(last_hash, '') || all_hashes), ids, hashes);
  end if;
  return query select cardinality(ids) = most_rows or bytes >= most_bytes;
end $$;

set local role klinika_auth;

create or replace function forget_uploads(p_ids bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from files f where f.id = any (p_ids) and f.given_up_at is not null; end $$;

create or replace function forget_removed_files(p_keys varchar[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from files_to_remove q where q.stored_as = any (p_keys); end $$;

create or replace function sweep_imports(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from imports where state in ('mapping', 'checking', 'checked') and created_at < p_at - interval '14 days';
  delete from import_rows r using imports i
  where i.clinic_id = r.clinic_id and i.id = r.import_id and i.rows_removed_at is null
    and coalesce(i.taken_back_at, i.ran_at) < p_at - interval '30 days' and i.state in ('done', 'taken-back');
  update imports set rows_removed_at = p_at
  where rows_removed_at is null and coalesce(taken_back_at, ran_at) < p_at - interval '30 days' and state in ('done', 'taken-back');
end $$;

set local role klinika_notice;

create or replace function sweep_webhook_deliveries(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from webhook_deliveries where created_at < p_at - interval '30 days'; end $$;

set local role klinika_auth;

create or replace function sweep_sign_ins(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from sign_ins where at < p_at - interval '1 year'; end $$;

create or replace function sweep_console_log(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from console_log where at < p_at - interval '1 year'; end $$;

create or replace function sweep_second_factors(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from second_factor_challenges where expires_at < p_at;
  delete from remembered_devices where expires_at < p_at;
  delete from passkey_challenges where expires_at < p_at;
end $$;

set local role klinika_owner;
