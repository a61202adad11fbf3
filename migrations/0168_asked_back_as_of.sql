grant select (arrived_at) on visits to klinika_notice;

set local role klinika_notice;

-- The day for which the patient had last been asked back at that time, by the rule of 0018: until the patient came on a
-- later day. What was entered in error since does not count. A printed prescription names the day as of its saving.
create function asked_back_as_of(p_patient bigint, p_at timestamptz) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select case when not exists (select from consultations l where l.clinic_id = own and l.patient_id = c.patient_id
                                       and manila_day(l.created_at) > manila_day(c.created_at) and l.created_at <= p_at
                                       and l.in_error_at is null
                                       and (l.vitals_in_error_at is null or l.consultation_type <> 'Vitals'))
                      and not exists (select from visits v where v.clinic_id = own and v.patient_id = c.patient_id
                                      and v.day > manila_day(c.created_at) and coalesce(v.arrived_at, '-infinity') <= p_at
                                      and v.state not in ('booked', 'no_show', 'cancelled'))
                      then c.follow_up_date end
          from consultations c
          where c.clinic_id = own and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
            and c.in_error_at is null and c.created_at <= p_at
          order by c.created_at desc, c.id desc limit 1);
end $$;
grant execute on function asked_back_as_of(bigint, timestamptz) to klinika_app;
comment on function asked_back_as_of(bigint, timestamptz) is 'nullable: result';

-- As of now.
create or replace function asked_back_on(p_patient bigint) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return asked_back_as_of(p_patient, 'infinity');
end $$;

set local role klinika_owner;
