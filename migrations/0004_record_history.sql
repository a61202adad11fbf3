-- Who read or changed what, when: append-only for everyone, the owner of the clinic included.
create table record_history (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint,
  user_id bigint,
  -- The owner whose staff mode the user was acting in; null outside staff mode.
  owner_user_id bigint,
  event varchar(60) not null,
  entity varchar(40),
  entity_id bigint,
  -- {field: [old, new]}; for an export or share, what it held.
  changes jsonb not null default '{}',
  happened_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id),
  foreign key (clinic_id, owner_user_id) references users (clinic_id, id)
);
call guard_clinic_table('record_history', 'select, insert');
create index record_history_of_patient on record_history (clinic_id, patient_id, id desc);

-- Each seal covers the rows after the seal before it: hash = SHA-256(previous hash, rows in id order).
create table record_history_seals (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  last_history_id bigint not null,
  row_count integer not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
call guard_clinic_table('record_history_seals', 'select');
create index record_history_seals_in_order on record_history_seals (clinic_id, last_history_id desc);

create function history_row_text(h record_history) returns text
  language sql immutable
as $$
  select concat_ws(E'\x1f', h.clinic_id, h.id, coalesce(h.patient_id::text, ''), coalesce(h.user_id::text, ''),
    coalesce(h.owner_user_id::text, ''), h.event, coalesce(h.entity, ''), coalesce(h.entity_id::text, ''), h.changes::text,
    extract(epoch from h.happened_at)::text)
$$;

-- Seals what is older than p_before (rows of running transactions are younger), clinic by clinic.
create function seal_record_history(p_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  clinic record;
  previous record;
  batch record;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(4202) then
    return 0;
  end if;
  for clinic in select id from clinics loop
    select s.last_history_id, s.hash into previous from record_history_seals s
    where s.clinic_id = clinic.id order by s.last_history_id desc limit 1;
    select max(h.id) as last_id, count(*)::integer as row_count,
           string_agg(history_row_text(h), E'\x1e' order by h.id) as body
      into batch from record_history h
    where h.clinic_id = clinic.id and h.id > coalesce(previous.last_history_id, 0)
      -- Up to the first row that is too young, not around it: what a seal passes over would stay unsealed for good.
      and h.id < coalesce((select min(young.id) from record_history young
                           where young.clinic_id = clinic.id and young.id > coalesce(previous.last_history_id, 0)
                             and young.happened_at >= p_before), 9007199254740992);
    if batch.row_count > 0 then
      insert into record_history_seals (clinic_id, last_history_id, row_count, hash)
      values (clinic.id, batch.last_id, batch.row_count,
              sha256(coalesce(previous.hash, ''::bytea) || convert_to(batch.body, 'UTF8')));
      sealed := sealed + 1;
    end if;
  end loop;
  return sealed;
end $$;
create policy sealing on record_history for select to klinika_admin using (true);
create policy sealing on record_history_seals to klinika_admin using (true) with check (true);
grant select on record_history to klinika_admin;
grant select, insert on record_history_seals to klinika_admin;
grant usage on sequence klinika_id to klinika_admin;
alter function seal_record_history(timestamptz) owner to klinika_admin;
revoke execute on function seal_record_history(timestamptz) from public;
grant execute on function seal_record_history(timestamptz) to klinika_app;

-- Every change of a clinical row writes its history in the same statement. The endpoint's event and the
-- acting user ride in on the transaction; a change that names no event is refused.
create function record_change() returns trigger
  language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_table_name;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'other_text', 'record_day', 'last_consultation_at',
                      'created_at', 'updated_at', 'global_patient_id');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_table_name = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_table_name, new.id, coalesce(changed, '{}'));
  return null;
end $$;
