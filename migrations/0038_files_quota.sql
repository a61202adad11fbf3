-- What a clinic's files take is bounded. Sealing a patient takes the rows out of files while the bytes stay until the
-- record's time has passed, so the sealed record keeps their size.
alter table sealed_records add column file_bytes bigint not null default 0 check (file_bytes >= 0);
update sealed_records s set file_bytes = (
  select coalesce(sum((f ->> 'size')::bigint), 0)
  from jsonb_array_elements(case jsonb_typeof(s.record -> 'files') when 'array' then s.record -> 'files' else '[]' end) f);

create index files_sizes on files (clinic_id) include (size);
create index sealed_records_file_bytes on sealed_records (clinic_id) include (file_bytes) where file_bytes > 0;

-- The application may not read what was sealed; of its own clinic it may add up this one column.
grant select (clinic_id, file_bytes) on sealed_records to klinika_app;
