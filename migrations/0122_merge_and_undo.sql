set local role klinika_merge;
-- Both become p_survivor, in one step. outcome: merged, gone, or what stands in the way, with a word of where.
create function merge_patients(p_survivor bigint, p_other bigint, p_choices jsonb, p_at timestamptz)
  returns table (outcome text, detail text, merge_id bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
  actor constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  s patients;
  o patients;
  obstacle record;
  place record;
  ids jsonb;
  moved jsonb := '{}';
  entries jsonb;
  chosen jsonb;
  before jsonb;
  photo text;
  photo_of bigint;
  kept jsonb;
  made bigint;
begin
  if not is_clinic_owner() then
    raise insufficient_privilege using message = 'only the owner merges patients';
  end if;
  perform lock_referrals_of(array[p_survivor, p_other]);
  perform from patients p where p.clinic_id = own and p.id in (p_survivor, p_other) order by p.id for update;
  select p.* into s from patients p where p.clinic_id = own and p.id = p_survivor;
  select p.* into o from patients p where p.clinic_id = own and p.id = p_other;
  if s.id is null or o.id is null or s.id = o.id then
    return query select 'gone', case when s.id is null then 'survivor' else 'other' end, null::bigint;
    return;
  end if;
  select * into obstacle from merge_obstacle(s, o);
  if found then
    return query select obstacle.outcome, obstacle.detail, null::bigint;
    return;
  end if;
  before := to_jsonb(s);
  chosen := merged_values(s, o, p_choices, p_at);
  if chosen ->> 'sex' = 'M' and exists (select from pregnancies g where g.clinic_id = own and g.patient_id in (s.id, o.id) and g.state = 'open') then
    return query select 'man', null::text, null::bigint;
    return;
  end if;
  kept := jsonb_build_object('patient', to_jsonb(o), 'marked',
    (select coalesce(jsonb_agg(c.id), '[]') from consultations c where c.clinic_id = own and c.patient_id = o.id and c.confidential_to_id is not null));
  entries := merge_entries(s.id, o.id, p_at);
  -- The picture that does not stay lies in the merge.
  photo_of := case when chosen -> 'patient_photo' = 'null' then null
                   when chosen ->> 'patient_photo' is distinct from s.patient_photo then o.id else s.id end;
  select encode(f.picture, 'base64') into photo from patient_photos f
  where f.clinic_id = own and f.patient_id = case when photo_of = o.id then s.id else o.id end;
  if photo is not null then
    kept := kept || jsonb_build_object('photo', (select jsonb_build_object('patient_id', f.patient_id, 'created_at', f.created_at, 'picture', photo)
                                                 from patient_photos f where f.clinic_id = own
                                                 and f.patient_id = case when photo_of = o.id then s.id else o.id end));
    delete from patient_photos f where f.clinic_id = own and f.patient_id = (kept -> 'photo' ->> 'patient_id')::bigint;
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
  perform merge_changes('patients', s.id, chosen || jsonb_build_object('allergies', allergies_text(own, s.id),
    'version', s.version + 1, 'updated_at', greatest(p_at, s.updated_at)));
  perform follow_visit_diagnosis(s.id);
  perform follow_bills(s.id);
  select p.* into s from patients p where p.clinic_id = own and p.id = p_survivor;
  -- As many letters as the field takes: MAX_ALLERGIES_TEXT.
  if length(s.allergies) > 2000 then
    return query select 'allergies', null::text, null::bigint;
    return;
  end if;
  insert into merges (clinic_id, survivor_id, other_id, other_admission_no, other_name, other_global_id, merged_by_id, merged_at, kept)
  values (own, s.id, o.id, o.admission_no, o.patient_name, o.global_patient_id, actor, p_at,
          kept || entries || jsonb_build_object('moved', moved, 'survivor', jsonb_build_object('before', before, 'after', to_jsonb(s))))
  returning id into made;
  return query select 'merged', null::text, made;
end $$;
comment on function merge_patients(bigint, bigint, jsonb, timestamptz) is 'nullable: outcome, detail, merge_id';
grant execute on function merge_patients(bigint, bigint, jsonb, timestamptz) to klinika_app;

-- What a merge would do: it is done, read and taken back within this statement, so that its rules are written once.
-- obstacles: all that stand in the way; while there are any, allergies, moves and joins are null.
create function preview_merge(p_survivor bigint, p_other bigint, p_choices jsonb, p_at timestamptz)
  returns table (survivor jsonb, other jsonb, merged jsonb, survivor_consultations bigint, other_consultations bigint,
                 obstacles jsonb, allergies text, moves jsonb, billed text, joined bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
  s patients;
  o patients;
  done record;
  kept jsonb;
  found_obstacles jsonb;
  all_allergies text;
  all_moves jsonb;
  due numeric;
begin
  select p.* into s from patients p where p.clinic_id = own and p.id = p_survivor;
  select p.* into o from patients p where p.clinic_id = own and p.id = p_other;
  if s.id is null or o.id is null or s.id = o.id then
    return;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'detail', b.detail)), '[]') into found_obstacles
  from merge_obstacle(s, o) b;
  begin
    select d.outcome, d.merge_id into done from merge_patients(p_survivor, p_other, p_choices, p_at) d;
    if done.outcome = 'merged' then
      select m.kept into kept from merges m where m.clinic_id = own and m.id = done.merge_id;
      select p.allergies into all_allergies from patients p where p.clinic_id = own and p.id = s.id;
      select sum(b.due) into due from bills b
      where b.clinic_id = own and b.voided_at is null
        and b.id in (select jsonb_array_elements_text(kept -> 'moved' -> 'bills.patient_id')::bigint);
      select coalesce(jsonb_object_agg(place.key, jsonb_array_length(place.value)), '{}')
             || jsonb_build_object('referrals', jsonb_array_length(kept -> 'referrals')) into all_moves
      from jsonb_each(kept -> 'moved') place;
    elsif found_obstacles = '[]' then
      found_obstacles := jsonb_build_array(jsonb_build_object('outcome', done.outcome, 'detail', null));
    end if;
    raise exception using errcode = 'KL001', message = 'a merge was looked at';
  exception when sqlstate 'KL001' then
    null;
  end;
  return query select to_jsonb(s) - 'search_text', to_jsonb(o) - 'search_text', merged_values(s, o, p_choices, p_at),
    (select count(*) from consultations c where c.clinic_id = own and c.patient_id = s.id),
    (select count(*) from consultations c where c.clinic_id = own and c.patient_id = o.id),
    found_obstacles, all_allergies, all_moves, due::text, jsonb_array_length(kept -> 'removed')::bigint;
end $$;
comment on function preview_merge(bigint, bigint, jsonb, timestamptz) is 'nullable: allergies, moves, billed, joined';
grant execute on function preview_merge(bigint, bigint, jsonb, timestamptz) to klinika_app;

-- What was added meanwhile to a row that goes back goes with it: a payment of its bill, an addendum of its consultation.
create function follow_moved_rows(p_from bigint, p_to bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  part record;
  count integer;
  moved integer;
begin
  loop
    moved := 0;
    for part in
      select c.relname::text as name, a.attname::text as named_by, above.relname::text as above
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class above on above.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'clinic_id'
      where k.contype = 'f' and k.confdeltype = 'c'
        and c.relname in (select t.name from tables_to_move() t) and above.relname in (select t.name from tables_to_move() t) loop
      execute format('update public.%I t set patient_id = $3 from public.%I above where t.clinic_id = $1 and t.patient_id = $2 '
                     'and above.clinic_id = $1 and above.patient_id = $3 and above.id = t.%I', part.name, part.above, part.named_by)
        using current_clinic(), p_from, p_to;
      get diagnostics count = row_count;
      moved := moved + count;
    end loop;
    exit when moved = 0;
  end loop;
end $$;

-- Values that are still as the merge left them become what they were before; what was changed meanwhile stays.
create function undo_changes(p_table text, p_id bigint, p_before jsonb, p_after jsonb, p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_now jsonb;
  back jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.clinic_id = $1 and t.id = $2 for update', p_table)
    into is_now using current_clinic(), p_id;
  if is_now is null then
    return;
  end if;
  select jsonb_object_agg(key, value) into back from jsonb_each(p_before)
  where key not in ('version', 'updated_at') and value is distinct from p_after -> key and is_now -> key is not distinct from p_after -> key
    and key = any (columns_to_write(p_table));
  if back is not null then
    perform merge_changes(p_table, p_id, back
      || case when is_now ? 'version' then jsonb_build_object('version', (is_now ->> 'version')::integer + 1) else '{}' end
      || case when is_now ? 'updated_at' then jsonb_build_object('updated_at', p_at) else '{}' end);
  end if;
end $$;

-- The list of a patient's files of one category: those of a list before that are still there, then what was added. A path
-- that is older than rows of files stays where it is.
create function listed_files(p_patient bigint, p_category text, p_before text[]) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(array_agg(listed.path order by array_position(p_before, listed.path) nulls last, listed.attached_at, listed.id), '{}')
  from (select f.path::text, f.attached_at, f.id from files f
        where f.clinic_id = current_clinic() and f.patient_id = p_patient and f.category = p_category
          and f.removed_at is null and f.confidential_to_id is null
        union all
        select old.path, null, null from unnest(p_before) as old (path)
        where not exists (select from files f where f.clinic_id = current_clinic() and f.path = old.path)) listed
$$;

-- A joined list without what came from the other's.
create function list_without(p_joined text[], p_theirs text[], p_own text[]) returns text[]
  language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(array_agg(path order by place), '{}') from unnest(p_joined) with ordinality as joined (path, place)
  where path <> all (p_theirs) or path = any (p_own)
$$;

-- Both as they were; what was added or changed meanwhile stays. outcome: undone, gone, late, deleted, or merged and later
-- with who has to be separated first.
create function undo_merge(p_id bigint, p_at timestamptz) returns table (outcome text, detail text, survivor_id bigint, other_id bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
  m merges;
  s patients;
  was patients;
  had patients;
  entry jsonb;
  place record;
  name text;
begin
  if not is_clinic_owner() then
    raise insufficient_privilege using message = 'only the owner undoes a merge';
  end if;
  select x.* into m from merges x where x.clinic_id = own and x.id = p_id;
  if not found then
    return query select 'gone', null::text, null::bigint, null::bigint;
    return;
  end if;
  perform lock_referrals_of(array[m.survivor_id]);
  select p.* into s from patients p where p.clinic_id = own and p.id = m.survivor_id for update;
  select x.* into m from merges x where x.clinic_id = own and x.id = p_id for update;
  if m.undone_at is not null then
    return query select 'already', null::text, null::bigint, null::bigint;
    return;
  elsif m.merged_at < p_at - interval '30 days' then
    return query select 'late', null::text, null::bigint, null::bigint;
    return;
  elsif s.id is null then
    return query select coalesce((select 'merged' from merges x where x.clinic_id = own and x.other_id = m.survivor_id and x.undone_at is null), 'deleted'),
      (select x.other_name::text from merges x where x.clinic_id = own and x.other_id = m.survivor_id and x.undone_at is null),
      null::bigint, null::bigint;
    return;
  elsif exists (select from merges x where x.clinic_id = own and x.survivor_id = m.survivor_id and x.undone_at is null and x.id > m.id) then
    return query select 'later', x.other_name::text, null::bigint, null::bigint from merges x
      where x.clinic_id = own and x.survivor_id = m.survivor_id and x.undone_at is null order by x.id desc limit 1;
    return;
  end if;
  update merges x set undone_at = p_at, undone_by_id = nullif(current_setting('app.user_id', true), '')::bigint, kept = null
  where x.clinic_id = own and x.id = m.id;
  was := jsonb_populate_record(null::patients, m.kept -> 'patient');
  had := jsonb_populate_record(null::patients, m.kept -> 'survivor' -> 'before');
  perform put_back('patients', m.kept -> 'patient');
  for place in select key, value from jsonb_each(m.kept -> 'moved') loop
    execute format('update public.%1$I t set %2$I = $1 where t.clinic_id = $2 and t.%2$I = $3 '
                   'and t.id in (select jsonb_array_elements_text($4)::bigint)', split_part(place.key, '.', 1), split_part(place.key, '.', 2))
      using m.other_id, own, s.id, place.value;
  end loop;
  perform move_referrals((select array_agg(value::bigint) from jsonb_array_elements_text(m.kept -> 'referrals')), s.id, m.other_id)
  where m.kept -> 'referrals' <> '[]';
  perform follow_moved_rows(s.id, m.other_id);
  for entry in select value from jsonb_array_elements(m.kept -> 'changed') with ordinality order by ordinality desc loop
    perform undo_changes(entry ->> 'table', (entry ->> 'id')::bigint, entry -> 'before', entry -> 'after', p_at);
  end loop;
  for entry in select value from jsonb_array_elements(m.kept -> 'removed') loop
    perform put_back(entry ->> 'table', entry -> 'row');
  end loop;
  -- The picture of the one, if nobody chose another meanwhile, and of the other.
  if m.kept ? 'photo_moved' then
    update patient_photos f set patient_id = m.other_id
    where f.clinic_id = own and f.patient_id = s.id and s.patient_photo is not distinct from m.kept -> 'survivor' -> 'after' ->> 'patient_photo';
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
  -- A stay that came by the merge goes, unless the one who stayed was admitted anew.
  perform undo_changes('patients', s.id,
    (m.kept -> 'survivor' -> 'before') - array['laboratory_files', 'imaging_files', 'other_files', 'custom_fields', 'allergies',
                                               'visit_diagnosis', 'visit_diagnosed_at', 'visit_codes'],
    m.kept -> 'survivor' -> 'after', p_at);
  if was.admission_status = 'Admitted' and had.admission_status <> 'Admitted'
     and not exists (select from admissions a where a.clinic_id = own and a.patient_id = s.id and a.discharged_at is null) then
    update patients p set admission_status = had.admission_status, hospital = had.hospital, room_number = had.room_number,
                          date_of_admission = had.date_of_admission
    where p.clinic_id = own and p.id = s.id
      and (p.admission_status, p.hospital, p.room_number, p.date_of_admission)
          is distinct from (had.admission_status, had.hospital, had.room_number, had.date_of_admission);
  end if;
  update patients p set admission_status = 'Discharged', room_number = null, date_of_admission = null
  where p.clinic_id = own and p.id = m.other_id and p.admission_status = 'Admitted'
    and (m.kept -> 'moved') ? 'admissions.patient_id'
    and not exists (select from admissions a where a.clinic_id = own and a.patient_id = m.other_id and a.discharged_at is null);
  -- Custom fields one by one; one that was changed meanwhile stays.
  update patients p
  set custom_fields = (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from (
      select now_of.key, case when now_of.value is not distinct from m.kept -> 'survivor' -> 'after' -> 'custom_fields' -> now_of.key
                              then had.custom_fields -> now_of.key else now_of.value end as value
      from jsonb_each(p.custom_fields) now_of) field where field.value is not null)
  where p.clinic_id = own and p.id = s.id;
  update patients p
  set laboratory_files = listed_files(p.id, 'laboratory', lists.laboratory), imaging_files = listed_files(p.id, 'imaging', lists.imaging),
      other_files = listed_files(p.id, 'other', lists.other)
  from (values (s.id, list_without(s.laboratory_files, was.laboratory_files, had.laboratory_files),
                list_without(s.imaging_files, was.imaging_files, had.imaging_files),
                list_without(s.other_files, was.other_files, had.other_files)),
               (m.other_id, was.laboratory_files, was.imaging_files, was.other_files)) lists (id, laboratory, imaging, other)
  where p.clinic_id = own and p.id = lists.id;
  -- Words of a consultation that was made confidential meanwhile are nobody's chief complaint.
  update patients p
  set chief_complaint = (select c.chief_complaint from consultations c
                         where c.clinic_id = own and c.patient_id = p.id and c.confidential_to_id is null and c.chief_complaint is not null
                         order by c.created_at desc, c.id desc limit 1)
  where p.clinic_id = own and p.id in (s.id, m.other_id)
    and case when p.id = s.id
             then p.chief_complaint is distinct from had.chief_complaint
                  and exists (select from consultations c where c.clinic_id = own and c.patient_id = m.other_id and c.chief_complaint = p.chief_complaint)
                  and not exists (select from consultations c where c.clinic_id = own and c.patient_id = s.id and c.chief_complaint = p.chief_complaint)
             else exists (select from consultations c where c.clinic_id = own and c.patient_id = p.id and c.confidential_to_id is not null
                          and c.chief_complaint = p.chief_complaint and not m.kept -> 'marked' @> to_jsonb(c.id)) end;
  update patients p set allergies = allergies_text(own, p.id)
  where p.clinic_id = own and p.id in (s.id, m.other_id) and p.allergies is distinct from allergies_text(own, p.id);
  -- Whose bills went says again what was typed.
  update patients p set amount = had.amount, payment_status = had.payment_status, is_billed = false
  where p.clinic_id = own and p.id = s.id and was.is_billed and not had.is_billed
    and not exists (select from bills b where b.clinic_id = own and b.patient_id = s.id and b.voided_at is null)
    and (p.amount, p.payment_status, p.is_billed) is distinct from (had.amount, had.payment_status, false);
  perform follow_visit_diagnosis(s.id), follow_visit_diagnosis(m.other_id), follow_bills(s.id), follow_bills(m.other_id);
  update patients p set version = s.version + 1, updated_at = greatest(p_at, s.updated_at) where p.clinic_id = own and p.id = s.id;
  -- Whoever still holds the other as it was may save an edit of it, unless it is no longer that.
  update patients p set version = p.version + 1, updated_at = greatest(p_at, p.updated_at)
  where p.clinic_id = own and p.id = m.other_id and to_jsonb(p) is distinct from m.kept -> 'patient';
  return query select 'undone', null::text, s.id, m.other_id;
end $$;
comment on function undo_merge(bigint, timestamptz) is 'nullable: outcome, detail, survivor_id, other_id';

grant execute on function undo_merge(bigint, timestamptz) to klinika_app;
set local role klinika_owner;
