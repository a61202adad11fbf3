-- A wrong prescription is withdrawn, as a certificate or request is: by whom, when and why stands beside what was written.
-- It was released before if it has the time of a release. The release before this one neither prints a prescription with
-- this state nor counts its medicines. The rows that are there are checked by the next migration, under a lock that lets
-- others write.
alter table prescriptions add column withdrawn_by_id bigint;
alter table prescriptions add column withdrawn_at timestamptz;
alter table prescriptions add column withdraw_reason varchar(500);
alter table prescriptions drop constraint prescriptions_status_check;
alter table prescriptions add constraint prescriptions_status_check check (status in ('prepared', 'final', 'withdrawn')) not valid;
alter table prescriptions add constraint prescriptions_withdrawn_check
  check ((status = 'withdrawn') = (withdrawn_at is not null)
         and (withdrawn_at is null) = (withdrawn_by_id is null) and (withdrawn_at is null) = (withdraw_reason is null)) not valid;
alter table prescriptions add constraint prescriptions_withdrawn_by_fkey
  foreign key (clinic_id, withdrawn_by_id) references users (clinic_id, id) not valid;
