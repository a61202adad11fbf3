-- The day on which a patient left the hospital, which is not always the day on which somebody enters it.
alter table patients add column date_of_discharge date;

-- As in 0007, with that day: a discharge of another day is dated at its noon, and a corrected one moves the last stay's end.
create or replace function keep_admissions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  own constant bigint := new.clinic_id;
  was text := case when tg_op = 'UPDATE' then old.admission_status end;
  left_on constant date := coalesce(new.date_of_discharge, manila_day(new.updated_at));
  left_at constant timestamptz := case when left_on = manila_day(new.updated_at) then new.updated_at
                                       else (left_on + time '12:00') at time zone 'Asia/Manila' end;
  began constant date := coalesce(new.date_of_admission, new.date_of_discharge, manila_day(new.updated_at));
  reopened bigint;
begin
  if new.admission_status = 'Admitted' and was = 'Discharged' then
    select last.id into reopened from (
      select id, admitted_at from admissions where clinic_id = own and patient_id = new.id order by id desc limit 1) last
    where last.admitted_at = began;
  end if;
  if reopened is not null then
    update admissions set discharged_at = null, hospital = new.hospital, room_number = new.room_number
    where clinic_id = own and id = reopened;
  elsif new.admission_status = 'Admitted' and was is distinct from 'Admitted' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at)
    values (own, new.id, new.hospital, new.room_number, began);
  elsif new.admission_status = 'Admitted' then
    update admissions set hospital = new.hospital, room_number = new.room_number,
                          admitted_at = coalesce(new.date_of_admission, admitted_at)
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif was = 'Admitted' then
    update admissions set discharged_at = left_at
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif new.admission_status = 'Discharged' and was is distinct from 'Discharged' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at, discharged_at)
    values (own, new.id, new.hospital, new.room_number, began, left_at);
  elsif new.date_of_discharge <> coalesce(old.date_of_discharge, 'infinity') then
    update admissions set discharged_at = left_at
    where clinic_id = own and id = (select max(id) from admissions where clinic_id = own and patient_id = new.id);
  end if;
  return null;
end $$;

drop trigger patients_admissions on patients;
create trigger patients_admissions
  after insert or update of admission_status, date_of_admission, date_of_discharge, room_number, hospital on patients
  for each row when (current_user <> 'klinika_merge') execute function keep_admissions();
