-- What a patient's row repeats of the patient's bills and consultations is written by followEntries of
-- src/server/patient/follow-entries.ts alone.

-- After an entry was marked as confidential, or the mark was taken off: its parts get the mark. tg_argv: the table of each part,
-- and the column that names the entry.
create function follow_mark() returns trigger
  language plpgsql as $$
begin
  for place in 0 .. tg_nargs - 1 by 2 loop
    execute format('update public.%I set confidential_to_id = $1 '
                   'where clinic_id = $2 and %I = $3 and confidential_to_id is distinct from $1', tg_argv[place], tg_argv[place + 1])
      using new.confidential_to_id, new.clinic_id, new.id;
  end loop;
  return null;
end $$;

drop trigger clinic_papers_mark_followed on clinic_papers;
create trigger clinic_papers_mark_followed after update of confidential_to_id on clinic_papers
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function follow_mark('requested_items', 'paper_id');
drop trigger consultations_in_error_followed on consultations;
drop trigger consultations_mark_followed on consultations;
create trigger consultations_mark_followed after update of confidential_to_id on consultations
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function follow_mark('consultation_addenda', 'consultation_id', 'consultation_diagnoses', 'consultation_id');
drop trigger prescriptions_mark_followed on prescriptions;
create trigger prescriptions_mark_followed after update of confidential_to_id on prescriptions
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function follow_mark('medicine_stops', 'prescription_id');
drop function follow_consultation_mark(), follow_paper_mark(), follow_prescription_mark();

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
