-- A part of an entry has the mark of the entry that is there when both are committed: while a part is written, the entry's
-- mark waits for it, or it for the mark. tg_argv: the table above, and the column that names its row.
create or replace function follow_confidential() returns trigger
  language plpgsql as $$
begin
  execute format('select e.confidential_to_id from public.%I e where e.clinic_id = $1 and e.id = $2 for share', tg_argv[0])
    into strict new.confidential_to_id using new.clinic_id, (to_jsonb(new) ->> tg_argv[1])::bigint;
  return new;
exception when no_data_found then
  raise foreign_key_violation using message = format('a row of %s belongs to none of %s (foreign key)', tg_table_name, tg_argv[0]);
end $$;

-- Nor is a part marked by itself.
create trigger consultation_addenda_marked before update of confidential_to_id on consultation_addenda for each row
  when (current_user = 'klinika_app') execute function follow_confidential('consultations', 'consultation_id');
create trigger consultation_diagnoses_marked before update of confidential_to_id on consultation_diagnoses for each row
  when (current_user = 'klinika_app') execute function follow_confidential('consultations', 'consultation_id');
create trigger medicine_stops_marked before update of confidential_to_id on medicine_stops for each row
  when (current_user = 'klinika_app') execute function follow_confidential('prescriptions', 'prescription_id');
create trigger requested_items_marked before update of confidential_to_id on requested_items for each row
  when (current_user = 'klinika_app') execute function follow_confidential('clinic_papers', 'paper_id');
