-- The lists of a record: alerts, allergies, problems, and medicines from elsewhere or not taken any more. A row is corrected,
-- never deleted: one that was entered in error says so.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Short notes at the top of the record: interpreter, wheelchair, company pays.
create table alerts (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  words varchar(60) not null check (words <> ''),
  -- Shown as a warning.
  is_warning boolean not null default false,
  state varchar(20) not null default 'active' check (state in ('active', 'resolved', 'entered_in_error')),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
create index alerts_of_patient on alerts (clinic_id, patient_id, id);
create unique index alerts_once on alerts (clinic_id, patient_id, lower(words)) where state = 'active';
call guard_clinic_table('alerts', 'select, insert, update');
call open_to_merges('alerts');

-- What a patient is allergic to. patients.allergies says it in words, for lists, papers and clients that know one text: it
-- follows from these rows (tell_allergies), and what is typed there is written here (type_allergies).
create table allergies (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  -- text: typed in the patient's field, perhaps for several allergies. none: a statement that there are none known.
  kind varchar(10) not null default 'allergy' check (kind in ('allergy', 'text', 'none')),
  substance text not null check (substance <> ''),
  reaction varchar(200),
  severity varchar(10) check (severity in ('mild', 'moderate', 'severe')),
  how_known varchar(20) check (how_known in ('told_by_patient', 'observed', 'tested')),
  -- replaced: text, or "none known", that no longer says what is known.
  state varchar(20) not null default 'active' check (state in ('active', 'resolved', 'entered_in_error', 'replaced')),
  -- Null: of early versions, and the record history does not say by whom.
  recorded_by_id bigint,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  -- An edit says which version of the row it was made from (If-Match).
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id),
  constraint allergies_check check (kind = 'allergy' or (reaction is null and severity is null and how_known is null))
);
create index allergies_of_patient on allergies (clinic_id, patient_id, id);
create unique index allergies_once on allergies (clinic_id, patient_id, lower(substance))
  where kind = 'allergy' and state = 'active';
create unique index allergies_one_text on allergies (clinic_id, patient_id, kind) where kind <> 'allergy' and state = 'active';
call guard_clinic_table('allergies', 'select, insert, update');
call open_to_merges('allergies');

-- Medicines of final prescriptions that a patient does not take any more.
create table medicine_stops (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  prescription_id bigint not null,
  -- Its place in the prescription's medicines, from 0.
  item smallint not null check (item between 0 and 99),
  -- As prescribed, for the record history.
  generic varchar(255) not null,
  -- Manila: the first day without it.
  stopped_on date not null,
  stop_reason varchar(200) not null check (stop_reason <> ''),
  state varchar(20) not null default 'active' check (state in ('active', 'entered_in_error')),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, prescription_id) references prescriptions (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_confidential_rows('medicine_stops');
create index medicine_stops_of_patient on medicine_stops (clinic_id, patient_id, id);
create unique index medicine_stops_once on medicine_stops (clinic_id, prescription_id, item) where state = 'active';
call guard_clinic_table('medicine_stops', 'select, insert, update');
call open_to_merges('medicine_stops');

-- Medicines that a patient takes from elsewhere than this clinic's prescriptions.
create table medicines (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  generic varchar(255) not null check (generic <> ''),
  dose varchar(255),
  -- As far as it is known: 2019, 2019-05 or 2019-05-01.
  since varchar(10) check (since ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
  -- The last day on which it was or is taken.
  until date,
  source varchar(20) not null check (source in ('elsewhere', 'over_the_counter')),
  state varchar(20) not null default 'active' check (state in ('active', 'stopped', 'entered_in_error')),
  stop_reason varchar(200),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id),
  constraint medicines_check check (state <> 'stopped' or (stop_reason is not null and until is not null))
);
call guard_confidential_rows('medicines');
create index medicines_of_patient on medicines (clinic_id, patient_id, id);
-- Each author has confidential rows without doubles: a refusal must not tell that another's is there.
create unique index medicines_once
  on medicines (clinic_id, patient_id, lower(generic), coalesce(confidential_to_id, 0)) where state = 'active';
call guard_clinic_table('medicines', 'select, insert, update');
call open_to_merges('medicines');

-- Lasting diagnoses of a patient.
create table problems (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  words varchar(255) not null check (words <> ''),
  -- ICD-10.
  code varchar(10),
  -- As far as it is known: 2019, 2019-05 or 2019-05-01.
  since varchar(10) check (since ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
  state varchar(20) not null default 'active' check (state in ('active', 'resolved', 'entered_in_error')),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_confidential_rows('problems');
create index problems_of_patient on problems (clinic_id, patient_id, id);
-- As with medicines_once.
create unique index problems_once
  on problems (clinic_id, patient_id, lower(words), coalesce(confidential_to_id, 0)) where state = 'active';
call guard_clinic_table('problems', 'select, insert, update');
call open_to_merges('problems');

-- What patients.allergies says: the active rows in words, parted by "; ", typed text last. Null where nothing is known.
create function allergies_text(clinic bigint, patient bigint) returns text
  language plpgsql stable
as $$
begin
  return (select coalesce(string_agg(public.allergy_in_words(substance, reaction, severity), '; ' order by kind = 'text', id)
                            filter (where kind <> 'none'),
                          max(substance) filter (where kind = 'none'))
          from public.allergies where clinic_id = clinic and patient_id = patient and state = 'active');
end $$;
grant execute on function allergies_text(bigint, bigint) to public;

-- "Penicillin (anaphylaxis, severe)"; without brackets where neither is known.
create function allergy_in_words(substance text, reaction text, severity text) returns text
  language sql immutable parallel safe
  return substance || coalesce(' (' || nullif(concat_ws(', ', reaction, severity), '') || ')', '');
grant execute on function allergy_in_words(text, text, text) to public;

-- Whether the whole text says that no allergies are known. saysNoAllergies in src/shared/clinical/allergy-words.ts is the same
-- rule.
create function says_no_allergies(typed text) returns boolean
  language sql immutable strict parallel safe
  return typed ~*
    '^\s*(no known ((drug|medicine|medication) )*allerg(y|ies)|no allerg(y|ies)|nkd?a|none|wala|(none|nil) known)\s*\.?\s*$';
grant execute on function says_no_allergies(text) to public;

-- Writes what the rows say to patients.allergies. The patient's row is locked before they are read, so that of two changes at
-- once the second tells both.
create function tell_allergies() returns trigger
  language plpgsql
as $$
declare
  patient record;
  words text;
begin
  select p.allergies, p.updated_at into patient from public.patients p
  where p.clinic_id = new.clinic_id and p.id = new.patient_id for no key update;
  words := public.allergies_text(new.clinic_id, new.patient_id);
  if patient.allergies is distinct from words then
    update public.patients p
    set allergies = words, version = p.version + 1,
        updated_at = greatest(patient.updated_at + interval '1 microsecond', new.updated_at)
    where p.clinic_id = new.clinic_id and p.id = new.patient_id;
  end if;
  return null;
end $$;

-- Writes what was typed in patients.allergies to the rows. Nothing is read out of the text: the words of rows, which are parted
-- by "; ", are left out, and the rest is one row of free text. Rows of allergies stay as they are, so that "none known" beside
-- one of them is free text too.
create function type_allergies() returns trigger
  language plpgsql as $$
declare
  typed constant text := nullif(btrim(new.allergies, E' \t\r\n'), '');
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  has_rows constant boolean := exists (select from public.allergies where clinic_id = new.clinic_id and patient_id = new.id
                                         and kind = 'allergy' and state = 'active');
  is_none constant boolean := coalesce(public.says_no_allergies(typed), false) and not has_rows;
  rest text := case when is_none or typed is null then '; ' else '; ' || typed || '; ' end;
  one record;
begin
  -- The longest first: the words of one row may be within another's.
  for one in select public.allergy_in_words(substance, reaction, severity) as words from public.allergies
             where clinic_id = new.clinic_id and patient_id = new.id and kind = 'allergy' and state = 'active'
             order by length(public.allergy_in_words(substance, reaction, severity)) desc, id loop
    if strpos(rest, '; ' || one.words || '; ') > 0 then
      rest := overlay(rest placing '; ' from strpos(rest, '; ' || one.words || '; ') for length(one.words) + 4);
    end if;
  end loop;
  rest := nullif(btrim(substr(rest, 3, greatest(length(rest) - 4, 0)), E' \t\r\n'), '');
  for one in select * from (values ('text', rest), ('none', case when is_none then typed end)) as wanted_of (kind, words) loop
    update public.allergies
    set substance = coalesce(one.words, substance), state = case when one.words is null then 'replaced' else state end,
        version = version + 1, updated_at = new.updated_at
    where clinic_id = new.clinic_id and patient_id = new.id and kind = one.kind and state = 'active'
      and substance is distinct from one.words;
    if one.words is not null then
      insert into public.allergies (clinic_id, patient_id, kind, substance, recorded_by_id, recorded_at, updated_at)
      values (new.clinic_id, new.id, one.kind, one.words, writer, new.updated_at, new.updated_at)
      on conflict do nothing;
    end if;
  end loop;
  -- After a registration the column has what was typed already.
  if tg_op = 'UPDATE' then
    new.allergies := public.allergies_text(new.clinic_id, new.id);
    -- As many letters as the field takes (MAX_ALLERGIES_TEXT).
    if length(new.allergies) > 2000 then
      raise check_violation using message = 'the allergies in words are too long', constraint = 'patients_allergies_length';
    end if;
  end if;
  return new;
end $$;

create trigger alerts_history after insert or update on alerts
  for each row execute function record_change('alerts');
call keep_entries_in_place('alerts');
create trigger allergies_history after insert or update on allergies
  for each row execute function record_change('allergies');
call keep_entries_in_place('allergies');
-- Not of rows that type_allergies writes: it sets the text itself.
create trigger allergies_told after insert or update on allergies
  for each row when (pg_trigger_depth() = 0 and current_user <> 'klinika_merge') execute function tell_allergies();
-- The mark follows the prescription, whose history has it.
create trigger medicine_stops_changed after update on medicine_stops
  for each row when (old.confidential_to_id is not distinct from new.confidential_to_id)
  execute function record_change('medicine_stops');
create trigger medicine_stops_confidential before insert on medicine_stops
  for each row execute function follow_confidential('prescriptions', 'prescription_id');
call keep_entries_in_place('medicine_stops');
create trigger medicine_stops_made after insert on medicine_stops
  for each row execute function record_change('medicine_stops');
-- A stop is not marked by itself.
create trigger medicine_stops_marked before update of confidential_to_id on medicine_stops
  for each row when (current_user = 'klinika_app') execute function follow_confidential('prescriptions', 'prescription_id');
create trigger medicines_confidential before insert on medicines
  for each row when (new.confidential_to_id is not null) execute function keep_confidential('recorded_by_id');
create trigger medicines_history after insert or update on medicines
  for each row execute function record_change('medicines');
call keep_entries_in_place('medicines');
create trigger medicines_marked before update of confidential_to_id on medicines
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('recorded_by_id');
-- Not of a text that tell_allergies writes.
create trigger patients_allergies_retyped before update of allergies on patients
  for each row when (pg_trigger_depth() = 0 and new.allergies is distinct from old.allergies and current_user <> 'klinika_merge')
  execute function type_allergies();
create trigger patients_allergies_typed after insert on patients
  for each row when (new.allergies is not null and current_user <> 'klinika_merge') execute function type_allergies();
create trigger problems_confidential before insert on problems
  for each row when (new.confidential_to_id is not null) execute function keep_confidential('recorded_by_id');
create trigger problems_history after insert or update on problems
  for each row execute function record_change('problems');
call keep_entries_in_place('problems');
create trigger problems_marked before update of confidential_to_id on problems
  for each row when (new.confidential_to_id is distinct from old.confidential_to_id)
  execute function keep_confidential('recorded_by_id');
