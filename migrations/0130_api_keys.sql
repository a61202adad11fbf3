-- Keys by which programs read a clinic's records (decision C25). Whoever reads by a key reads as the owner who made it.
create table api_keys (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(100) not null check (name <> ''),
  -- Resource types of FHIR.
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  token_hash bytea not null,
  -- By which people know it again.
  last_four varchar(4) not null,
  made_by_id bigint not null,
  made_at timestamptz not null,
  -- The last day of Manila on which it opens anything.
  expires_on date not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (clinic_id, id),
  unique (clinic_id, token_hash),
  foreign key (clinic_id, made_by_id) references users (clinic_id, id)
);
call guard_clinic_table('api_keys', 'select, insert, update (revoked_at)');
-- Before a key is known there is no clinic.
create index api_keys_by_token on api_keys (token_hash);

create policy calls on api_keys to klinika_auth using (true);
grant select (clinic_id, id, name, scopes, token_hash, made_by_id, expires_on, last_used_at, revoked_at), update (last_used_at)
  on api_keys to klinika_auth;

-- Also a key that opens nothing any more, so that it can be told why.
create function look_up_api_key(p_token_hash bytea, p_at timestamptz)
  returns table (id bigint, name varchar, scopes text, user_id bigint, is_owner_active boolean, is_expired boolean,
                 is_revoked boolean, is_to_touch boolean, clinic_id bigint, clinic_name varchar, clinic_is_active boolean,
                 subscription_status text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select k.id, k.name, array_to_string(k.scopes, ' '), k.made_by_id, u.is_active and u.role = 'owner',
           k.expires_on < manila_day(p_at), k.revoked_at is not null,
           k.last_used_at is null or k.last_used_at < p_at - interval '1 minute', k.clinic_id, c.name, c.is_active,
           effective_status(c.subscription_status, c.trial_ends_at, p_at)
    from api_keys k
    join users u on u.clinic_id = k.clinic_id and u.id = k.made_by_id
    join clinics c on c.id = k.clinic_id
    where k.token_hash = p_token_hash;
end $$;

-- A key that another request is touching is left to it.
create function touch_api_key(p_clinic_id bigint, p_id bigint, p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update api_keys set last_used_at = p_at
  where (clinic_id, id) in (select clinic_id, id from api_keys where clinic_id = p_clinic_id and id = p_id for update skip locked)
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array['look_up_api_key(bytea, timestamptz)', 'touch_api_key(bigint, bigint, timestamptz)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
    execute format('alter function %s owner to klinika_auth', door);
  end loop;
end $$;

-- As before; a view by a key is noted with the key. Its name is read here, so that nothing else passes for one. Processes
-- of the release before send no keys.
set local role klinika_auth;
drop function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[]);
create function note_views(p_keys bytea[], p_patients bigint[], p_users bigint[], p_owners bigint[], p_events text[],
                           p_ages integer[], p_noted_at timestamptz[], p_api_keys bigint[] default null) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own_clinic constant bigint := current_clinic();
begin
  if own_clinic is null then
    raise insufficient_privilege using message = 'views are noted in a clinic';
  end if;
  if exists (select 1 from unnest(p_ages) age where age is null or age not between 0 and 3600000) then
    raise insufficient_privilege using message = 'a view is noted within an hour';
  end if;
  with seen as (
    select * from unnest(p_keys, p_patients, p_users, p_owners, p_events, p_ages, p_noted_at, p_api_keys) with ordinality
      as seen (key, patient_id, user_id, owner_user_id, event, age, noted_at, api_key_id, place)),
  noted as (
    insert into views_noted as known (clinic_id, key, noted_at)
    select own_clinic, key, noted_at from seen order by key
    on conflict (clinic_id, key) do update set noted_at = excluded.noted_at
      where known.noted_at <= excluded.noted_at - interval '5 minutes'
    returning key)
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, happened_at, changes)
  select own_clinic, patient_id, user_id, owner_user_id, event, now() - age * interval '1 millisecond',
         case when api_key_id is null then '{}' else jsonb_build_object('apiKey', k.name, 'apiKeyId', k.id) end
  from seen join noted using (key)
  left join api_keys k on k.clinic_id = own_clinic and k.id = api_key_id
  order by place;
end $$;
revoke execute on function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[], bigint[]) from public;
grant execute on function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[], bigint[]) to klinika_app;
set local role klinika_owner;
