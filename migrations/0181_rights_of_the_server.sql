-- What the server's role may do to accounts, payments and records, whichever statement it runs: nothing without a line of
-- the record history, and nothing that the server itself never does.

-- Accounts are opened by functions. A right given or taken away, and an account closed, is one statement with its line.
revoke insert, update on users from klinika_app;
grant update (first_name, last_name, license_number, ptr_number, ptr_year, s2_number, specialization, credentials, updated_at)
  on users to klinika_app;
drop trigger users_unconfirmed_email on users;
drop function keep_unconfirmed_email();

-- Null: as it is. nullable: p_permissions, p_is_active
create function set_staff_rights(p_clinic bigint, p_user bigint, p_permissions text[], p_is_active boolean, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  own constant bigint := current_clinic();
  before users;
begin
  if p_clinic is distinct from own then
    raise exception 'staff accounts belong to the clinic of the running transaction';
  end if;
  select * into strict before from users u where u.clinic_id = own and u.id = p_user and u.role in ('staff', 'secretary') for update;
  update users u set permissions = coalesce(p_permissions, u.permissions), is_active = coalesce(p_is_active, u.is_active), updated_at = p_at
  where u.clinic_id = own and u.id = p_user;
  insert into record_history (clinic_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (own, nullif(current_setting('app.user_id', true), '')::bigint, nullif(current_setting('app.owner_user_id', true), '')::bigint,
    case when p_permissions is null then 'staff.deactivate' else 'staff.permissions' end, 'users', p_user,
    case when p_permissions is null then '{}' else jsonb_build_object('permissions', jsonb_build_array(before.permissions, p_permissions)) end
    || case when p_is_active is null then '{}' else jsonb_build_object('isActive', jsonb_build_array(before.is_active, p_is_active)) end);
end $$;
comment on function set_staff_rights is 'nullable: p_permissions, p_is_active';
revoke execute on function set_staff_rights from public;
grant execute on function set_staff_rights to klinika_app;
alter function set_staff_rights owner to klinika_auth;

-- A payment is voided, and counted once.
revoke update on payments from klinika_app;
grant update (closing_id, voided_by_id, voided_at, void_day, void_reason, void_closing_id) on payments to klinika_app;

create function keep_payments() returns trigger
  language plpgsql as $$
begin
  raise insufficient_privilege using message = 'a payment that was voided or counted stays so';
end $$;
create trigger payments_stay before update on payments for each row
  when (current_user = 'klinika_app'
        and ((old.closing_id is not null and old.closing_id is distinct from new.closing_id)
          or (old.void_closing_id is not null and old.void_closing_id is distinct from new.void_closing_id)
          or ((old.voided_by_id, old.voided_at, old.void_day, old.void_reason) is distinct from
              (new.voided_by_id, new.voided_at, new.void_day, new.void_reason)
              and (old.voided_at is not null or new.voided_at is null))))
  execute function keep_payments();

-- Stays of a patient in hospital follow the record, whose changes the history has.
create or replace function keep_admissions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  own constant bigint := new.clinic_id;
  was text := case when tg_op = 'UPDATE' then old.admission_status end;
begin
  if new.admission_status = 'Admitted' and was is distinct from 'Admitted' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at)
    values (own, new.id, new.hospital, new.room_number, coalesce(new.date_of_admission, manila_day(new.updated_at)));
  elsif new.admission_status = 'Admitted' then
    update admissions set hospital = new.hospital, room_number = new.room_number,
                          admitted_at = coalesce(new.date_of_admission, admitted_at)
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif was = 'Admitted' then
    update admissions set discharged_at = new.updated_at
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif new.admission_status = 'Discharged' and was is distinct from 'Discharged' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at, discharged_at)
    values (own, new.id, new.hospital, new.room_number,
            coalesce(new.date_of_admission, manila_day(new.updated_at)), new.updated_at);
  end if;
  return null;
end $$;
revoke execute on function keep_admissions from public;
revoke insert, update, delete on admissions from klinika_app;

-- An entry stays with its patient, and keeps the time at which it was made: its history does not tell of these columns.
create procedure keep_entries_in_place(kept regclass)
  language plpgsql as $$
declare
  fixed text[] := array(
    select a.attname from pg_attribute a
    where a.attrelid = kept and a.attname in ('id', 'created_at', 'recorded_at', 'taken_at', 'consultation_id', 'prescription_id', 'paper_id',
                                              'bill_id')
      -- What a paper or an appointment leads to can be written later.
      and (a.attnotnull or a.attname not in ('consultation_id', 'prescription_id', 'paper_id', 'bill_id'))
    order by a.attnum);
  has_patient constant boolean := exists (select from pg_attribute a where a.attrelid = kept and a.attname = 'patient_id');
begin
  execute format(
    'create trigger %s_in_place before update on %s for each row when (current_user = ''klinika_app'' and (%s) is distinct from (%s)) '
    'execute function keep_in_place(%L)',
    (select c.relname from pg_class c where c.oid = kept), kept,
    (select string_agg('old.' || name, ', ') from unnest(fixed) name)
      || case when has_patient then ', coalesce(old.patient_id, new.patient_id)' else '' end,
    (select string_agg('new.' || name, ', ') from unnest(fixed) name)
      || case when has_patient then ', new.patient_id' else '' end,
    (select c.relname from pg_class c where c.oid = kept));
end $$;
create function keep_in_place() returns trigger
  language plpgsql as $$
begin
  raise insufficient_privilege using message = format('a row of %s stays with its patient and its time', tg_argv[0]);
end $$;

call keep_entries_in_place('patients');
call keep_entries_in_place('alerts');
call keep_entries_in_place('allergies');
call keep_entries_in_place('appointments');
call keep_entries_in_place('bills');
call keep_entries_in_place('clinic_papers');
call keep_entries_in_place('consultation_records');
call keep_entries_in_place('immunizations');
call keep_entries_in_place('medicine_stops');
call keep_entries_in_place('medicines');
call keep_entries_in_place('patient_families');
call keep_entries_in_place('pregnancies');
call keep_entries_in_place('prescriptions');
call keep_entries_in_place('problems');
call keep_entries_in_place('requested_items');
call keep_entries_in_place('results');
call keep_entries_in_place('visits');

-- A file is attached to a patient and detached by the record's lists, whose changes the history has.
revoke update on files from klinika_app;
grant update (patient_id, category, attached_at, removed_at, confidential_to_id) on files to klinika_app;
create trigger files_in_place before update on files for each row
  when (current_user = 'klinika_app' and coalesce(old.patient_id, new.patient_id) is distinct from new.patient_id)
  execute function keep_in_place('files');
create trigger files_stay before delete on files for each row
  when (current_user = 'klinika_app' and old.patient_id is not null) execute function refuse_change();

-- The reason of vital signs that were marked, too.
drop trigger consultations_vitals_history on consultations;
create trigger consultations_vitals_history
  after update of vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason on consultations for each row
  when ((old.vitals_in_error_at, old.vitals_in_error_by_id, old.vitals_in_error_reason) is distinct from
        (new.vitals_in_error_at, new.vitals_in_error_by_id, new.vitals_in_error_reason))
  execute function record_change('consultations');

-- Deletions. The line is written first, in the same transaction; a patient is sealed first, but for one of a list that is
-- taken back.
revoke delete on prescriptions from klinika_app;
create index sealed_records_by_patient on sealed_records (clinic_id, patient_id);
grant select (patient_id) on sealed_records to klinika_app;

create function keep_deletions_recorded() returns trigger
  language plpgsql as $$
declare
  event constant text := current_setting('app.event', true);
  patient constant bigint := case when tg_argv[0] = 'patients' then old.id else (to_jsonb(old) ->> 'patient_id')::bigint end;
begin
  if event is null or event not in ('patient.delete', 'import.takeBack') then
    raise insufficient_privilege using message = format('a row of %s is not deleted', tg_argv[0]);
  end if;
  -- On a worker of a cluster a transaction has another time than on the coordinator.
  perform from public.record_history h
  where h.clinic_id = old.clinic_id and h.patient_id = patient and h.entity = tg_argv[0] and h.entity_id = old.id
    and h.event = current_setting('app.event', true) and h.happened_at between now() - interval '1 minute' and now() + interval '1 minute';
  if not found then
    raise insufficient_privilege using message = format('the record history has no line for the deletion of a row of %s', tg_argv[0]);
  end if;
  if event = 'patient.delete' then
    perform from public.sealed_records s where s.clinic_id = old.clinic_id and s.patient_id = patient;
    if not found then
      raise insufficient_privilege using message = 'a patient is sealed before the record is deleted';
    end if;
  end if;
  return old;
end $$;
create trigger patients_deleted before delete on patients for each row
  when (current_user = 'klinika_app') execute function keep_deletions_recorded('patients');
create trigger consultations_deleted before delete on consultations for each row
  when (current_user = 'klinika_app') execute function keep_deletions_recorded('consultations');

-- The id of a sealed patient is nobody else's.
create function keep_sealed() returns trigger
  language plpgsql as $$
begin
  perform from public.sealed_records s where s.clinic_id = new.clinic_id and s.patient_id = new.id;
  if found then
    raise insufficient_privilege using message = 'a sealed patient is restored by the operator';
  end if;
  return new;
end $$;
create trigger patients_sealed before insert on patients for each row
  when (current_user = 'klinika_app') execute function keep_sealed();

-- The record names its photo by the picture's hash, so the history has a line for each.
create function keep_photos() returns trigger
  language plpgsql as $$
declare
  photo public.patient_photos := case when tg_op = 'DELETE' then old else new end;
  named text;
begin
  select p.patient_photo into named from public.patients p where p.clinic_id = photo.clinic_id and p.id = photo.patient_id;
  if named is distinct from (case when tg_op <> 'DELETE' then left(encode(sha256(photo.picture), 'hex'), 16) end) then
    raise insufficient_privilege using message = 'a photo is changed together with the record';
  end if;
  return photo;
end $$;
create trigger patient_photos_named before insert or update or delete on patient_photos for each row
  when (current_user = 'klinika_app') execute function keep_photos();
