-- What has had its time is swept: sessions, failed sign-ins, devices not seen for long, keys of done requests.
create policy housekeeping on idempotency_keys to klinika_auth using (true);
grant select, delete on idempotency_keys to klinika_auth;

create function sweep_expired(p_at timestamptz) returns void
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
end $$;
alter function sweep_expired(timestamptz) owner to klinika_auth;
revoke execute on function sweep_expired(timestamptz) from public;
grant execute on function sweep_expired(timestamptz) to klinika_app;
