-- The record history is sealed clinic by clinic and batch by batch, each in a transaction of its own, so that a clinic
-- whose rows take long delays nobody else.
set local role klinika_admin;
drop function seal_record_history(timestamptz);
set local role klinika_owner;

-- Clinics with rows older than p_before that no seal covers, in any order: none comes first at every run.
create function clinics_to_seal(p_before timestamptz) returns table (clinic_id bigint)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.id from clinics c
  left join lateral (select s.last_history_id from record_history_seals s
                     where s.clinic_id = c.id order by s.last_history_id desc limit 1) seal on true
  cross join lateral (select h.happened_at from record_history h
                      where h.clinic_id = c.id and h.id > coalesce(seal.last_history_id, 0)
                      order by h.id limit 1) first_unsealed
  where first_unsealed.happened_at < p_before
  order by random()
$$;
revoke execute on function clinics_to_seal(timestamptz) from public;
grant execute on function clinics_to_seal(timestamptz) to klinika_app;
alter function clinics_to_seal(timestamptz) owner to klinika_admin;

-- Seals the next rows of one clinic that are older than p_before: at most 10,000, or 32 MB of text and the row that
-- passes it. Answers no row while another process seals.
create function seal_clinic_history(p_clinic bigint, p_before timestamptz) returns table (has_more boolean)
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
    insert into record_history_seals (clinic_id, last_history_id, row_count, hash, row_ids, row_hashes)
    select p_clinic, ids[cardinality(ids)], cardinality(ids),
           sha256(coalesce(last_hash, '') || string_agg(hash, ''::bytea order by place)), ids, hashes
    from unnest(hashes) with ordinality as sealed (hash, place);
  end if;
  return query select cardinality(ids) = most_rows or bytes >= most_bytes;
end $$;
revoke execute on function seal_clinic_history(bigint, timestamptz) from public;
grant execute on function seal_clinic_history(bigint, timestamptz) to klinika_app;
alter function seal_clinic_history(bigint, timestamptz) owner to klinika_admin;

-- The short form of a long entry is stored beside it when it is written, so that a list of the history does not read
-- megabytes for each line. Null: the entry is short enough as it is. No seal covers it; check-history derives it anew.
alter table record_history add column short_changes jsonb;

create function shorten_json(value jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
begin
  return case jsonb_typeof(value)
    when 'string' then case when length(value #>> '{}') > 2000
                            then to_jsonb(left(value #>> '{}', 2000) || '…') else value end
    when 'array' then (select coalesce(jsonb_agg(shorten_json(item) order by place), '[]')
                       from jsonb_array_elements(value) with ordinality as items (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(key, shorten_json(item)), '{}')
                        from jsonb_each(value) as members (key, item))
    else value end;
end $$;

create or replace function short_changes(changes jsonb) returns jsonb
  language sql immutable parallel safe
as $$
  select case when octet_length(changes::text) <= 20000 then changes else shorten_json(changes) end
$$;
grant execute on function shorten_json(jsonb), short_changes(jsonb)
  to klinika_app, klinika_auth, klinika_referral, klinika_backup;

-- Also when values are cleared with a destroyed record.
create function store_short_changes() returns trigger
  language plpgsql as $$
begin
  new.short_changes := case when octet_length(new.changes::text) > 20000 then shorten_json(new.changes) end;
  return new;
end $$;
create trigger record_history_short before insert or update of changes on record_history
  for each row execute function store_short_changes();
