-- Results of laboratories, with the clinic's own reference ranges and the units that its laboratories print.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Laboratories that results came from, with the unit that each printed last for an analyte: {"creatinine": "µmol/L"}. The one
-- with an empty name stands for results that name none.
create table laboratories (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(120) not null,
  units jsonb not null default '{}',
  used_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, name)
);
call guard_clinic_table('laboratories', 'select, insert, update');

-- Reference ranges that the clinic uses instead of the catalog's. Stored results keep the range they were judged by.
create table result_ranges (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  analyte varchar(60) not null,
  -- [{sex, from, to, low, high}], ages in months, limits in the analyte's first unit. Empty: the catalog's again.
  bands jsonb not null,
  note varchar(120),
  changed_by_id bigint not null,
  changed_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, analyte),
  foreign key (clinic_id, changed_by_id) references users (clinic_id, id)
);
call guard_clinic_table('result_ranges', 'select, insert, update');

-- What a laboratory found in one specimen, as typed from its paper. Corrected or marked as entered in error, never deleted.
create table results (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  panel varchar(60) not null,
  collected_at timestamptz not null,
  laboratory varchar(120),
  note varchar(1000),
  -- [{analyte, name, value, unit, low, high, source, flag}], each with the range it was judged by.
  result_values jsonb not null,
  result_state varchar(20) not null default 'final' check (result_state in ('final', 'corrected', 'entered_in_error')),
  -- The laboratory's paper, among the patient's files.
  file_id bigint,
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A correction says which version of the result it was read in (If-Match), as edits of the other rows do.
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_confidential_rows('results');
create index results_of_file on results (clinic_id, file_id) where file_id is not null;
create index results_of_patient on results (clinic_id, patient_id, collected_at desc, id desc);
call guard_clinic_table('results', 'select, insert, update');
call open_to_merges('results');

-- The file of a confidential result is as confidential, and the patient's lists of files do not name it meanwhile. The
-- patient's version rises only where a list changes, so that it does not tell of the result.
create function follow_result_mark() returns trigger
  language plpgsql as $$
begin
  update public.files set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and id = new.file_id and confidential_to_id is distinct from new.confidential_to_id;
  if found then
    update public.patients p
    set laboratory_files = case when f.category = 'laboratory' and new.confidential_to_id is null
                                then array_append(array_remove(p.laboratory_files, f.path::text), f.path::text)
                                else array_remove(p.laboratory_files, f.path::text) end,
        imaging_files = case when f.category = 'imaging' and new.confidential_to_id is null
                             then array_append(array_remove(p.imaging_files, f.path::text), f.path::text)
                             else array_remove(p.imaging_files, f.path::text) end,
        other_files = case when f.category = 'other' and new.confidential_to_id is null
                           then array_append(array_remove(p.other_files, f.path::text), f.path::text)
                           else array_remove(p.other_files, f.path::text) end,
        version = version + 1
    from public.files f
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and f.clinic_id = new.clinic_id and f.id = new.file_id
      and f.removed_at is null
      and (new.confidential_to_id is null
           or f.path::text = any(coalesce(p.laboratory_files, '{}') || coalesce(p.imaging_files, '{}')
                                 || coalesce(p.other_files, '{}')));
  end if;
  return null;
end $$;

create trigger results_confidential before insert on results
  for each row when (new.confidential_to_id is not null) execute function keep_confidential('created_by_id');
create trigger results_history after insert or update on results
  for each row execute function record_change('results');
call keep_entries_in_place('results');
create trigger results_made_confidential after insert on results
  for each row when (new.confidential_to_id is not null and new.file_id is not null) execute function follow_result_mark();
create trigger results_mark_followed after update of confidential_to_id, file_id on results
  for each row when (new.file_id is not null and (new.confidential_to_id is distinct from old.confidential_to_id
                     or (new.confidential_to_id is not null and new.file_id is distinct from old.file_id)))
  execute function follow_result_mark();
create trigger results_marked before update of confidential_to_id on results
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('created_by_id');
