-- What several processes of Klinika count together. Both tables are unlogged: a crash of the database forgets what was
-- counted in the last minutes, and nothing else stands in them.

-- How many turns of a limit were taken since when: changes and uploads of a user, messages of a network address.
create unlogged table turns_taken (
  key bytea primary key,
  taken integer not null,
  started_at timestamptz not null
);
create index turns_taken_by_start on turns_taken (started_at);
grant select, insert, update, delete on turns_taken to klinika_auth;

-- Takes turns of a window that began at p_started_at, or of the one that still runs; a new one begins where none does.
-- A window from the future, after a clock was set back, ends with the time it had.
create function take_turns(p_key bytea, p_turns integer, p_started_at timestamptz, p_at timestamptz, p_window interval)
  returns table (taken integer, started_at timestamptz)
  language sql security definer set search_path = pg_catalog, public
as $$
  insert into turns_taken as t (key, taken, started_at) values (p_key, p_turns, p_started_at)
  on conflict (key) do update
    set (taken, started_at) = (select
      case when runs then t.taken + excluded.taken else excluded.taken end,
      case when runs then t.started_at else excluded.started_at end
      from (select t.started_at > p_at - p_window and t.started_at < p_at + p_window as runs) as window_of)
  returning t.taken, t.started_at
$$;
alter function take_turns(bytea, integer, timestamptz, timestamptz, interval) owner to klinika_auth;
revoke execute on function take_turns(bytea, integer, timestamptz, timestamptz, interval) from public;
grant execute on function take_turns(bytea, integer, timestamptz, timestamptz, interval) to klinika_app;

-- Which views were noted last when, so that a view is one row in five minutes whichever process shows the record. The
-- key says neither who nor whom.
create unlogged table views_noted (
  clinic_id bigint not null,
  key bytea not null,
  noted_at timestamptz not null,
  primary key (clinic_id, key)
);
create index views_noted_by_time on views_noted (noted_at);
call guard_clinic_table('views_noted', 'select, insert, update');
create policy housekeeping on views_noted to klinika_auth using (true);
grant select, delete on views_noted to klinika_auth;

set local role klinika_auth;
create or replace function sweep_expired(p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not pg_try_advisory_xact_lock(4204) then
    return;
  end if;
  delete from sessions where expires_at < p_at;
  delete from sign_in_failures where failed_at < p_at - interval '1 day';
  delete from known_devices where last_used_at < p_at - interval '400 days';
  delete from idempotency_keys where created_at < p_at - interval '24 hours';
  -- No window of a limit is longer than an hour.
  delete from turns_taken where started_at < p_at - interval '1 hour';
  delete from views_noted where noted_at < p_at - interval '5 minutes';
end $$;
set local role klinika_owner;
