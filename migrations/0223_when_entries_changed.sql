-- When something that a row has no time of its own for changed what the row says: a mark was set or taken off, results were
-- judged again, a list was imported, records were merged or restored. Few rows of the history are of these events.
create index record_history_of_entries on record_history (clinic_id, entity, entity_id, happened_at)
  where event in ('entry.mark', 'vitals.mark', 'record.confidential', 'result.judge', 'import.run')
    and entity in ('consultations', 'problems', 'prescriptions', 'results');
create index record_history_of_moves on record_history (clinic_id, patient_id, happened_at)
  where event in ('patient.merge', 'patient.unmerge', 'patient.restore') and entity in ('merges', 'patients');
