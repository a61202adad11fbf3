-- Patients of a FHIR R4 bundle, and what else the file holds, which is not imported.
alter table imports drop constraint imports_format_check;
alter table imports add constraint imports_format_check check (format in ('xlsx', 'csv', 'fhir'));
alter table imports add column left_out text;
