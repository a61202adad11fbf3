-- What a merge and its undo decide is in features/merges/server. What stays here is what the server's role has no right to:
-- moving entries from one patient to another, deleting and restoring rows, and storing what the undo needs.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The survivor's merge and undo read the referrals of both patients, which are locked first.
set local role klinika_referral;
grant execute on function lock_referrals_of(bigint[]) to klinika_app;

set local role klinika_merge;

drop function preview_merge(bigint, bigint, jsonb, timestamptz);
drop function merge_patients(bigint, bigint, jsonb, timestamptz);
drop function undo_merge(bigint, timestamptz);
drop function merge_obstacle(patients, patients);
drop function merged_values(patients, patients, jsonb, timestamptz);
drop function merge_entries(bigint, bigint, timestamptz);
drop function undo_changes(text, bigint, jsonb, jsonb, timestamptz);
drop function merge_changes(text, bigint, jsonb);
drop function merge_takes_out(text, bigint);
drop function put_back(text, jsonb);
drop function list_without(text[], text[], text[]);
drop function listed_files(bigint, text, text[]);

-- Writes values to rows of a table in one statement, and returns what the undo needs: [{table, id, before, after}].
-- p_rows: {id: {column: value}}. Computed columns are left out.
create function write_merged_rows(p_table text, p_rows jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  ids constant bigint[] := array(select key::bigint from jsonb_each(p_rows));
  columns constant text := (
    select string_agg(distinct quote_ident(name), ', ') from jsonb_each(p_rows) entry, jsonb_object_keys(entry.value) name
    where name = any (columns_to_write(p_table)));
  was jsonb;
  is_now jsonb;
begin
  -- Of records, those that a merge joins; other tables are moved as they are.
  if p_table <> all (array['alerts', 'allergies', 'immunizations', 'medicines', 'notifications', 'patient_families',
                           'patients', 'problems']) then
    raise insufficient_privilege using message = format('a merge changes no row of %s', p_table);
  end if;
  if columns is null then
    return '[]';
  end if;
  execute format('select jsonb_object_agg(id, row) from (select t.id, to_jsonb(t) as row from public.%I t '
                 'where t.clinic_id = $1 and t.id = any ($2) for update) locked', p_table)
    into was using own, ids;
  execute format('with written as ('
                 'update public.%1$I t set (%2$s) = '
                 '(select %2$s from jsonb_populate_record(null::public.%1$I, to_jsonb(t) || ($3 -> t.id::text))) '
                 'where t.clinic_id = $1 and t.id = any ($2) returning t.id, to_jsonb(t) as row) '
                 'select jsonb_object_agg(id, row) from written', p_table, columns)
    into is_now using own, ids, p_rows;
  return (select coalesce(jsonb_agg(jsonb_build_object('table', p_table, 'id', key::bigint,
            'before', (select jsonb_object_agg(name, was -> key -> name) from jsonb_object_keys(value) name),
            'after', (select jsonb_object_agg(name, is_now -> key -> name) from jsonb_object_keys(value) name))
            order by key::bigint), '[]')
          from jsonb_each(p_rows) where is_now ? key);
end $$;

-- Inserts rows that a merge took out.
create function put_back(p_table text, p_rows jsonb) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A column that was added to the table since gets its default.
  columns constant text := (select string_agg(quote_ident(name), ', ')
                            from unnest(columns_to_write(p_table)) name where p_rows -> 0 ? name);
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)',
                 p_table, columns)
    using p_rows;
end $$;

-- Merges p_other into p_survivor as the server decided: moves all entries of the other, confidential ones too, which is why
-- only the owner may, and deletes its row. p_plan: {survivor: its new values by column, changes: {table: {id: values}},
-- removed: {table: ids of the other's entries that the survivor has too}, photo_of: the id of the patient whose photo stays, or
-- null}. Both patients are locked by the caller. Returns the allergies of the merged record in words, and the number of rows
-- that moved by table and column.
create function merge_records(p_survivor bigint, p_other bigint, p_plan jsonb, p_at timestamptz)
  returns table (merge_id bigint, allergies text, moves jsonb)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
  actor constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  photo_of constant bigint := (p_plan ->> 'photo_of')::bigint;
  s patients;
  o patients;
  place record;
  ids jsonb;
  rows jsonb;
  photo jsonb;
  kept jsonb;
  changed jsonb := '[]';
  removed jsonb := '[]';
  moved jsonb := '{}';
  made bigint;
begin
  if not is_clinic_owner() then
    raise insufficient_privilege using message = 'only the owner merges patients';
  end if;
  select p.* into strict s from patients p where p.clinic_id = own and p.id = p_survivor for update;
  select p.* into strict o from patients p where p.clinic_id = own and p.id = p_other for update;
  kept := jsonb_build_object('patient', to_jsonb(o), 'marked',
    (select coalesce(jsonb_agg(c.id), '[]') from consultations c
     where c.clinic_id = own and c.patient_id = o.id and c.confidential_to_id is not null));
  for place in select key, value from jsonb_each(p_plan -> 'changes') loop
    changed := changed || write_merged_rows(place.key, place.value);
  end loop;
  for place in select key, value from jsonb_each(p_plan -> 'removed') loop
    if place.key <> all (array['alerts', 'immunizations', 'medicines', 'patient_families', 'pregnancies', 'problems']) then
      raise insufficient_privilege using message = format('a merge removes no row of %s', place.key);
    end if;
    execute format('with removed as (delete from public.%1$I t where t.clinic_id = $1 and t.patient_id = $2 and t.id = any ($3) '
                   'returning t.id, to_jsonb(t) as row) '
                   'select jsonb_agg(jsonb_build_object(''table'', %1$L, ''row'', row) order by id) from removed', place.key)
      into rows using own, o.id, array(select value::bigint from jsonb_array_elements_text(place.value));
    removed := removed || coalesce(rows, '[]');
  end loop;
  -- The picture that does not stay is stored in the merge.
  select jsonb_build_object('patient_id', f.patient_id, 'created_at', f.created_at, 'picture', encode(f.picture, 'base64'))
    into photo from patient_photos f
  where f.clinic_id = own and f.patient_id = case when photo_of = o.id then s.id else o.id end;
  if found then
    kept := kept || jsonb_build_object('photo', photo);
    delete from patient_photos f where f.clinic_id = own and f.patient_id = (photo ->> 'patient_id')::bigint;
  end if;
  if photo_of = o.id then
    update patient_photos f set patient_id = s.id where f.clinic_id = own and f.patient_id = o.id;
    kept := kept || '{"photo_moved": true}';
  end if;
  for place in select name, named_by from tables_to_move() loop
    execute format('with moved as (update public.%1$I t set %2$I = $1 where t.clinic_id = $2 and t.%2$I = $3 returning t.id) '
                   'select coalesce(jsonb_agg(id order by id), ''[]'') from moved', place.name, place.named_by)
      into ids using s.id, own, o.id;
    if ids <> '[]' then
      moved := moved || jsonb_build_object(place.name || '.' || place.named_by, ids);
    end if;
  end loop;
  kept := kept || jsonb_build_object('referrals', to_jsonb(move_referrals(null, o.id, s.id)));
  delete from patients p where p.clinic_id = own and p.id = o.id;
  perform write_merged_rows('patients', jsonb_build_object(s.id, p_plan -> 'survivor'
    || jsonb_build_object('allergies', allergies_text(own, s.id), 'version', s.version + 1,
                          'updated_at', greatest(p_at, s.updated_at))));
  kept := kept || jsonb_build_object('moved', moved, 'changed', changed, 'removed', removed, 'survivor',
    jsonb_build_object('before', to_jsonb(s),
                       'after', (select to_jsonb(p) from patients p where p.clinic_id = own and p.id = s.id)));
  insert into merges (clinic_id, survivor_id, other_id, other_admission_no, other_name, other_global_id, merged_by_id,
                      merged_at, kept)
  values (own, s.id, o.id, o.admission_no, o.patient_name, o.global_patient_id, actor, p_at, kept)
  returning id into made;
  return query
    select made, kept -> 'survivor' -> 'after' ->> 'allergies',
           (select coalesce(jsonb_object_agg(key, jsonb_array_length(value)), '{}') from jsonb_each(moved))
             || jsonb_build_object('referrals', jsonb_array_length(kept -> 'referrals'));
end $$;
grant execute on function merge_records(bigint, bigint, jsonb, timestamptz) to klinika_app;
comment on function merge_records(bigint, bigint, jsonb, timestamptz) is 'nullable: allergies';

-- Begins the undo of a merge: the other's row, its entries, what was added to them since and its photo return, and the merge
-- keeps nothing any more. Returns what it kept, without the photo, for the values that the server restores; null if it was
-- undone already. The survivor is locked by the caller. Only the owner may.
create function part_records(p_id bigint, p_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  own constant bigint := current_clinic();
  m merges;
  place record;
begin
  if not is_clinic_owner() then
    raise insufficient_privilege using message = 'only the owner undoes a merge';
  end if;
  select x.* into m from merges x where x.clinic_id = own and x.id = p_id and x.undone_at is null for update;
  if not found then
    return null;
  end if;
  update merges x set undone_at = p_at, undone_by_id = nullif(current_setting('app.user_id', true), '')::bigint, kept = null
  where x.clinic_id = own and x.id = m.id;
  perform put_back('patients', jsonb_build_array(m.kept -> 'patient'));
  for place in select key, value from jsonb_each(m.kept -> 'moved') loop
    execute format('update public.%1$I t set %2$I = $1 where t.clinic_id = $2 and t.%2$I = $3 '
                   'and t.id = any ($4)', split_part(place.key, '.', 1), split_part(place.key, '.', 2))
      using m.other_id, own, m.survivor_id, array(select value::bigint from jsonb_array_elements_text(place.value));
  end loop;
  perform move_referrals((select array_agg(value::bigint) from jsonb_array_elements_text(m.kept -> 'referrals')),
                         m.survivor_id, m.other_id)
  where m.kept -> 'referrals' <> '[]';
  perform follow_moved_rows(m.survivor_id, m.other_id);
  for place in
    select entry ->> 'table' as name, jsonb_agg(entry -> 'row') as rows
    from jsonb_array_elements(m.kept -> 'removed') entry group by 1 order by 1 loop
    perform put_back(place.name, place.rows);
  end loop;
  -- The picture that moved returns, unless another was chosen since, and so does the one that the merge stored.
  if m.kept ? 'photo_moved' then
    update patient_photos f set patient_id = m.other_id
    where f.clinic_id = own and f.patient_id = m.survivor_id
      and (select p.patient_photo from patients p where p.clinic_id = own and p.id = m.survivor_id)
          is not distinct from m.kept -> 'survivor' -> 'after' ->> 'patient_photo';
    if not found then
      update patients p set patient_photo = null where p.clinic_id = own and p.id = m.other_id;
    end if;
  end if;
  if m.kept ? 'photo' then
    insert into patient_photos (clinic_id, patient_id, picture, created_at)
    values (own, (m.kept -> 'photo' ->> 'patient_id')::bigint, decode(m.kept -> 'photo' ->> 'picture', 'base64'),
            (m.kept -> 'photo' ->> 'created_at')::timestamptz)
    on conflict do nothing;
  end if;
  return m.kept - 'photo';
end $$;
grant execute on function part_records(bigint, timestamptz) to klinika_app;
comment on function part_records(bigint, timestamptz) is 'nullable: result';

-- Writes the values that an undo restores. p_rows: {table: {id: {column: value}}}. Only the owner may.
create function restore_values(p_rows jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  place record;
begin
  if not is_clinic_owner() then
    raise insufficient_privilege using message = 'only the owner undoes a merge';
  end if;
  for place in select key, value from jsonb_each(p_rows) loop
    perform write_merged_rows(place.key, place.value);
  end loop;
end $$;
grant execute on function restore_values(jsonb) to klinika_app;

set local role klinika_owner;
