-- Letters that no accent makes are folded too: Đ, Ł, Ø, Æ, ß (fold in src/shared/formats/names.ts).
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(translate(
    lower(regexp_replace(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]', '', 'g')),
    'đðłøħı', 'ddlohi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');

-- The other way in which a folded word of a name is written, else the word: "Ma." is Maria, "Santa" is "Sta."
-- (SHORT_NAMES in src/shared/formats/names.ts).
create function full_word(word text) returns text
  language sql immutable strict parallel safe
  return case word when 'ma' then 'maria' when 'sta' then 'santa' when 'sto' then 'santo' when 'jn' then 'john' else word end;

create function other_word(word text) returns text
  language sql immutable strict parallel safe
  return case word when 'santa' then 'sta' when 'santo' then 'sto' when 'john' then 'jn' else public.full_word(word) end;

-- A folded name with its words written in the other way. Null where they have only one.
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

grant execute on function full_word(text), other_word(text), name_variant(text) to public;

-- What the one search box looks in, with the name as it is also written before the given names.
create or replace function patient_search_text(name text, admission_no text, contact_number text, philhealth_number text) returns text
  language plpgsql immutable parallel safe as $$
declare
  key constant text := public.name_key(name);
  phone constant text := coalesce(contact_number, '');
begin
  return public.fit_index(left(key, 120) || '#' || public.fold(admission_no) || '|' || public.fold(regexp_replace(phone, '^\+63', '0')) || '|' ||
                   public.fold(phone) || '|' || coalesce(replace(philhealth_number, '-', ''), '') || '|' || public.fold(name) ||
                   coalesce('|' || public.name_variant(name), '') || ';' || split_part(key, ' ', 2));
end $$;

create or replace function name_sounds(name text) returns text[]
  language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select distinct word_sound(full_word(folded))
    from (select fold(word) as folded from regexp_split_to_table(left(name, 255), '[[:space:],./-]+') as word) words
    where length(folded) > 1
      and folded not in ('de', 'del', 'dela', 'delas', 'delos', 'dos', 'da', 'di', 'la', 'las', 'los',
                         'jr', 'sr', 'ii', 'iii', 'iv', 'dr', 'dra', 'md'));
end $$;

update clinics set name = name where search_text ~ '[đðłøħıæœßþ]';
update users set first_name = first_name, email = email where search_text ~ '[đðłøħıæœßþ]';

-- The phone of a merged record leads to the one who stayed, like its number. Gone with what the merge keeps.
alter table merges add column other_contact_number text generated always as (kept -> 'patient' ->> 'contact_number') stored;
grant select (other_contact_number) on merges to klinika_app;
create index merges_of_phone on merges (clinic_id, other_contact_number) where undone_at is null;
