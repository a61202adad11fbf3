-- A view is recorded again five minutes after the last one by the clock, also when the clock was set back meanwhile: views
-- were left out until it had caught up.
set local role klinika_auth;
create or replace function note_views(p_keys bytea[], p_patients bigint[], p_users bigint[], p_owners bigint[], p_events text[], p_ages integer[], p_noted_at timestamptz[], p_api_keys bigint[] default null)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own_clinic constant bigint := current_clinic();
  noted bytea[] := '{}';
  one record;
begin
  if own_clinic is null then
    raise insufficient_privilege using message = 'views are noted in a clinic';
  end if;
  if exists (select 1 from unnest(p_ages) age where age is null or age not between 0 and 3600000) then
    raise insufficient_privilege using message = 'a view is noted within an hour';
  end if;
  -- In one order, so that two processes that note the same views do not wait for each other.
  for one in select * from unnest(p_keys, p_noted_at) as seen (key, noted_at) order by key loop
    insert into views_noted as known (clinic_id, key, noted_at) values (own_clinic, one.key, one.noted_at)
    on conflict (clinic_id, key) do update set noted_at = excluded.noted_at
      where excluded.noted_at - known.noted_at >= interval '5 minutes'
         or excluded.noted_at - known.noted_at <= interval '-5 minutes';
    if found then
      noted := noted || one.key;
    end if;
  end loop;
  for one in
    select seen.*, k.name as api_key
    from unnest(p_keys, p_patients, p_users, p_owners, p_events, p_ages, p_api_keys) with ordinality
      as seen (key, patient_id, user_id, owner_user_id, event, age, api_key_id, place)
    left join api_keys k on k.clinic_id = own_clinic and k.id = seen.api_key_id
    where seen.key = any (noted)
    order by seen.place
  loop
    insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, happened_at, changes)
    values (own_clinic, one.patient_id, one.user_id, one.owner_user_id, one.event, now() - one.age * interval '1 millisecond',
            case when one.api_key_id is null then '{}' else jsonb_build_object('apiKey', one.api_key, 'apiKeyId', one.api_key_id) end);
  end loop;
end $$;
set local role klinika_owner;
