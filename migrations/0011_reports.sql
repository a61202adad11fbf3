-- The reports read stays and sums. Every discharge has its stay, and the indexes hold what is added up.

-- As before, and a patient who becomes Discharged without having been Admitted here gets a closed stay: a discharge
-- is dated when it is entered, and later edits of the record do not move it.
create or replace function keep_admissions() returns trigger
  language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.admission_status end;
begin
  if new.admission_status = 'Admitted' and was is distinct from 'Admitted' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at)
    values (new.clinic_id, new.id, new.hospital, new.room_number, coalesce(new.date_of_admission, manila_day(new.updated_at)));
  elsif new.admission_status = 'Admitted' then
    update admissions set hospital = new.hospital, room_number = new.room_number,
                          admitted_at = coalesce(new.date_of_admission, admitted_at)
    where clinic_id = new.clinic_id and patient_id = new.id and discharged_at is null;
  elsif was = 'Admitted' then
    update admissions set discharged_at = new.updated_at
    where clinic_id = new.clinic_id and patient_id = new.id and discharged_at is null;
  elsif new.admission_status = 'Discharged' and was is distinct from 'Discharged' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at, discharged_at)
    values (new.clinic_id, new.id, new.hospital, new.room_number,
            coalesce(new.date_of_admission, manila_day(new.updated_at)), new.updated_at);
  end if;
  return null;
end $$;

-- Discharged records from before: from registration to their last change, as the specification counts them.
insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at, discharged_at)
select clinic_id, id, hospital, room_number, record_day, updated_at from patients p
where admission_status = 'Discharged'
  and not exists (select from admissions a where a.clinic_id = p.clinic_id and a.patient_id = p.id);

-- The last stay of a patient, the discharges of some days and the longest open stays, each from an index alone.
drop index admissions_of_patient;
create index admissions_of_patient on admissions (clinic_id, patient_id, id desc) include (admitted_at, discharged_at);
drop index admissions_discharged;
create index admissions_discharged on admissions (clinic_id, discharged_at desc, patient_id desc) include (admitted_at)
  where discharged_at is not null;
create index admissions_open on admissions (clinic_id, admitted_at, patient_id) where discharged_at is null;
alter table admissions set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
                            autovacuum_analyze_scale_factor = 0.02);

-- The list by day, now with all that Analytics & Reports adds up.
drop index patients_by_day;
create index patients_by_day on patients (clinic_id, record_day, created_at desc, id desc)
  include (admission_status, payment_status, patient_status, consultation_status, hospital, phic_payment, amount)
  where not is_archived;
