-- Archives of whole clinics, made in the background and fetched within a day (decision C24).
create table exports (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  state varchar(20) not null default 'waiting'
    check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  -- Whether consultations, prescriptions and the like are drawn as PDF, which takes most of the time.
  has_papers boolean not null,
  -- What is being written, and how many of its rows, files and papers are.
  part varchar(100),
  done bigint not null default 0,
  total bigint not null default 0,
  -- Of the whole archive, once it is ready.
  bytes bigint,
  patients bigint,
  files bigint,
  problem text,
  -- The archive's key in the store; null once its bytes are removed.
  stored_as varchar(100),
  created_by_id bigint not null,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  -- A process works on it until then.
  leased_until timestamptz,
  attempts smallint not null default 0,
  -- Of a link that fetches it once.
  link_hash bytea,
  link_until timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('exports', 'select, insert, update');
create unique index exports_one_at_work on exports (clinic_id) where state in ('waiting', 'running');
create index exports_at_work on exports (leased_until) where state in ('waiting', 'running');
create index exports_stored on exports (expires_at) where stored_as is not null;
create index exports_link on exports (clinic_id, link_hash) where link_hash is not null;

create policy work on exports to klinika_auth using (true) with check (true);
grant select, update on exports to klinika_auth;

-- An export that waits for its background work, taken for p_lease.
create function take_export(p_at timestamptz, p_lease interval)
  returns table (clinic_id bigint, id bigint, user_id bigint, stored_as text, has_papers boolean, attempts smallint)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update exports e set state = 'running', leased_until = p_at + p_lease, attempts = e.attempts + 1, done = 0
  where (e.clinic_id, e.id) = (
    select o.clinic_id, o.id from exports o
    where o.state in ('waiting', 'running') and (o.leased_until is null or o.leased_until <= p_at)
    order by o.leased_until nulls first, o.id limit 1 for update skip locked)
  returning e.clinic_id, e.id, e.created_by_id, e.stored_as::text, e.has_papers, e.attempts
$$;

-- Archives whose bytes are to be removed: of exports that are over, or were cancelled.
create function exports_to_remove(p_at timestamptz)
  returns table (clinic_id bigint, id bigint, stored_as text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select e.clinic_id, e.id, e.stored_as::text from exports e
  where e.stored_as is not null
    and ((e.state = 'ready' and e.expires_at <= p_at)
      or (e.state in ('failed', 'cancelled') and (e.leased_until is null or e.leased_until <= p_at)))
  order by e.expires_at limit 100
$$;

create function export_was_removed(p_clinic bigint, p_id bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update exports e set stored_as = null, link_hash = null, link_until = null,
    state = case when e.state = 'ready' then 'expired' else e.state end
  where e.clinic_id = p_clinic and e.id = p_id
$$;

-- Opens a link once: the token tells the clinic.
create function use_export_link(p_clinic_id bigint, p_token_hash bytea, p_at timestamptz)
  returns table (stored_as text, bytes bigint, ready_at timestamptz, subdomain text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update exports e set link_hash = null, link_until = null
  from clinics c
  where e.clinic_id = p_clinic_id and e.link_hash = p_token_hash and e.link_until > p_at and e.state = 'ready' and e.expires_at > p_at
    and e.stored_as is not null and c.id = e.clinic_id
  returning e.stored_as::text, e.bytes, e.ready_at, c.subdomain::text
$$;

revoke execute on function take_export(timestamptz, interval) from public;
revoke execute on function exports_to_remove(timestamptz) from public;
revoke execute on function export_was_removed(bigint, bigint) from public;
revoke execute on function use_export_link(bigint, bytea, timestamptz) from public;
grant execute on function take_export(timestamptz, interval) to klinika_app;
grant execute on function exports_to_remove(timestamptz) to klinika_app;
grant execute on function export_was_removed(bigint, bigint) to klinika_app;
grant execute on function use_export_link(bigint, bytea, timestamptz) to klinika_app;
alter function take_export(timestamptz, interval) owner to klinika_auth;
alter function exports_to_remove(timestamptz) owner to klinika_auth;
alter function export_was_removed(bigint, bigint) owner to klinika_auth;
alter function use_export_link(bigint, bytea, timestamptz) owner to klinika_auth;

-- The running clinic's merges as lines, which the server reads for an archive alone, and for its owner alone.
create function merges_to_export(p_after bigint, p_limit integer)
  returns table (id bigint, line text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.id, row_to_json(m)::text from merges m
  where m.clinic_id = current_clinic() and m.id > p_after and (select is_clinic_owner())
  order by m.id limit p_limit
$$;
revoke execute on function merges_to_export(bigint, integer) from public;
grant execute on function merges_to_export(bigint, integer) to klinika_app;
alter function merges_to_export(bigint, integer) owner to klinika_merge;
