-- PostgreSQL does not know which arguments and columns of a function may be null. Their comments do, and the types in
-- src/server/db.types.ts are generated from them. Only its owner may comment on a function.
do $$
declare
  one record;
begin
  for one in
    select p.oid::regprocedure as signature, pg_get_userbyid(p.proowner) as owner, named.nullable
    from (values
      ('account_for_sign_in', 'p_device, temporary_until, clinic_name, clinic_is_active, subscription_status'),
      ('add_passkey', 'result'),
      ('begin_sign_in', 'last_failed_at'),
      ('change_password', 'p_old_hash, p_kept_session'),
      ('claim_referral', 'outcome, shared, from_clinic_name, global_patient_id'),
      ('clinic_of_account', 'result'),
      ('clinics_to_refer_to', 'address, doctor_name, license_number'),
      ('close_referral', 'p_reason, p_owner_user, result'),
      ('confirm_email', 'result'),
      ('count_platform_clinics', 'p_search, p_status'),
      ('count_platform_users', 'p_search'),
      ('create_first_admin', 'result'),
      ('describe_session', 'p_user_agent'),
      ('forget_other_devices', 'p_except'),
      ('leave_staff_mode', 'p_expires'),
      ('look_up_sessions', 'clinic_id, clinic_name, primary_color, clinic_is_active, subscription_status, owner_user_id, clinic_requires_second_factor'),
      ('note_console_call', 'p_about, p_detail, p_user_agent'),
      ('note_sign_in', 'p_user, p_user_agent'),
      ('passkeys_of', 'last_used_at'),
      ('password_hash_of', 'result'),
      ('platform_clinics', 'p_search, p_status, p_before, p_before_id, p_limit, logo_url, trial_ends_at, address, phone, email, owner_first_name, owner_last_name, owner_email, owner_license_number, verified_at'),
      ('platform_messages', 'p_before, p_before_id, p_limit, clinic_id, phone, clinic, handled_at'),
      ('platform_standing_changes', 'p_before_id, p_limit, admin_name'),
      ('platform_users', 'p_search, p_before_id, p_limit, clinic_id, clinic_name'),
      ('profile_of', 'license_number, ptr_number, ptr_year, s2_number, specialization, logo_url, email_unconfirmed_since'),
      ('read_console_log', 'about_id, clinic_name, detail, user_agent'),
      ('second_factor_challenge', 'p_device, desk_session, clinic_name, clinic_is_active, subscription_status'),
      ('second_factor_of', 'secret, last_step, confirmed_at'),
      ('send_referral', 'p_to_clinic, result'),
      ('sessions_of_staff', 'user_agent, address'),
      ('sessions_of_user', 'user_agent, address'),
      ('set_clinic_active', 'trial_ends_at'),
      ('set_clinic_subscription', 'p_trial_ends, trial_ends_at'),
      ('set_clinic_verified', 'verified_at'),
      ('set_staff_mode_pin', 'p_pin_hash'),
      ('sign_ins_of_all', 'user_name, clinic_name, user_agent'),
      ('sign_ins_of_clinic', 'user_name, clinic_name, user_agent'),
      ('sign_ins_of_user', 'user_name, clinic_name, user_agent'),
      ('start_second_factor_challenge', 'p_desk, p_device'),
      ('start_session', 'p_device, p_owner_session'),
      ('store_contact_message', 'p_phone, p_clinic'),
      ('take_letter_with_link', 'first_name, user_id, expires_at'),
      ('take_message_to_mail', 'phone, clinic')
    ) as named (name, nullable)
    join pg_proc p on p.proname = named.name and p.pronamespace = 'public'::regnamespace
  loop
    execute format('set local role %I', one.owner);
    execute format('comment on function %s is %L', one.signature, 'nullable: ' || one.nullable);
    reset role;
  end loop;
end $$;
