-- Sign-ins and what platform administrators did are sealed like the record history: in one chain each, in the order of their ids,
-- with the hash of each row. Rows go after a year; their hashes and times stay, so that no younger one can go with them.
create table log_seals (
  log varchar(20) not null check (log in ('sign_ins', 'console_log')),
  last_id bigint not null,
  -- Of this seal's rows and the seal before it.
  hash bytea not null,
  row_ids bigint[] not null,
  row_hashes bytea[] not null,
  -- Microseconds since 1970.
  row_times bigint[] not null,
  sealed_at timestamptz not null default now(),
  primary key (log, last_id),
  check (cardinality(row_ids) > 0 and cardinality(row_hashes) = cardinality(row_ids) and cardinality(row_times) = cardinality(row_ids))
);
grant select, insert on log_seals to klinika_admin;
grant select on log_seals to klinika_backup;
grant select on sign_ins, console_log to klinika_admin;

create function sign_in_text(s sign_ins) returns text
  language sql immutable
as $$
  select concat_ws(E'\x1f', s.id, extract(epoch from s.at)::text, coalesce(s.user_id::text, ''), coalesce(s.about_clinic_id::text, ''),
    encode(s.email_hash, 'hex'), s.address, coalesce(s.user_agent, ''), s.way, s.is_right, s.waits_for_code)
$$;
create function console_log_text(l console_log) returns text
  language sql immutable
as $$
  select concat_ws(E'\x1f', l.id, extract(epoch from l.at)::text, l.admin_id, l.call, coalesce(l.about_id::text, ''),
    coalesce(l.detail, ''), l.address, coalesce(l.user_agent, ''))
$$;
create function log_seal_hash(p_previous bytea, p_row_hashes bytea[], p_row_times bigint[]) returns bytea
  language sql immutable
as $$
  select sha256(p_previous || (select string_agg(one.hash, ''::bytea order by one.place)
                               from unnest(p_row_hashes) with ordinality as one (hash, place))
                || convert_to(p_row_times::text, 'UTF8'))
$$;
grant execute on function sign_in_text, console_log_text, log_seal_hash to klinika_admin, klinika_backup;

-- As seal_history, for a log. A row whose time is ahead of the database's clock, which its caller chose, delays no other.
-- nullable: p_head_id, p_head_hash, last_id, last_hash
create function seal_log(p_log text, p_before timestamptz, p_head_id bigint, p_head_hash bytea)
  returns table (has_more boolean, last_id bigint, last_hash bytea, has_head boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
#variable_conflict use_variable
declare
  most_rows constant integer := 10000;
  latest constant timestamptz := now() + interval '1 day';
  due record;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  times bigint[] := '{}';
begin
  insert into sealing_turns values (true) on conflict do nothing;
  perform from sealing_turns for update skip locked;
  if not found then
    return;
  end if;
  has_head := p_head_id is null or exists (
    select from log_seals s where s.log = p_log and s.last_id = p_head_id and s.hash = p_head_hash);
  select s.last_id, s.hash into last_id, last_hash from log_seals s where s.log = p_log order by s.last_id desc limit 1;
  for due in
    select one.id, one.at, one.row_text
    from (select s.id, s.at, sign_in_text(s) as row_text from sign_ins s where p_log = 'sign_ins' and s.id > coalesce(last_id, 0)
          union all
          select l.id, l.at, console_log_text(l) from console_log l where p_log = 'console_log' and l.id > coalesce(last_id, 0)) one
    order by one.id limit most_rows
  loop
    exit when due.at >= p_before and due.at < latest;
    ids := ids || due.id;
    hashes := hashes || sha256(convert_to(due.row_text, 'UTF8'));
    times := times || (extract(epoch from due.at) * 1000000)::bigint;
  end loop;
  if cardinality(ids) > 0 then
    last_id := ids[cardinality(ids)];
    last_hash := log_seal_hash(coalesce(last_hash, ''), hashes, times);
    insert into log_seals (log, last_id, hash, row_ids, row_hashes, row_times) values (p_log, last_id, last_hash, ids, hashes, times);
  end if;
  has_more := cardinality(ids) = most_rows;
  return next;
end $$;
comment on function seal_log is 'nullable: p_head_id, p_head_hash, last_id, last_hash';
revoke execute on function seal_log from public;
grant execute on function seal_log to klinika_app;
alter function seal_log owner to klinika_admin;
