-- Patients with what is derived from their names, their stays in hospital, families and photos, and the fields that a clinic
-- adds to its form.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The last count in the clinic's own admission numbers of a Manila day, YYYYMMDD-NNN.
create table admission_counters (
  clinic_id bigint not null references clinics (id),
  day date not null,
  count integer not null,
  primary key (clinic_id, day)
);
call guard_clinic_table('admission_counters', 'select, insert, update');

-- What a clinic asks of its patients beyond the record's own fields. A patient's values stay text, under the
-- field's name, in patients.custom_fields.
create table custom_field_definitions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  field_name varchar(100) not null,
  field_type varchar(20) not null default 'text' check (field_type in ('text', 'number', 'date', 'choice')),
  field_options text[] not null default '{}',
  is_required boolean not null default false,
  display_order integer not null default 1,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
-- "Blood type" and "BLOOD TYPE" are one field to whoever fills the form.
create unique index custom_field_definitions_name_key on custom_field_definitions (clinic_id, fold(field_name));
call guard_clinic_table('custom_field_definitions', 'select, insert, update, delete');

-- Two patients who look like one person and are not, by a user's word. Without foreign keys to patients: one who is deleted
-- may be restored.
create table dismissed_duplicates (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- The smaller id.
  first_id bigint not null,
  second_id bigint not null,
  dismissed_by_id bigint not null,
  dismissed_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, dismissed_by_id) references users (clinic_id, id),
  constraint dismissed_duplicates_check check (first_id < second_id)
);
create unique index dismissed_duplicates_once on dismissed_duplicates (clinic_id, second_id, first_id);
call guard_clinic_table('dismissed_duplicates', 'select, insert');

-- A clinic's patients. What lists show and search is in the row, also where it follows from consultations, bills and
-- allergies.
create table patients (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  admission_no varchar(50) not null,
  hospital varchar(255) not null,
  patient_name varchar(255) not null,
  age smallint check (age between 0 and 150),
  sex varchar(1) check (sex in ('M', 'F')),
  birthday date,
  allergies text,
  address text,
  room_number varchar(50),
  date_of_admission date,
  physician_in_charge varchar(255),
  preop_diagnosis text,
  surgical_procedure text,
  postop_diagnosis text,
  chief_complaint text,
  history_of_present_illness text,
  admission_status varchar(50) not null default 'Outpatient'
    check (admission_status in ('Admitted', 'Discharged', 'Outpatient')),
  payment_status varchar(50) not null default 'Pending'
    check (payment_status in ('Paid-Received', 'Pending', 'Overdue')),
  amount numeric(12,2) check (amount >= 0),
  phic_payment varchar(50) not null default 'No' check (phic_payment in ('Yes', 'No')),
  referring_physician varchar(255),
  remarks text,
  contact_number varchar(50),
  email varchar(255),
  laboratory_files text[] not null default '{}',
  imaging_files text[] not null default '{}',
  other_files text[] not null default '{}',
  internal_notes text,
  -- The beginning of the SHA-256 of the picture in patient_photos, so that a new picture has a new address.
  patient_photo text,
  patient_status varchar(50) not null default 'Waiting'
    check (patient_status in ('Waiting', 'Seen', 'Follow-up')),
  -- By the name of the field in custom_field_definitions.
  custom_fields jsonb not null default '{}',
  appointment_time timestamptz,
  consultation_status varchar(50) not null default 'pending',
  consultation_completed_at timestamptz,
  last_consultation_at timestamptz,
  is_archived boolean not null default false,
  -- The same in each clinic to which the person was referred.
  global_patient_id uuid not null default gen_random_uuid(),
  -- Came with a referral, from the clinic in original_clinic_id.
  is_shared_patient boolean not null default false,
  original_clinic_id bigint,
  registered_by_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A patient belongs to a period by admission date, else by registration.
  record_day date generated always as (coalesce(date_of_admission, manila_day(created_at))) stored,
  -- PhilHealth identification number, 2-9-1 digits with hyphens.
  philhealth_number varchar(14) check (philhealth_number ~ '^\d{2}-\d{9}-\d$'),
  -- A patient's diagnosis is the newer of the last consultation's and the record's own. These say what the last consultation
  -- found, when, and when the pre-op or post-op diagnosis was last written.
  visit_diagnosis text,
  visit_diagnosed_at timestamptz,
  own_diagnosed_at timestamptz,
  -- Has bills: then amount and payment_status are those of the latest open bill, else of the latest one.
  is_billed boolean not null default false,
  -- The day for which the last consultation asked the patient back, until they come.
  follow_up_date date,
  -- What the one search box looks in. A mobile is found as 0917…, 917… and 63917….
  search_text text generated always as (
    patient_search_text(patient_name, admission_no, contact_number, philhealth_number)) stored,
  -- The codes of the diagnosis in visit_diagnosis, "I10 E11.9".
  visit_codes varchar(160),
  -- Hospital, then the codes and the beginnings of the diagnoses. A filter by diagnosis looks behind the first bar.
  other_text text generated always as (
    fit_index(left(fold(hospital), 118) || '|' || left(fold(coalesce(visit_codes, '')), 60) || '|' ||
              left(fold(left(coalesce(visit_diagnosis, ''), 600)), 106) || '|' ||
              left(fold(left(coalesce(preop_diagnosis, ''), 600)), 106) || '|' ||
              left(fold(left(coalesce(postop_diagnosis, ''), 600)), 106))) stored,
  household_key text generated always as (household_key(address, contact_number)) stored,
  -- The day on which a typed age was told, from which it grows. Null: the day of registration.
  age_told_on date,
  -- Gestational age at birth.
  gestation_days smallint check (gestation_days between 140 and 314),
  -- The Manila day on which an import brought the patient, who is no new patient of that day. Rows of imports are removed
  -- after 30 days, this stays.
  imported_on date,
  primary key (clinic_id, id),
  constraint patients_admission_no_key unique (clinic_id, admission_no),
  foreign key (clinic_id, registered_by_id) references users (clinic_id, id)
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index patients_by_admission_status on patients (clinic_id, admission_status, created_at desc, id desc)
  include (hospital) where not is_archived;
-- Who may be registered already: by birthday, by phone, and by how the words of the name sound (patient_name_sounds).
create index patients_by_birthday on patients (clinic_id, birthday, id desc) where birthday is not null;
create index patients_by_contact_number on patients (clinic_id, contact_number, id desc) where contact_number is not null;
-- The list of a period, and all that Analytics & Reports adds up.
create index patients_by_day on patients (clinic_id, record_day, created_at desc, id desc)
  include (admission_status, payment_status, patient_status, consultation_status, hospital, phic_payment, amount, is_billed,
           imported_on)
  where not is_archived;
create index patients_by_hospital on patients (clinic_id, is_archived, hospital, id)
  include (admission_status, payment_status, patient_status, consultation_status, record_day);
create index patients_by_household on patients (clinic_id, household_key, id)
  where household_key is not null and not is_archived;
-- search_text begins with the key by which names are sorted.
create index patients_by_name on patients (clinic_id, is_archived, search_text collate "C", id)
  include (admission_status, payment_status, patient_status, consultation_status, record_day);
create index patients_by_payment on patients (clinic_id, payment_status, created_at desc, id desc) include (amount, is_billed)
  where not is_archived;
-- Programs look a patient up by the PhilHealth number.
create index patients_by_philhealth_number on patients (clinic_id, philhealth_number, id) where philhealth_number is not null;
create index patients_due on patients (clinic_id, follow_up_date) where follow_up_date is not null and not is_archived;
-- One person is one patient of a clinic, however often the person is referred to it and back.
create unique index patients_global_id on patients (clinic_id, global_patient_id);
-- Row-level security keeps LIKE out of a trigram index, since it is not leakproof. A search walks this index, newest first,
-- which holds the texts it compares and all that filters compare: it reads the index alone and stops at the page's last hit.
-- It stays quick only while vacuum keeps up, hence the table's settings.
create index patients_newest on patients (clinic_id, is_archived, created_at desc, id desc)
  include (search_text, other_text, admission_status, payment_status, patient_status, consultation_status, record_day);
-- For the observations of the gestation at birth: few patients of a clinic have one.
create index patients_of_gestation on patients (clinic_id, id) where gestation_days is not null;
create index patients_procedures on patients (clinic_id, date_of_admission)
  where not is_archived and surgical_procedure is not null;
-- Today's Consultations: who has an appointment, was seen or was registered today, and is not marked Done.
create index patients_today_appointed on patients (clinic_id, appointment_time)
  where not is_archived and consultation_status = 'pending';
create index patients_today_consulted on patients (clinic_id, last_consultation_at)
  where not is_archived and consultation_status = 'pending';
create index patients_today_registered on patients (clinic_id, created_at)
  where not is_archived and consultation_status = 'pending';
call guard_clinic_table('patients', 'select, insert, update, delete');
call open_to_merges('patients');
-- The console counts the patients of each clinic and can read no other column of theirs.
create policy console on patients for select to klinika_admin using (true);
-- Reminders and notifications name the patient, in all clinics.
create policy telling on patients for select to klinika_notice using (true);
grant select (clinic_id) on patients to klinika_admin;
grant select (clinic_id, id, patient_name, contact_number, email, is_archived) on patients to klinika_notice;

-- A patient's stays in hospital, a row each. The columns of the patient are the current stay, from which keep_admissions writes
-- these rows.
create table admissions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  hospital varchar(255) not null,
  room_number varchar(50),
  admitted_at date not null,
  discharged_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index admissions_discharged on admissions (clinic_id, discharged_at desc, patient_id desc)
  include (admitted_at) where discharged_at is not null;
create index admissions_of_patient on admissions (clinic_id, patient_id, id desc) include (admitted_at, discharged_at);
create index admissions_open on admissions (clinic_id, admitted_at, patient_id) where discharged_at is null;
call guard_clinic_table('admissions', 'select');
call open_to_merges('admissions');

-- The family of a patient, a row for each patient: next of kin, the guardian of a child, and the household, which is all
-- patients of the clinic with the same household_id. Nothing in it says what anybody suffers from.
create table patient_families (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  kin_name varchar(255),
  kin_relation varchar(60),
  kin_phone varchar(50),
  -- With guardian_patient_id: the name of that patient when it was linked, which stays when that record is deleted.
  guardian_name varchar(255),
  guardian_relation varchar(60),
  guardian_phone varchar(50),
  guardian_patient_id bigint,
  household_id bigint,
  -- What the patient is in the household: mother, child.
  household_relation varchar(60),
  recorded_by_id bigint not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, guardian_patient_id) references patients (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id),
  constraint guardian_named check (
    guardian_name is not null
    or (guardian_relation is null and guardian_phone is null and guardian_patient_id is null)),
  constraint guardian_other check (guardian_patient_id <> patient_id),
  constraint household_related check (household_id is not null or household_relation is null),
  constraint kin_named check (kin_name is not null or (kin_relation is null and kin_phone is null))
);
create index patient_families_of_guardian on patient_families (clinic_id, guardian_patient_id)
  where guardian_patient_id is not null;
create index patient_families_of_household on patient_families (clinic_id, household_id, patient_id)
  where household_id is not null;
create unique index patient_families_once on patient_families (clinic_id, patient_id);
call guard_clinic_table('patient_families', 'select, insert, update');
call open_to_merges('patient_families');

-- How the words of a patient's name sound, by which a patient is found who is registered already in another spelling. Under
-- row-level security only equality is let into an index, so spellings are compared by keys that near spellings share.
create table patient_name_sounds (
  clinic_id bigint not null references clinics (id),
  sound text not null,
  patient_id bigint not null,
  primary key (clinic_id, sound, patient_id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
create index patient_name_sounds_of_patient on patient_name_sounds (clinic_id, patient_id);
call guard_clinic_table('patient_name_sounds', 'select, insert, delete');
call open_to_merges('patient_name_sounds');

-- A patient's photo, drawn anew and small by the server. It is here and not in the file store: some ten kilobytes that are
-- written, replaced, sealed and deleted with the patient in one transaction.
create table patient_photos (
  clinic_id bigint not null references clinics (id),
  patient_id bigint not null,
  picture bytea not null check (octet_length(picture) between 1 and 200000),
  created_at timestamptz not null,
  primary key (clinic_id, patient_id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_clinic_table('patient_photos', 'select, insert, update, delete');
call open_to_merges('patient_photos');

-- The words of a text, folded, in their order. Nothing of a word that has no letter and no digit.
create function folded_words(value text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select word
    from (select fold(piece) as word, place
          from regexp_split_to_table(value, '[[:space:]\u00a0]+') with ordinality as pieces (piece, place)) folded
    where word <> '' order by place);
grant execute on function folded_words(text) to public;

-- A folded word of a name in full, "ma" as "maria"; any other word as it is. SHORT_NAMES in
-- src/shared/formats/name-search.ts has the same words.
create function full_word(word text) returns text
  language sql immutable strict parallel safe
  return case word when 'ma' then 'maria' when 'sta' then 'santa' when 'sto' then 'santo' when 'jn' then 'john' else word end;
grant execute on function full_word(text) to public;

-- Writes the stays of a patient from the columns of the record. A patient who becomes Discharged without having been Admitted
-- here gets a closed stay. A discharge is dated when it is entered, and later edits of the record do not move it. Who is
-- Admitted again from the day of the last stay is in that stay: the discharge was a mistake. The server has no right to
-- write stays, so this has the owner's rights.
create function keep_admissions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  own constant bigint := new.clinic_id;
  was text := case when tg_op = 'UPDATE' then old.admission_status end;
  began constant date := coalesce(new.date_of_admission, manila_day(new.updated_at));
  reopened bigint;
begin
  if new.admission_status = 'Admitted' and was = 'Discharged' then
    select last.id into reopened from (
      select id, admitted_at from admissions where clinic_id = own and patient_id = new.id order by id desc limit 1) last
    where last.admitted_at = began;
  end if;
  if reopened is not null then
    update admissions set discharged_at = null, hospital = new.hospital, room_number = new.room_number
    where clinic_id = own and id = reopened;
  elsif new.admission_status = 'Admitted' and was is distinct from 'Admitted' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at)
    values (own, new.id, new.hospital, new.room_number, began);
  elsif new.admission_status = 'Admitted' then
    update admissions set hospital = new.hospital, room_number = new.room_number,
                          admitted_at = coalesce(new.date_of_admission, admitted_at)
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif was = 'Admitted' then
    update admissions set discharged_at = new.updated_at
    where clinic_id = own and patient_id = new.id and discharged_at is null;
  elsif new.admission_status = 'Discharged' and was is distinct from 'Discharged' then
    insert into admissions (clinic_id, patient_id, hospital, room_number, admitted_at, discharged_at)
    values (own, new.id, new.hospital, new.room_number, began, new.updated_at);
  end if;
  return null;
end $$;

-- The sounds follow from the name.
create function keep_name_sounds() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from patient_name_sounds where clinic_id = new.clinic_id and patient_id = new.id;
  end if;
  insert into patient_name_sounds (clinic_id, sound, patient_id)
  select new.clinic_id, sound, new.id from unnest(name_sounds(new.patient_name)) as sound;
  return null;
end $$;
grant execute on function keep_name_sounds() to public;

-- A patient does not get an admission number that leads to the record into which its own was merged.
create function keep_numbers_reserved() returns trigger
  language plpgsql as $$
begin
  if exists (select from public.merges m where m.clinic_id = new.clinic_id and m.other_admission_no = new.admission_no
             and m.undone_at is null and m.other_id <> new.id) then
    raise unique_violation using
      message = 'this admission number leads to a merged record', constraint = 'patients_admission_no_key';
  end if;
  return new;
end $$;

-- Refuses a photo that the record does not name. The name is the picture's hash, so the history of the record has a line for
-- each change of the photo.
create function keep_photos() returns trigger
  language plpgsql as $$
declare
  photo public.patient_photos := case when tg_op = 'DELETE' then old else new end;
  named text;
begin
  select p.patient_photo into named from public.patients p where p.clinic_id = photo.clinic_id and p.id = photo.patient_id;
  if named is distinct from (case when tg_op <> 'DELETE' then left(encode(sha256(photo.picture), 'hex'), 16) end) then
    raise insufficient_privilege using message = 'a photo is changed together with the record';
  end if;
  return photo;
end $$;

-- A name as it is sorted: the folded surname, a space, the folded given names. The surname stands before a comma;
-- without one it is the last word with its particles ("Juan dela Cruz"). Jr., III and MD are no surname and come last.
-- nameKey in src/shared/formats/name-parts.ts is the same rule. The body names the schema: a restore has no search path.
create function name_key(name text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  behind constant text[] := array['jr', 'sr', 'ii', 'iii', 'iv', 'v', 'md'];
  particles constant text[] := array['de', 'del', 'dela', 'delas', 'delos', 'dos', 'da', 'di', 'la', 'las', 'los',
                                     'san', 'santa', 'santo', 'sta', 'sto', 'van', 'von', 'der', 'den', 'ter'];
  comma constant integer := strpos(name, ',');
  surname text := public.fold(left(name, greatest(comma - 1, 0)));
  given text[] := public.folded_words(replace(substr(name, comma + 1), ',', ' '));
  after text[] := '{}';
  words text[];
  surname_from integer;
begin
  while cardinality(given) > 0 and given[1] = any (behind) and surname <> '' loop
    after := after || given[1];
    given := given[2:];
  end loop;
  if surname <> '' and cardinality(given) > 0 then
    return surname || ' ' || array_to_string(given || after, '');
  end if;
  words := case when surname = '' then given else public.folded_words(left(name, comma - 1)) end;
  while cardinality(words) > 1 and words[cardinality(words)] = any (behind) loop
    after := words[cardinality(words)] || after;
    words := trim_array(words, 1);
  end loop;
  surname_from := cardinality(words);
  while surname_from > 1 and words[surname_from - 1] = any (particles) loop
    surname_from := surname_from - 1;
  end loop;
  return array_to_string(words[surname_from:], '') || ' ' || array_to_string(words[:surname_from - 1] || after, '');
end $$;
grant execute on function name_key(text) to public;

-- The sounds of the words of a name, in no order. Particles, titles and generations tell nobody apart; "Ma." is Maria.
create function name_sounds(name text) returns text[]
  language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select distinct word_sound(full_word(folded))
    from (select fold(word) as folded from regexp_split_to_table(left(name, 255), '[[:space:],./-]+') as word) words
    where length(folded) > 1
      and folded not in ('de', 'del', 'dela', 'delas', 'delos', 'dos', 'da', 'di', 'la', 'las', 'los',
                         'jr', 'sr', 'ii', 'iii', 'iv', 'dr', 'dra', 'md'));
end $$;
grant execute on function name_sounds(text) to public;

-- A name, folded, with each word written the other way: "Sta. Ana" for "Santa Ana". Null where no word has another.
create function name_variant(name text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  words constant text[] := array(
    select public.fold(piece) from regexp_split_to_table(name, '[[:space:]\u00a0,./-]+') with ordinality as pieces (piece, place)
    order by place);
  variant constant text := (
    select string_agg(public.other_word(word), '' order by place) from unnest(words) with ordinality as each (word, place));
begin
  return nullif(variant, array_to_string(words, ''));
end $$;
grant execute on function name_variant(text) to public;

-- The other way to write a folded word, short for long or long for short, else the word.
create function other_word(word text) returns text
  language sql immutable strict parallel safe
  return case word when 'santa' then 'sta' when 'santo' then 'sto' when 'john' then 'jn' else public.full_word(word) end;
grant execute on function other_word(text) to public;

-- The key that near spellings of a folded word share: the set of its consonants, v as b, f and ph as p, soft c and z as s.
-- "Cristina" and "Kristena" have one key, "Mendoza" and "Mednosa" too. A vowel in front is kept as a: Ana, not Noe.
create function word_sound(word text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  sound text := regexp_replace(word, '^(?:delos|delas|dela|del)(?=[a-z]{3})', '');
begin
  sound := regexp_replace(replace(replace(sound, 'ph', 'f'), 'h', ''), 'c(?=[eiy])', 's', 'g');
  sound := translate(sound, 'cqxzvfyw', 'kkksbpiu');
  return case when sound ~ '^[aeiou]' then 'a' else '' end || array_to_string(array(
    select letter from regexp_split_to_table(translate(sound, 'aeiou', ''), '') as letter
    group by letter order by letter collate "C"), '');
end $$;
grant execute on function word_sound(text) to public;

create trigger patient_families_changed after update on patient_families
  for each row execute function record_change('patient_families');
call keep_entries_in_place('patient_families');
create trigger patient_families_made after insert on patient_families
  for each row execute function record_change('patient_families');
create trigger patient_photos_named before insert or update or delete on patient_photos
  for each row when (current_user = 'klinika_app') execute function keep_photos();
-- A merge moves the stays itself.
create trigger patients_admissions
  after insert or update of admission_status, date_of_admission, room_number, hospital on patients
  for each row when (current_user <> 'klinika_merge') execute function keep_admissions();
create trigger patients_deleted before delete on patients
  for each row when (current_user = 'klinika_app') execute function keep_deletions_recorded('patients');
-- References that a deletion empties.
create trigger patients_empty_import_rows_match_patient_id before delete on patients
  for each row execute function empty_reference('import_rows', 'match_patient_id');
create trigger patients_empty_patient_families_guardian_patient_id before delete on patients
  for each row execute function empty_reference('patient_families', 'guardian_patient_id');
create trigger patients_history after insert or update on patients
  for each row execute function record_change('patients');
call keep_entries_in_place('patients');
create trigger patients_name_sounds after insert or update of patient_name on patients
  for each row execute function keep_name_sounds();
create trigger patients_number_changed before update of admission_no on patients
  for each row when (new.admission_no is distinct from old.admission_no) execute function keep_numbers_reserved();
create trigger patients_number_reserved before insert on patients
  for each row execute function keep_numbers_reserved();
create trigger patients_sealed before insert on patients
  for each row when (current_user = 'klinika_app') execute function keep_sealed();
