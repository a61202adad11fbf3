-- As before, in statements that a Citus cluster takes (docs/scaling.md, section 5): a row as a whole is read by a statement of its
-- own, and what is inserted from a query answers a row, or it would be copied, which row security refuses.
set local role klinika_merge;

create or replace function merge_changes(p_table text, p_id bigint, p_values jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  columns constant text := (select string_agg(quote_ident(name), ', ' order by name) from jsonb_object_keys(p_values) name);
  was jsonb;
  is_now jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.clinic_id = $1 and t.id = $2 for update', p_table)
    into was using current_clinic(), p_id;
  execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $3)) '
                 'where t.clinic_id = $1 and t.id = $2', p_table, columns)
    using current_clinic(), p_id, p_values;
  execute format('select to_jsonb(t) from public.%I t where t.clinic_id = $1 and t.id = $2', p_table)
    into is_now using current_clinic(), p_id;
  return jsonb_build_object('table', p_table, 'id', p_id,
    'before', (select jsonb_object_agg(name, was -> name) from jsonb_object_keys(p_values) name),
    'after', (select jsonb_object_agg(name, is_now -> name) from jsonb_object_keys(p_values) name));
end $$;

create or replace function merge_takes_out(p_table text, p_id bigint) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  was jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.clinic_id = $1 and t.id = $2 for update', p_table)
    into was using current_clinic(), p_id;
  execute format('delete from public.%I t where t.clinic_id = $1 and t.id = $2', p_table) using current_clinic(), p_id;
  return jsonb_build_object('table', p_table, 'row', was);
end $$;

create or replace function put_back(p_table text, p_row jsonb) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A column that is younger than the row gets its default.
  columns constant text := (select string_agg(quote_ident(name), ', ') from unnest(columns_to_write(p_table)) name where p_row ? name);
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning 1', p_table, columns)
    using p_row;
end $$;

create or replace function undo_merge(p_id bigint, p_at timestamptz) returns table (outcome text, detail text, survivor_id bigint, other_id bigint)
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
  lists record;
  listed record;
  of_patient bigint;
  words text;
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
                   'and t.id = any ($4)', split_part(place.key, '.', 1), split_part(place.key, '.', 2))
      using m.other_id, own, s.id, array(select value::bigint from jsonb_array_elements_text(place.value));
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
  for lists in select * from (values (s.id, list_without(s.laboratory_files, was.laboratory_files, had.laboratory_files),
                list_without(s.imaging_files, was.imaging_files, had.imaging_files),
                list_without(s.other_files, was.other_files, had.other_files)),
               (m.other_id, was.laboratory_files, was.imaging_files, was.other_files)) both_lists (id, laboratory, imaging, other)
  loop
    select listed_files(lists.id, 'laboratory', lists.laboratory) as laboratory, listed_files(lists.id, 'imaging', lists.imaging) as imaging,
           listed_files(lists.id, 'other', lists.other) as other into listed;
    update patients p set laboratory_files = listed.laboratory, imaging_files = listed.imaging, other_files = listed.other
    where p.clinic_id = own and p.id = lists.id;
  end loop;
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
  foreach of_patient in array array[s.id, m.other_id] loop
    words := allergies_text(own, of_patient);
    update patients p set allergies = words where p.clinic_id = own and p.id = of_patient and p.allergies is distinct from words;
  end loop;
  -- Whose bills went says again what was typed.
  update patients p set amount = had.amount, payment_status = had.payment_status, is_billed = false
  where p.clinic_id = own and p.id = s.id and was.is_billed and not had.is_billed
    and not exists (select from bills b where b.clinic_id = own and b.patient_id = s.id and b.voided_at is null)
    and (p.amount, p.payment_status, p.is_billed) is distinct from (had.amount, had.payment_status, false);
  perform follow_visit_diagnosis(s.id), follow_visit_diagnosis(m.other_id), follow_bills(s.id), follow_bills(m.other_id);
  update patients p set version = s.version + 1, updated_at = greatest(p_at, s.updated_at) where p.clinic_id = own and p.id = s.id;
  -- Whoever still holds the other as it was may save an edit of it, unless it is no longer that.
  if (select to_jsonb(p) from patients p where p.clinic_id = own and p.id = m.other_id) is distinct from m.kept -> 'patient' then
    update patients p set version = p.version + 1, updated_at = greatest(p_at, p.updated_at)
    where p.clinic_id = own and p.id = m.other_id;
  end if;
  return query select 'undone', null::text, s.id, m.other_id;
end $$;

set local role klinika_referral;
create or replace function move_referrals(p_ids bigint[], p_from bigint, p_to bigint) returns bigint[]
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  moved bigint[] := '{}';
  one record;
  party bigint;
begin
  for one in
    select o.id, o.from_clinic_id, o.to_clinic_id from referrals o
    where o.clinic_id = own and o.patient_id = p_from and (p_ids is null or o.id = any (p_ids)) order by o.id
  loop
    moved := moved || one.id;
    foreach party in array array_remove(array[one.from_clinic_id, one.to_clinic_id], null) loop
      update referrals r set original_patient_id = p_to
      where r.clinic_id = party and r.id = one.id and r.from_clinic_id = own and r.original_patient_id = p_from;
      update referrals r set claimed_patient_id = p_to
      where r.clinic_id = party and r.id = one.id and r.to_clinic_id = own and r.claimed_patient_id = p_from;
    end loop;
  end loop;
  return moved;
end $$;

set local role klinika_owner;
