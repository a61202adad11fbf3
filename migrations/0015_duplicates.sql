-- Who may be registered already: by birthday, by phone, and by how the words of the name sound. Under row-level
-- security only equality is let into an index, so spelling is compared by keys that near spellings share.
create index patients_by_birthday on patients (clinic_id, birthday, id desc) where birthday is not null;
create index patients_by_contact_number on patients (clinic_id, contact_number, id desc) where contact_number is not null;

-- A folded word without what is heard alike or mistyped: the set of its consonants, v as b, f and ph as p, soft c
-- and z as s. "Cristina" and "Kristena", "Mendoza" and "Mednosa" meet. A vowel in front is kept as a: Ana, not Noe.
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

-- The sounds of a name, in no order. Particles, titles and generations tell nobody apart; "Ma." is Maria.
create function name_sounds(name text) returns text[]
  language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select distinct word_sound(case folded when 'ma' then 'maria' else folded end)
    from (select fold(word) as folded from regexp_split_to_table(left(name, 255), '[[:space:],./-]+') as word) words
    where length(folded) > 1
      and folded not in ('de', 'del', 'dela', 'delas', 'delos', 'dos', 'da', 'di', 'la', 'las', 'los',
                         'jr', 'sr', 'ii', 'iii', 'iv', 'dr', 'dra', 'md'));
end $$;

create table patient_name_sounds (
  clinic_id bigint not null references clinics (id),
  sound text not null,
  patient_id bigint not null,
  primary key (clinic_id, sound, patient_id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
call guard_clinic_table('patient_name_sounds', 'select, insert, delete');
create index patient_name_sounds_of_patient on patient_name_sounds (clinic_id, patient_id);

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
create trigger patients_name_sounds after insert or update of patient_name on patients
  for each row execute function keep_name_sounds();

insert into patient_name_sounds (clinic_id, sound, patient_id)
select clinic_id, sound, id from patients, unnest(name_sounds(patient_name)) as sound;
