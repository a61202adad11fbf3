-- The owner hears when a staff account signs in for the first time: with its temporary password, and from no device
-- before. Beside the owner's session too, so it stands on the session itself.
grant select (password_changed) on users to klinika_notice;
grant select (user_id) on known_devices to klinika_notice;
create function tell_of_first_sign_in() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  account record;
begin
  select u.clinic_id, concat_ws(' ', u.first_name, u.last_name) as name into account from users u
  where u.id = new.user_id and u.role in ('staff', 'secretary') and not u.password_changed
    and not exists (select 1 from known_devices d where d.user_id = u.id);
  if found then
    perform tell(account.clinic_id, null, 'first sign-in ' || new.user_id, 'info', 'First sign-in',
      account.name || ' signed in for the first time', 'staff', jsonb_build_object('userId', new.user_id), new.created_at);
  end if;
  return null;
end $$;
create trigger sessions_told after insert on sessions for each row execute function tell_of_first_sign_in();
revoke execute on function tell_of_first_sign_in() from public;
alter function tell_of_first_sign_in() owner to klinika_notice;
