-- What a patient's row repeats of the patient's bills and consultations is written by followEntries of
-- src/features/patients/server/follow-entries.ts alone.

-- After a consultation was marked as confidential or as entered in error, or a mark was taken off: its parts get the mark.
create or replace function follow_consultation_mark() returns trigger
  language plpgsql
as $$
begin
  update public.consultation_addenda set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and consultation_id = new.id and confidential_to_id is distinct from new.confidential_to_id;
  update public.consultation_diagnoses set confidential_to_id = new.confidential_to_id, in_error_at = new.in_error_at
  where clinic_id = new.clinic_id and consultation_id = new.id;
  return null;
end $$;

set local role klinika_merge;

-- Merges and their undo leave it to their caller.
do $$
begin
  execute replace(pg_get_functiondef('merge_patients(bigint, bigint, jsonb, timestamptz)'::regprocedure),
    E'  perform follow_visit_diagnosis(s.id);\n  perform follow_bills(s.id);\n', '');
  execute replace(pg_get_functiondef('undo_merge(bigint, timestamptz)'::regprocedure),
    E'  perform follow_visit_diagnosis(s.id), follow_visit_diagnosis(m.other_id), follow_bills(s.id), follow_bills(m.other_id);\n',
    '');
end $$;
drop function follow_bills(bigint), follow_visit_diagnosis(bigint);

set local role klinika_owner;
