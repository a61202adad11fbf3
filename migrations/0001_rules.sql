-- What every later table stands on: one source of ids, the fold that search compares by,
-- and the guard that puts a clinic's table behind row-level security.

-- Ids are JSON integers, so they stay below 2^53. No cache: the record history is read and sealed in the order of
-- its ids, which a connection that holds back a few would break.
create sequence klinika_id as bigint start 1001 maxvalue 9007199254740991;
grant usage on sequence klinika_id to klinika_app, klinika_auth;

-- Letters and digits only, without case or accents: "De la Peña" and "DELAPENA" meet.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]', '', 'g'));

-- The clinic of the running transaction; null when none was set, so that no row matches.
create function current_clinic() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.clinic_id', true), '')::bigint;

create function manila_day(instant timestamptz) returns date
  language sql immutable parallel safe
  return (instant at time zone 'Asia/Manila')::date;

-- Puts a table with clinic_id behind the second wall. FORCE binds the owner too, so the roles that
-- work across clinics each get a policy of their own instead of BYPASSRLS.
create procedure guard_clinic_table(guarded regclass, granted text)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format(
    'create policy own_clinic on %s to klinika_app using (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::bigint) '
    'with check (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::bigint)', guarded);
  execute format('create policy migrations on %s to klinika_owner using (true) with check (true)', guarded);
  execute format('create policy backup on %s for select to klinika_backup using (true)', guarded);
  execute format('grant select on %s to klinika_backup', guarded);
  execute format('grant %s on %s to klinika_app', granted, guarded);
end $$;
