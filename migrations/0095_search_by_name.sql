create function folded_words(value text) returns text[]
  language sql immutable strict parallel safe
  return array(select word from (select fold(piece) as word, place
                                 from regexp_split_to_table(value, '[[:space:]\u00a0]+') with ordinality as pieces (piece, place)) folded
               where word <> '' order by place);

-- A name as it is sorted: the folded surname, a space, the folded given names. The surname stands before a comma;
-- without one it is the last word with its particles ("Juan dela Cruz"). Jr., III and MD are no surname and come last.
-- nameKey in src/shared/formats/name-parts.ts is the same rule. Names have their schema: a restore has no search path.
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

-- What the one search box looks in. It begins with the name's key: an index on it sorts by name, and its beginning is a
-- surname. Behind it, each after a sign that no folded word has: #number| phones | PhilHealth | name as typed ;given names.
create function patient_search_text(name text, admission_no text, contact_number text, philhealth_number text) returns text
  language plpgsql immutable parallel safe as $$
declare
  key constant text := public.name_key(name);
  phone constant text := coalesce(contact_number, '');
begin
  return public.fit_index(left(key, 120) || '#' || public.fold(admission_no) || '|' || public.fold(regexp_replace(phone, '^\+63', '0')) || '|' ||
                   public.fold(phone) || '|' || coalesce(replace(philhealth_number, '-', ''), '') || '|' || public.fold(name) || ';' ||
                   split_part(key, ' ', 2));
end $$;

-- Whoever writes a patient computes its column.
grant execute on function folded_words(text), name_key(text), patient_search_text(text, text, text, text) to public;

-- The column is made anew: the table is rewritten, and its index with it. The vacuum lets a search read the index alone.
-- then: vacuum analyze patients
alter table patients drop column search_text;
alter table patients add column search_text text generated always as (
  patient_search_text(patient_name, admission_no, contact_number, philhealth_number)
) stored;
create index patients_newest on patients (clinic_id, is_archived, created_at desc, id desc)
  include (search_text, other_text, admission_status, payment_status, patient_status, consultation_status, record_day);
create index patients_by_name on patients (clinic_id, is_archived, search_text collate "C", id)
  include (admission_status, payment_status, patient_status, consultation_status, record_day);
