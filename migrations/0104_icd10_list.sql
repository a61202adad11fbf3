-- A whole list of ICD-10 that the operator is licensed for, beside the product's own common diagnoses. Loaded and replaced
-- as a whole by `npm run admin -- load-icd10`.
create table icd10_lists (
  id smallint primary key default 1 check (id = 1),
  code_count integer not null,
  loaded_at timestamptz not null
);
create table icd10_codes (
  code varchar(6) primary key check (code ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$'),
  title varchar(300) not null
);
grant select on icd10_lists, icd10_codes to klinika_app;
