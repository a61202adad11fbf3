-- Lists of consultations of patients who are registered (decision C23).
alter table import_rows
  -- The consultation that a row became.
  add consultation_id bigint,
  add foreign key (clinic_id, consultation_id) references consultations (clinic_id, id) on delete set null (consultation_id);
create index import_rows_of_consultation on import_rows (clinic_id, consultation_id) where consultation_id is not null;

-- A header of a list of patients may mean something else in a list of consultations.
alter table import_headers
  add kind varchar(20) not null default 'patients' check (kind in ('patients', 'consultations')),
  drop constraint import_headers_pkey,
  add primary key (clinic_id, kind, header);
alter table import_headers alter kind drop default;
