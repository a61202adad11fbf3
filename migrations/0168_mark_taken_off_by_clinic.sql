-- The mark of a verified clinic ends with another name or license number of its owner. It is taken off by whoever changes the
-- account, in the clinic's row and before the account: on a Citus cluster (docs/scaling.md, section 5) one role writes the
-- copied tables `clinics` and `users` in a transaction. The trigger of users stays, for who does not.

-- As before, but for a clinic that takes its own mark off. None gives itself one.
create or replace function keep_platform_columns() returns trigger
  language plpgsql
as $$
begin
  if current_user = 'klinika_app'
     and ((new.is_active, new.subscription_status, new.trial_ends_at, new.setup_fee, new.monthly_fee)
          is distinct from (old.is_active, old.subscription_status, old.trial_ends_at, old.setup_fee, old.monthly_fee)
          or (new.verified_at is not null and new.verified_at is distinct from old.verified_at)) then
    raise insufficient_privilege using message = 'only an administrator of the platform changes the standing of a clinic';
  end if;
  return new;
end $$;

-- With the clinic's own name, as before, and where the clinic takes the mark off. set_clinic_verified notes what it does itself.
create or replace trigger clinics_end_verification after update of name, verified_at on clinics
  for each row when (old.verified_at is not null and new.verified_at is null
                     and (old.name is distinct from new.name or current_user = 'klinika_app'))
  execute function end_verification_of_clinic();
