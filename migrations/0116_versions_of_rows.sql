-- An edit of a row says which version it was read in (If-Match), as edits of patients do.
alter table allergies add column version integer not null default 1;
alter table problems add column version integer not null default 1;
alter table medicines add column version integer not null default 1;
alter table medicine_stops add column version integer not null default 1;
alter table alerts add column version integer not null default 1;
alter table pregnancies add column version integer not null default 1;
alter table immunizations add column version integer not null default 1;

-- Typed text never takes a row away (decision C12): who edits the old field may not have seen what the rows say since.

-- As typed: the words of rows, which are parted by "; ", are left out of the text, and the rest of it is one row of free
-- text. Nothing is read out of it. Rows of allergies stay as they are, so that "none known" beside one of them is free text.
create or replace function type_allergies() returns trigger
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
  -- After a registration the text is what was typed already.
  if tg_op = 'UPDATE' then
    new.allergies := public.allergies_text(new.clinic_id, new.id);
    -- As many letters as the field takes: MAX_ALLERGIES_TEXT.
    if length(new.allergies) > 2000 then
      raise check_violation using message = 'the allergies in words are too long', constraint = 'patients_allergies_length';
    end if;
  end if;
  return new;
end $$;

-- As before, but the version of the patient rises only where its lists change, so that it does not reveal the result.
create or replace function follow_result_mark() returns trigger
  language plpgsql as $$
begin
  update public.files set confidential_to_id = new.confidential_to_id
  where clinic_id = new.clinic_id and id = new.file_id and confidential_to_id is distinct from new.confidential_to_id;
  if found then
    update public.patients p
    set laboratory_files = case when f.category = 'laboratory' and new.confidential_to_id is null
                                then array_append(array_remove(p.laboratory_files, f.path::text), f.path::text) else array_remove(p.laboratory_files, f.path::text) end,
        imaging_files = case when f.category = 'imaging' and new.confidential_to_id is null
                             then array_append(array_remove(p.imaging_files, f.path::text), f.path::text) else array_remove(p.imaging_files, f.path::text) end,
        other_files = case when f.category = 'other' and new.confidential_to_id is null
                           then array_append(array_remove(p.other_files, f.path::text), f.path::text) else array_remove(p.other_files, f.path::text) end,
        version = version + 1
    from public.files f
    where p.clinic_id = new.clinic_id and p.id = new.patient_id and f.clinic_id = new.clinic_id and f.id = new.file_id
      and f.removed_at is null
      and (new.confidential_to_id is null
           or f.path::text = any(coalesce(p.laboratory_files, '{}') || coalesce(p.imaging_files, '{}') || coalesce(p.other_files, '{}')));
  end if;
  return null;
end $$;
