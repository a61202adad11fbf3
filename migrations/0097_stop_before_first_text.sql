-- A stop word also counts before the first text: whoever has this number in the record is no longer texted.
set local role klinika_notice;

-- By the stop word: consent to texts of everybody who was ever texted at this number, or has it in the record, in every
-- clinic, is withdrawn. Answers how many.
create or replace function stop_texts(p_number text, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  stopped bigint;
begin
  insert into reminder_consents (clinic_id, patient_id, channel, is_given, created_at)
  select reached.clinic_id, reached.patient_id, 'text', false, p_at
  from (select r.clinic_id, r.patient_id from reminders r where r.channel = 'text' and r.address = p_number
        union
        select p.clinic_id, p.id
        from clinics k
        cross join lateral (select clinic_id, id from patients
                            where clinic_id = k.id and contact_number = p_number offset 0) as p) as reached
  where consents_to_reminders(reached.clinic_id, reached.patient_id, 'text');
  get diagnostics stopped = row_count;
  return stopped;
end $$;
set local role klinika_owner;
