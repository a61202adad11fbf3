-- An export of what changed since a time, with what was deleted since.
alter table fhir_exports add column since timestamptz;
create index record_history_of_deletions on record_history (clinic_id, happened_at)
  where event in ('patient.delete', 'import.takeBack', 'record.confidential');
