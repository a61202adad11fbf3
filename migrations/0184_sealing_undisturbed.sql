-- Whoever gets a statement to run as the server's role can hold any advisory lock, and lock what it may update. Sealing waits
-- for neither: its turn is a row that only its own role reaches, and it gives up on a clinic whose row is locked.
create table sealing_turns (only_one boolean primary key default true check (only_one));
grant select, insert, update on sealing_turns to klinika_admin;

revoke update on clinics from klinika_app;
do $$ begin
  execute format('grant update (%s) on clinics to klinika_app',
    (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
     where a.attrelid = 'clinics'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname not in ('id', 'is_active', 'subscription_status', 'trial_ends_at', 'setup_fee', 'monthly_fee', 'created_at')));
end $$;

-- Seals a clinic's next rows, and says whether the seal that the caller remembers is still in the chain. Both may be null:
-- the last seal of a clinic without any, and a caller that remembers none.
-- nullable: p_head_id, p_head_hash, last_id, last_hash
create function seal_history(p_clinic bigint, p_before timestamptz, p_head_id bigint, p_head_hash bytea)
  returns table (has_more boolean, last_id bigint, last_hash bytea, has_head boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '5s'
  as $$
#variable_conflict use_variable
declare
  most_rows constant integer := 10000;
  most_bytes constant integer := 33554432;
  due record_history;
  row_text text;
  bytes bigint := 0;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  all_hashes bytea;
begin
  insert into sealing_turns values (true) on conflict do nothing;
  perform from sealing_turns for update skip locked;
  if not found then
    return;
  end if;
  has_head := p_head_id is null or exists (
    select from record_history_seals s where s.clinic_id = p_clinic and s.last_history_id = p_head_id and s.hash = p_head_hash);
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
    last_id := ids[cardinality(ids)];
    last_hash := sha256(coalesce(last_hash, '') || all_hashes);
    insert into record_history_seals (clinic_id, last_history_id, row_count, hash, row_ids, row_hashes)
    values (p_clinic, last_id, cardinality(ids), last_hash, ids, hashes);
  end if;
  has_more := cardinality(ids) = most_rows or bytes >= most_bytes;
  return next;
end $$;
comment on function seal_history is 'nullable: p_head_id, p_head_hash, last_id, last_hash';
revoke execute on function seal_history from public;
grant execute on function seal_history to klinika_app;
alter function seal_history owner to klinika_admin;

-- For the release before this one.
set local role klinika_admin;
create or replace function seal_clinic_history(p_clinic bigint, p_before timestamptz) returns table (has_more boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$ begin return query select s.has_more from seal_history(p_clinic, p_before, null, null) s; end $$;
set local role klinika_owner;
