-- As tell_of_sent_referrals, row by row: a Citus cluster (docs/scaling.md, section 5) does not know a statement's rows by name.
set local role klinika_notice;
create function tell_of_sent_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  sender record;
begin
  if new.side = 'received' then
    perform tell(new.clinic_id, null, null, 'info', 'Referral received',
      new.patient_name || ', referred by ' || new.from_clinic_name,
      'referral', jsonb_build_object('referralId', new.id), new.date_referred);
    return null;
  end if;
  select u.role, concat_ws(' ', u.first_name, u.last_name) as name into sender
  from users u where u.clinic_id = new.clinic_id and u.id = new.sent_by_id;
  if sender.role <> 'owner' then
    perform tell(new.clinic_id, null, null, 'info', 'Patient referred',
      sender.name || ' referred ' || new.patient_name || ' to ' || new.to_clinic_name,
      'patient', jsonb_build_object('patientId', new.original_patient_id, 'referralId', new.id), new.date_referred);
  end if;
  return null;
end $$;
revoke execute on function tell_of_sent_referral() from public;
-- Who makes a trigger must be allowed to call its function.
grant execute on function tell_of_sent_referral() to klinika_owner;
set local role klinika_owner;
