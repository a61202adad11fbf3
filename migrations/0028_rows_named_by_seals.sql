-- A seal keeps each row's own hash, so that a row that was touched can be named, and chains these:
-- hash = SHA-256(previous hash, row hashes in id order). Seals from before hold neither list; they are checked over the
-- text of their rows, as they were made, and name the span of a minute.
alter table record_history_seals
  add column row_ids bigint[],
  add column row_hashes bytea[],
  add constraint record_history_seals_rows check (cardinality(row_ids) = row_count and cardinality(row_hashes) = row_count);

create function history_row_hash(h record_history) returns bytea
  language sql immutable
as $$ select sha256(convert_to(history_row_text(h), 'UTF8')) $$;

-- Seals what is older than p_before (rows of running transactions are younger), clinic by clinic. What has waited long
-- is sealed in parts, and the rest at the next call, so that none takes longer than a statement may.
set local role klinika_admin;
drop function seal_record_history(timestamptz);
set local role klinika_owner;
create function seal_record_history(p_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  clinic record;
  last_id bigint;
  last_hash bytea;
  first_young bigint;
  batch record;
  sealed integer := 0;
  rows_left integer := 100000;
begin
  if not pg_try_advisory_xact_lock(4202) then
    return 0;
  end if;
  for clinic in select id from clinics order by id loop
    select s.last_history_id, s.hash into last_id, last_hash from record_history_seals s
    where s.clinic_id = clinic.id order by s.last_history_id desc limit 1;
    last_id := coalesce(last_id, 0);
    last_hash := coalesce(last_hash, '');
    -- Up to the first row that is too young, not around it: what a seal passes over would stay unsealed for good.
    select min(young.id) into first_young from record_history young
    where young.clinic_id = clinic.id and young.id > last_id and young.happened_at >= p_before;
    loop
      select count(*)::integer as row_count, array_agg(due.id order by due.id) as ids,
             array_agg(due.hash order by due.id) as hashes, string_agg(due.hash, ''::bytea order by due.id) as body
        into batch
      from (select h.id, history_row_hash(h) as hash from record_history h
            where h.clinic_id = clinic.id and h.id > last_id and h.id < coalesce(first_young, 9007199254740992)
            order by h.id limit 10000) due;
      exit when batch.row_count = 0;
      last_id := batch.ids[batch.row_count];
      last_hash := sha256(last_hash || batch.body);
      insert into record_history_seals (clinic_id, last_history_id, row_count, hash, row_ids, row_hashes)
      values (clinic.id, last_id, batch.row_count, last_hash, batch.ids, batch.hashes);
      sealed := sealed + 1;
      rows_left := rows_left - batch.row_count;
      if rows_left <= 0 then
        return sealed;
      end if;
    end loop;
  end loop;
  return sealed;
end $$;
alter function seal_record_history(timestamptz) owner to klinika_admin;
revoke execute on function seal_record_history(timestamptz) from public;
grant execute on function seal_record_history(timestamptz) to klinika_app;
