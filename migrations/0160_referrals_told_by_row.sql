-- Calls what 0159_told_referrals.sql made. In a migration of its own: on a cluster another role's function is not made and made
-- a trigger of in one transaction.
drop trigger referrals_told on referrals;
create trigger referrals_told after insert on referrals for each row
  when (new.status in ('pending', 'letter') and coalesce(current_setting('app.event', true), '') <> 'patient.restore')
  execute function tell_of_sent_referral();
set local role klinika_notice;
revoke execute on function tell_of_sent_referral() from klinika_owner;
drop function tell_of_sent_referrals();
set local role klinika_owner;
