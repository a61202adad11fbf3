-- What was done to an account, as a line of the record history: written by the role that tells the user of it, since a Citus
-- cluster (docs/scaling.md, section 5) has one role write a clinic's rows in a transaction.
grant insert on record_history to klinika_notice;
grant execute on function shorten_json(jsonb) to klinika_notice;
create policy noting on record_history for insert to klinika_notice with check (clinic_id = current_clinic());
set local role klinika_notice;
create function note_account_change(p_event text, p_account bigint, p_held jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own_clinic constant bigint := current_clinic();
begin
  if own_clinic is null then
    raise insufficient_privilege using message = 'what is done to an account is noted in a clinic';
  end if;
  insert into record_history (clinic_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own_clinic, nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint, p_event, 'users', p_account, p_held);
end $$;
revoke execute on function note_account_change(text, bigint, jsonb) from public;
grant execute on function note_account_change(text, bigint, jsonb) to klinika_app;
set local role klinika_owner;
