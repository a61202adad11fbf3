-- A letter with an error is cancelled: it is not printed again, and another one is written.
alter table referrals drop constraint referrals_check3;
alter table referrals add constraint letters_leave_klinika
  check (case when to_clinic_id is null then status in ('letter', 'cancelled') else status <> 'letter' end) not valid;
alter table referrals validate constraint letters_leave_klinika;

-- outcome: letter when it was cancelled by this, else the status that it has, null for no letter.
create function cancel_letter(p_id bigint, p_user bigint, p_owner_user bigint, p_at timestamptz)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  letter referrals;
begin
  select * into letter from referrals where clinic_id = own and id = p_id and side = 'sent' for update;
  if letter.status is distinct from 'letter' then
    return letter.status;
  end if;
  update referrals set status = 'cancelled', updated_at = p_at where clinic_id = own and id = p_id;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own, letter.patient_id, p_user, p_owner_user, 'referral.cancel', 'referrals', p_id, jsonb_build_object(
    'status', jsonb_build_array('letter', 'cancelled'), 'to_clinic', letter.to_clinic_name));
  return 'letter';
end $$;
comment on function cancel_letter(bigint, bigint, bigint, timestamptz) is 'nullable: p_owner_user, result';
revoke execute on function cancel_letter(bigint, bigint, bigint, timestamptz) from public;
grant execute on function cancel_letter(bigint, bigint, bigint, timestamptz) to klinika_app;
alter function cancel_letter(bigint, bigint, bigint, timestamptz) owner to klinika_referral;
