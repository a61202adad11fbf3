-- What a patient is allergic to, in rows (decision C12). The rows are the truth; patients.allergies follows from them, in
-- words, so that lists, papers and older clients read what they read before.
create table allergies (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  -- text: as it was typed in the patient's field, for more than one allergy perhaps. none: says that there are none known.
  kind varchar(10) not null default 'allergy' check (kind in ('allergy', 'text', 'none')),
  substance text not null check (substance <> ''),
  reaction varchar(200),
  severity varchar(10) check (severity in ('mild', 'moderate', 'severe')),
  how_known varchar(20) check (how_known in ('told_by_patient', 'observed', 'tested')),
  -- replaced: by rows, by other text, or by an allergy after "none known".
  state varchar(20) not null default 'active' check (state in ('active', 'resolved', 'entered_in_error', 'replaced')),
  -- Null: written before 2026-11, and the record history does not say by whom.
  recorded_by_id bigint,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  check (kind = 'allergy' or (reaction is null and severity is null and how_known is null)),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, recorded_by_id) references users (clinic_id, id)
);
call guard_clinic_table('allergies', 'select, insert, update');
create index allergies_of_patient on allergies (clinic_id, patient_id, id);
create unique index allergies_once on allergies (clinic_id, patient_id, lower(substance)) where kind = 'allergy' and state = 'active';
create unique index allergies_one_text on allergies (clinic_id, patient_id, kind) where kind <> 'allergy' and state = 'active';

-- The whole text says that no allergies are known. saysNoAllergies in src/shared/clinical/allergy-words.ts is the same rule.
create function says_no_allergies(typed text) returns boolean
  language sql immutable strict parallel safe
  return typed ~* '^\s*(no known ((drug|medicine|medication) )*allerg(y|ies)|no allerg(y|ies)|nkd?a|none|wala|(none|nil) known)\s*\.?\s*$';

-- "Penicillin (anaphylaxis, severe)"
create function allergy_in_words(substance text, reaction text, severity text) returns text
  language sql immutable parallel safe
  return substance || coalesce(' (' || nullif(concat_ws(', ', reaction, severity), '') || ')', '');

-- What patients.allergies says: the active rows in words, typed text last; null where nothing is known.
create function allergies_text(clinic bigint, patient bigint) returns text
  language sql stable
  as $$
  select coalesce(string_agg(public.allergy_in_words(substance, reaction, severity), '; ' order by kind = 'text', id) filter (where kind <> 'none'),
                  max(substance) filter (where kind = 'none'))
  from public.allergies where clinic_id = clinic and patient_id = patient and state = 'active' $$;

-- Whoever writes a patient computes its text.
grant execute on function says_no_allergies(text), allergy_in_words(text, text, text), allergies_text(bigint, bigint) to public;

-- As typed: the rows whose words are in the text stay, the others are replaced by it, and the rest of it is one row of free
-- text. Nothing is read out of it. The words of rows are parted by "; ".
create function type_allergies() returns trigger
  language plpgsql as $$
declare
  typed constant text := nullif(btrim(new.allergies, E' \t\r\n'), '');
  is_none constant boolean := coalesce(public.says_no_allergies(typed), false);
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  rest text := case when is_none or typed is null then '; ' else '; ' || typed || '; ' end;
  one record;
begin
  for one in select id, public.allergy_in_words(substance, reaction, severity) as words from public.allergies
             where clinic_id = new.clinic_id and patient_id = new.id and kind = 'allergy' and state = 'active'
             order by length(public.allergy_in_words(substance, reaction, severity)) desc, id loop
    if strpos(rest, '; ' || one.words || '; ') > 0 then
      rest := overlay(rest placing '; ' from strpos(rest, '; ' || one.words || '; ') for length(one.words) + 4);
    else
      update public.allergies set state = 'replaced', updated_at = new.updated_at where clinic_id = new.clinic_id and id = one.id;
    end if;
  end loop;
  rest := nullif(btrim(substr(rest, 3, greatest(length(rest) - 4, 0)), E' \t\r\n'), '');
  for one in select * from (values ('text', rest), ('none', case when is_none then typed end)) as wanted_of (kind, words) loop
    update public.allergies
    set substance = coalesce(one.words, substance), state = case when one.words is null then 'replaced' else state end,
        updated_at = new.updated_at
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
  end if;
  return new;
end $$;
create trigger patients_allergies_typed after insert on patients
  for each row when (new.allergies is not null) execute function type_allergies();
create trigger patients_allergies_retyped before update of allergies on patients
  for each row when (pg_trigger_depth() = 0 and new.allergies is distinct from old.allergies) execute function type_allergies();

-- The patient's row is locked before it is read what the rows say, so that of two at once the second tells both.
create function tell_allergies() returns trigger
  language plpgsql as $$
begin
  perform from public.patients where clinic_id = new.clinic_id and id = new.patient_id for no key update;
  update public.patients p
  set allergies = now_said.words, version = version + 1,
      updated_at = greatest(p.updated_at + interval '1 microsecond', new.updated_at)
  from (select public.allergies_text(new.clinic_id, new.patient_id) as words) now_said
  where p.clinic_id = new.clinic_id and p.id = new.patient_id and p.allergies is distinct from now_said.words;
  return null;
end $$;

-- What was typed until now. The record history says by whom and when, where it reaches back that far.
insert into allergies (clinic_id, patient_id, kind, substance, recorded_by_id, recorded_at, updated_at)
select p.clinic_id, p.id, case when says_no_allergies(p.allergies) then 'none' else 'text' end, p.allergies,
       users.id, coalesce(noted.happened_at, p.created_at), coalesce(noted.happened_at, p.created_at)
from patients p
left join lateral (select h.user_id, h.happened_at from record_history h
                   where h.clinic_id = p.clinic_id and h.patient_id = p.id and h.entity = 'patients'
                     and h.changes -> 'allergies' ->> 1 = p.allergies
                   order by h.id desc limit 1) noted on true
left join users on users.clinic_id = p.clinic_id and users.id = noted.user_id
where btrim(p.allergies, E' \t\r\n') <> '';

create trigger allergies_history after insert or update on allergies for each row execute function record_change();
create trigger allergies_told after insert or update on allergies
  for each row when (pg_trigger_depth() = 0) execute function tell_allergies();

-- As before; what patients.allergies says follows from rows that have entries of their own.
create or replace function record_change() returns trigger
  language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_table_name;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'other_text', 'record_day', 'last_consultation_at',
                      'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis', 'visit_diagnosed_at', 'own_diagnosed_at',
                      'is_billed', 'follow_up_date', 'allergies', 'recorded_at');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_table_name = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_table_name, new.id, coalesce(changed, '{}'));
  return null;
end $$;
