-- Exports of a clinic's records as FHIR, which a program asks for, waits for and fetches.
create table fhir_exports (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Whose key asked for it: it is read as that owner.
  user_id bigint not null,
  types text[] not null check (cardinality(types) between 1 and 20),
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'done', 'cancelled', 'failed')),
  -- Of each type that is written: where, and how many lines.
  files jsonb not null default '[]',
  -- A process works on it until then.
  leased_until timestamptz,
  -- How often it was taken up without getting on.
  attempts smallint not null default 0,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_clinic_table('fhir_exports', 'select, insert, update');
create index fhir_exports_at_work on fhir_exports (leased_until) where state = 'waiting';
create index fhir_exports_by_age on fhir_exports (created_at);
create index fhir_exports_waiting on fhir_exports (clinic_id) where state = 'waiting';

create policy work on fhir_exports to klinika_auth using (true) with check (true);
grant select, update, delete on fhir_exports to klinika_auth;

-- An export that waits for its background work, taken for p_lease.
create function take_fhir_export(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, attempts smallint)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update fhir_exports e set leased_until = p_at + p_lease, attempts = e.attempts + 1
  where (e.clinic_id, e.id) = (
    select o.clinic_id, o.id from fhir_exports o
    where o.state = 'waiting' and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 1 for update skip locked)
  returning e.clinic_id, e.id, e.user_id, e.attempts
$$;

-- After a day an export goes with its files, one that was cancelled or failed after an hour, when nobody writes it any more.
create function sweep_fhir_exports(p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with gone as (
    delete from fhir_exports e
    where e.created_at < p_at - case when e.state in ('cancelled', 'failed') then interval '1 hour' else interval '24 hours' end
    returning e.clinic_id, e.files)
  insert into files_to_remove (clinic_id, stored_as, queued_at)
  select gone.clinic_id, f ->> 'storedAs', p_at from gone, jsonb_array_elements(gone.files) f
  on conflict do nothing
$$;

revoke execute on function take_fhir_export(timestamptz, interval) from public;
revoke execute on function sweep_fhir_exports(timestamptz) from public;
grant execute on function take_fhir_export(timestamptz, interval) to klinika_app;
grant execute on function sweep_fhir_exports(timestamptz) to klinika_app;
alter function take_fhir_export(timestamptz, interval) owner to klinika_auth;
alter function sweep_fhir_exports(timestamptz) owner to klinika_auth;
