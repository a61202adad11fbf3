-- A function that runs with its owner's rights is open to everybody unless its owner revokes that. Earlier migrations
-- handed the function over first and revoked afterwards, as a role that did not own it any more, which does nothing.
-- Here each owner revokes, and grants what the server calls. Temporary objects come last in the search path, so that
-- nobody's temporary table stands in for a table.
do $$
declare
  called_by_server constant text[] := array[
    'account_for_sign_in', 'begin_sign_in', 'change_password', 'claim_referral', 'clinic_of_account',
    'clinics_to_refer_to', 'close_referral', 'count_messages_to_mail', 'count_platform_clinics',
    'count_platform_messages', 'count_platform_users', 'create_first_admin', 'create_staff_account', 'end_session',
    'end_sessions_of', 'enter_staff_mode', 'file_upgrade_request', 'forget_uploads', 'forgive_sign_in',
    'give_up_uploads', 'handle_message', 'is_ended_staff_mode', 'leave_staff_mode', 'message_was_mailed',
    'message_was_not_mailed', 'open_staff_account', 'owner_beside', 'password_hash_of', 'platform_clinics',
    'platform_messages', 'platform_standing_changes', 'platform_stats', 'platform_users', 'profile_of',
    'rehash_password', 'renew_staff_password', 'seal_record_history', 'send_referral', 'set_clinic_active',
    'set_clinic_subscription', 'sign_up_clinic', 'start_session', 'store_contact_message', 'sweep_expired',
    'take_message_to_mail', 'take_referral', 'take_turns', 'tell_tasks_due', 'tell_what_is_due', 'touch_sessions',
    'use_sessions'];
  owning text;
  signature regprocedure;
  is_called boolean;
begin
  for owning, signature, is_called in
    select r.rolname, p.oid::regprocedure, p.proname = any (called_by_server)
    from pg_proc p join pg_roles r on r.oid = p.proowner
    where p.prosecdef and p.pronamespace = 'public'::regnamespace
  loop
    execute format('set local role %I', owning);
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', signature);
    execute format('revoke execute on function %s from public', signature);
    if is_called then
      execute format('grant execute on function %s to klinika_app', signature);
    end if;
  end loop;
  -- The next function is closed when it is created, whoever creates it.
  foreach owning in array array['klinika_owner', 'klinika_auth', 'klinika_referral', 'klinika_notice', 'klinika_admin'] loop
    execute format('set local role %I', owning);
    alter default privileges revoke execute on functions from public;
  end loop;
  set local role klinika_owner;
end $$;
