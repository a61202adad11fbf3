-- What takes the mark off a verified clinic (0155_referrals_and_triggers.sql). In a migration of its own: on a cluster another
-- role's function is not changed and made a trigger of in one transaction.

-- After clinics_platform_columns, by their names: the mark is not the application's to take off.
create trigger clinics_unverified before update of name on clinics
  for each row when (old.verified_at is not null and old.name is distinct from new.name)
  execute function unverify_renamed_clinic();
create or replace trigger clinics_end_verification after update of name on clinics
  for each row when (old.verified_at is not null and old.name is distinct from new.name)
  execute function end_verification_of_clinic();
create or replace trigger users_end_verification after update of first_name, last_name, license_number on users
  for each row when (new.role = 'owner' and (old.first_name, old.last_name, old.license_number)
                     is distinct from (new.first_name, new.last_name, new.license_number))
  execute function end_verification_of_owner();
