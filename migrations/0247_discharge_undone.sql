-- As in 0181, but admitted again from the day of the last stay, a patient is in that stay: the discharge was a mistake.
create or replace function keep_admissions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  own constant bigint := new.clinic_id;
  was text := case when tg_op = 'UPDATE' then old.admission_status end;
  began constant date := coalesce(new.date_of_admission, manila_day(new.updated_at));
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
    update admissions set discharged_at = new.updated_at
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif new.admission_status = 'Discharged' and was is distinct from 'Discharged' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at, discharged_at)
    values (own, new.id, new.hospital, new.room_number, began, new.updated_at);
  end if;
  return null;
end $$;
