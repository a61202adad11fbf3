-- Who did what and when is set by the database: a row of the application's role carries the clinic, the user and the
-- time of the running transaction, or it is refused.
create function keep_history_honest() returns trigger
  language plpgsql as $$
begin
  if current_user = 'klinika_app' and (
       new.clinic_id is distinct from current_clinic()
       or new.user_id is distinct from nullif(current_setting('app.user_id', true), '')::bigint
       or new.owner_user_id is distinct from nullif(current_setting('app.owner_user_id', true), '')::bigint
       or new.happened_at is distinct from now()) then
    raise insufficient_privilege using
      message = 'a row of the record history names the clinic, the user and the time of its transaction';
  end if;
  return new;
end $$;
create trigger record_history_honest before insert on record_history
  for each row execute function keep_history_honest();

-- Views are noted in batches, of several users and up to an hour later than they were shown (while the database was
-- away). The time is the database's own, less each view's age in milliseconds; the foreign key refuses users of another
-- clinic. Such a row has no entity and no changes, so it passes for no change. p_noted_at, by the server's clock,
-- decides what is the same view within five minutes.
create function note_views(p_keys bytea[], p_patients bigint[], p_users bigint[], p_owners bigint[], p_events text[],
                           p_ages integer[], p_noted_at timestamptz[]) returns void
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
    select * from unnest(p_keys, p_patients, p_users, p_owners, p_events, p_ages, p_noted_at)
      as seen (key, patient_id, user_id, owner_user_id, event, age, noted_at)),
  noted as (
    insert into views_noted as known (clinic_id, key, noted_at)
    select own_clinic, key, noted_at from seen order by key
    on conflict (clinic_id, key) do update set noted_at = excluded.noted_at
      where known.noted_at <= excluded.noted_at - interval '5 minutes'
    returning key)
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, happened_at)
  select own_clinic, patient_id, user_id, owner_user_id, event, now() - age * interval '1 millisecond'
  from seen join noted using (key);
end $$;

create policy views on record_history for insert to klinika_auth with check (true);
grant insert on record_history to klinika_auth;
grant insert, update on views_noted to klinika_auth;
revoke all on views_noted from klinika_app;
revoke execute on function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[]) from public;
grant execute on function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[]) to klinika_app;
alter function note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[]) owner to klinika_auth;
