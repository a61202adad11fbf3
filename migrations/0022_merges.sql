-- Merging two records of one patient, and the undo (docs/decisions/merging.md). The survivor is the record that stays; the
-- other is merged into it.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The merges of two patients. The other's row leaves patients, so that no list, search, figure or export needs a condition.
-- It is stored whole here, with what the undo needs.
create table merges (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Without foreign keys: the other is no longer in patients, and the survivor may be deleted or merged later.
  survivor_id bigint not null,
  other_id bigint not null,
  -- The number stays reserved, and a search for it finds the survivor.
  other_admission_no varchar(50) not null,
  other_name varchar(255) not null,
  -- By which referrals name the person.
  other_global_id uuid not null,
  merged_by_id bigint not null,
  merged_at timestamptz not null,
  undone_by_id bigint,
  undone_at timestamptz,
  -- What the undo needs; null once it was undone.
  -- patient: the other's row. marked: ids of its confidential consultations. photo: the picture that did not stay.
  -- photo_moved: the survivor has the other's picture. moved: {"table.column": ids}. referrals: ids.
  -- changed: [{table, id, before, after}]. removed: [{table, row}]. survivor: its row before and after.
  kept jsonb,
  -- A search for the phone finds the survivor too.
  other_contact_number text generated always as (kept -> 'patient' ->> 'contact_number') stored,
  primary key (clinic_id, id),
  foreign key (clinic_id, merged_by_id) references users (clinic_id, id),
  foreign key (clinic_id, undone_by_id) references users (clinic_id, id),
  constraint merges_check check ((undone_at is null) = (undone_by_id is null))
);
create index merges_newest on merges (clinic_id, merged_at desc, id desc) where undone_at is null;
create unique index merges_of_number on merges (clinic_id, other_admission_no) where undone_at is null;
create unique index merges_of_other on merges (clinic_id, other_id) where undone_at is null;
create unique index merges_of_person on merges (clinic_id, other_global_id) where undone_at is null;
create index merges_of_phone on merges (clinic_id, other_contact_number) where undone_at is null;
create index merges_of_survivor on merges (clinic_id, survivor_id, id desc);
-- The server cannot read what a merge keeps, which is for the undo only.
call guard_clinic_table('merges', 'select (clinic_id, id, survivor_id, other_id, other_admission_no, other_name, '
  'other_global_id, merged_by_id, merged_at, undone_by_id, undone_at, other_contact_number)');
create policy merging on merges to klinika_merge
  using (clinic_id = current_clinic()) with check (clinic_id = current_clinic());
grant select, insert, update on merges to klinika_merge;
-- When a record is destroyed after its retention, its merges are too.
create policy retention on merges to klinika_auth using (true) with check (true);
grant select, delete on merges to klinika_auth;

set local role klinika_merge;

-- The columns of a table that are not computed.
create function columns_to_write(p_table text) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
$$;

-- The tables with a foreign key to patients, each with its column, so that a new table cannot be forgotten. Without those
-- that a merge treats in their own way.
create function tables_to_move() returns table (name text, named_by text)
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select c.relname::text, a.attname::text
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'clinic_id'
  where k.contype = 'f' and k.confrelid = 'public.patients'::regclass and a.attgenerated = ''
    and c.relname not in ('patient_name_sounds', 'patient_photos', 'referrals')
  order by 1, 2
$$;

-- Writes values to a row, and returns what the undo needs: {table, id, before, after}.
create function merge_changes(p_table text, p_id bigint, p_values jsonb) returns jsonb
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

-- Deletes a row, and returns what the undo needs: {table, row}.
create function merge_takes_out(p_table text, p_id bigint) returns jsonb
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

-- Inserts a row that a merge took out. Called by the undo.
create function put_back(p_table text, p_row jsonb) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A column that was added to the table since gets its default.
  columns constant text := (select string_agg(quote_ident(name), ', ')
                            from unnest(columns_to_write(p_table)) name where p_row ? name);
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning 1',
                 p_table, columns)
    using p_row;
end $$;

-- Undoes changes to a row: values that are still as the merge left them become what they were, values that were changed
-- since stay. Does nothing if the row was deleted.
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
  where key not in ('version', 'updated_at') and value is distinct from p_after -> key
    and is_now -> key is not distinct from p_after -> key and key = any (columns_to_write(p_table));
  if back is not null then
    -- Version and time of change only rise, so that nobody saves over the undo unnoticed.
    perform merge_changes(p_table, p_id, back
      || case when is_now ? 'version' then jsonb_build_object('version', (is_now ->> 'version')::integer + 1) else '{}' end
      || case when is_now ? 'updated_at' then jsonb_build_object('updated_at', p_at) else '{}' end);
  end if;
end $$;

-- Gives a patient the diagnosis that lists and papers show: that of the newest consultation with one, without confidential
-- ones, intakes and those entered in error.
create function follow_visit_diagnosis(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes
  from (select) one
  left join lateral (
    select c.diagnosis, c.created_at,
           (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
            where d.clinic_id = own and d.consultation_id = c.id) as codes
    from consultations c
    where c.clinic_id = own and c.patient_id = p_patient and c.confidential_to_id is null and c.in_error_at is null
      and c.diagnosis is not null and not c.is_intake
    order by c.created_at desc, c.id desc limit 1) newest on true
  where p.clinic_id = own and p.id = p_patient;
end $$;

-- Gives a patient who has or had bills the amount and payment status of the latest bill on which they owe something, else of
-- the latest bill. The same as followBills of billing. Also called when a deleted record is restored.
create function follow_bills(p_patient bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  update patients p
  set amount = bill.share, is_billed = bill.share is not null,
      payment_status = case when bill.share is null or (bill.balance > 0 and not bill.is_overdue) then 'Pending'
                            when bill.balance > 0 then 'Overdue' else 'Paid-Received' end
  from (select) one
  left join lateral (select patient_share(b.due, b.hmo_approved) as share, b.is_overdue,
                            patient_balance(b.due, b.paid, b.hmo_approved, b.hmo_paid) as balance
                     from bills b
                     where b.clinic_id = own and b.patient_id = p_patient and b.voided_at is null
                     order by patient_balance(b.due, b.paid, b.hmo_approved, b.hmo_paid) > 0 desc, b.id desc limit 1) bill on true
  where p.clinic_id = own and p.id = p_patient and (p.is_billed or bill.share is not null);
end $$;
grant execute on function follow_bills(bigint) to klinika_owner;

-- Called by the undo, after the rows that the merge moved: what was added to them since moves along, such as a payment of a
-- bill or an addendum of a consultation. Repeated for what belongs to the moved rows in turn.
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
        and c.relname in (select t.name from tables_to_move() t)
        and above.relname in (select t.name from tables_to_move() t) loop
      execute format('update public.%I t set patient_id = $3 from public.%I above where t.clinic_id = $1 and t.patient_id = $2 '
                     'and above.clinic_id = $1 and above.patient_id = $3 and above.id = t.%I',
                     part.name, part.above, part.named_by)
        using current_clinic(), p_from, p_to;
      get diagnostics count = row_count;
      moved := moved + count;
    end loop;
    exit when moved = 0;
  end loop;
end $$;

-- A list of files that a merge joined, without what came from the other's list.
create function list_without(p_joined text[], p_theirs text[], p_own text[]) returns text[]
  language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(array_agg(path order by place), '{}') from unnest(p_joined) with ordinality as joined (path, place)
  where path <> all (p_theirs) or path = any (p_own)
$$;

-- The paths of a patient's files of one category: first those of p_before that are still there, in their order, then what
-- was added. Paths without a row in files, which are older than that table, stay.
create function listed_files(p_patient bigint, p_category text, p_before text[]) returns text[]
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  known constant text[] := array(select f.path::text from files f where f.clinic_id = own and f.path = any (p_before));
  attached constant text[] := array(
    select f.path::text from files f
    where f.clinic_id = own and f.patient_id = p_patient and f.category = p_category
      and f.removed_at is null and f.confidential_to_id is null
    order by f.attached_at, f.id);
begin
  return array(
    select listed.path
    from (select path, place from unnest(attached) with ordinality as a (path, place)
          union all
          select path, null from unnest(p_before) as old (path) where path <> all (known)) listed
    order by array_position(p_before, listed.path) nulls last, listed.place);
end $$;

-- What a person must decide before two records can be merged, a row for each; no row if nothing stands in the way. detail: the
-- place, clinic or number that the message names (merge.ts).
create function merge_obstacle(s patients, o patients) returns table (outcome text, detail text)
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  found_detail text;
begin
  if s.admission_status = 'Admitted' and o.admission_status = 'Admitted' then
    return query select 'admitted', null::text;
  end if;
  select l.name || ', ' || v.day into found_detail
  from visits v
  join visits w on w.clinic_id = v.clinic_id and w.patient_id = o.id and w.day = v.day and w.place_id = v.place_id
    and w.is_open
  join places l on l.clinic_id = v.clinic_id and l.id = v.place_id
  where v.clinic_id = s.clinic_id and v.patient_id = s.id and v.is_open limit 1;
  if found then
    return query select 'queued', found_detail;
  end if;
  if (select count(*) from pregnancies p
      where p.clinic_id = s.clinic_id and p.patient_id in (s.id, o.id) and p.state = 'open') > 1 then
    return query select 'pregnant', null::text;
  end if;
  if exists (select from pregnancies p
             join pregnancies q on q.clinic_id = p.clinic_id and q.patient_id = o.id and q.state = 'earlier'
             where p.clinic_id = s.clinic_id and p.patient_id = s.id and p.state = 'earlier'
               and (p.term, p.preterm, p.abortions, p.living) is distinct from (q.term, q.preterm, q.abortions, q.living)) then
    return query select 'earlier_pregnancies', null::text;
  end if;
  if exists (select from consultation_records r
             join consultation_records t on t.clinic_id = r.clinic_id and t.patient_id = o.id
               and t.status = 'draft' and coalesce(t.confidential_to_id, 0) = coalesce(r.confidential_to_id, 0)
             where r.clinic_id = s.clinic_id and r.patient_id = s.id and r.status = 'draft') then
    return query select 'drafts', null::text;
  end if;
  select r.to_clinic_name into found_detail
  from referrals r
  join referrals t on t.clinic_id = r.clinic_id and t.original_patient_id = o.id and t.side = 'sent'
    and t.status = 'pending' and t.to_clinic_id = r.to_clinic_id
  where r.clinic_id = s.clinic_id and r.original_patient_id = s.id and r.side = 'sent' and r.status = 'pending' limit 1;
  if found then
    return query select 'referred', found_detail;
  end if;
  if exists (select from patient_families f where f.clinic_id = s.clinic_id
             and (f.patient_id, f.guardian_patient_id) in ((s.id, o.id), (o.id, s.id))) then
    return query select 'guardian', null::text;
  end if;
  -- The amount typed in the record without bills would be lost: the merged record follows its bills.
  if s.is_billed <> o.is_billed and coalesce(case when s.is_billed then o.amount else s.amount end, 0) > 0 then
    return query select 'unbilled', case when s.is_billed then o.admission_no else s.admission_no end::text;
  end if;
  -- The limit of a patient's list of files.
  if greatest(cardinality(s.laboratory_files || o.laboratory_files), cardinality(s.imaging_files || o.imaging_files),
              cardinality(s.other_files || o.other_files)) > 100 then
    return query select 'files', null::text;
  end if;
end $$;

-- The values that the survivor gets. p_choices says by column whose value stays, 'survivor' or 'other'; without a choice it is
-- the survivor's, or the other's if that is empty. Columns that cannot be chosen follow the rules below.
create function merged_values(s patients, o patients, p_choices jsonb, p_at timestamptz) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  mine constant jsonb := to_jsonb(s);
  theirs constant jsonb := to_jsonb(o);
  -- The record seen last says how the last visit ended.
  newer constant jsonb := case when coalesce(o.last_consultation_at, '-infinity')
                                    > coalesce(s.last_consultation_at, '-infinity')
                               then theirs else mine end;
  chosen jsonb;
begin
  select jsonb_object_agg(name, case coalesce(p_choices ->> name,
                                              case when coalesce(mine ->> name, '') = '' then 'other' else 'survivor' end)
                                when 'other' then theirs -> name else mine -> name end) into chosen
  from unnest(array['hospital', 'patient_name', 'age', 'sex', 'birthday', 'address', 'room_number', 'date_of_admission',
                    'physician_in_charge', 'preop_diagnosis', 'surgical_procedure', 'postop_diagnosis', 'chief_complaint',
                    'history_of_present_illness', 'payment_status', 'amount', 'phic_payment', 'referring_physician',
                    'remarks', 'contact_number', 'email', 'philhealth_number', 'internal_notes', 'patient_status',
                    'patient_photo', 'gestation_days']) name;
  -- A typed age stays with the day on which it was told.
  if (p_choices ->> 'age' = 'other' or s.age is null) and o.age is not null then
    chosen := chosen || jsonb_build_object('age_told_on', coalesce(o.age_told_on, manila_day(o.created_at)));
  else
    chosen := chosen || jsonb_build_object('age_told_on', s.age_told_on);
  end if;
  -- The stay is that of the record in hospital.
  if o.admission_status = 'Admitted' then
    select chosen || jsonb_object_agg(name, theirs -> name) into chosen
    from unnest(array['admission_status', 'hospital', 'room_number', 'date_of_admission']) name;
  elsif s.admission_status = 'Admitted' then
    select chosen || jsonb_object_agg(name, mine -> name) into chosen
    from unnest(array['hospital', 'room_number', 'date_of_admission']) name;
  end if;
  return chosen || jsonb_build_object(
    'laboratory_files', s.laboratory_files || o.laboratory_files,
    'imaging_files', s.imaging_files || o.imaging_files,
    'other_files', s.other_files || o.other_files,
    'custom_fields', o.custom_fields || (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.custom_fields)
                                         where value <> '""' or not o.custom_fields ? key),
    'appointment_time', case when s.appointment_time >= p_at and o.appointment_time >= p_at
                             then least(s.appointment_time, o.appointment_time)
                             else greatest(s.appointment_time, o.appointment_time) end,
    'own_diagnosed_at', greatest(s.own_diagnosed_at, o.own_diagnosed_at),
    'last_consultation_at', greatest(s.last_consultation_at, o.last_consultation_at),
    'follow_up_date', newer -> 'follow_up_date', 'consultation_status', newer -> 'consultation_status',
    'consultation_completed_at', newer -> 'consultation_completed_at',
    'is_archived', s.is_archived and o.is_archived, 'is_billed', s.is_billed or o.is_billed,
    'is_shared_patient', s.is_shared_patient or o.is_shared_patient,
    'original_clinic_id', coalesce(s.original_clinic_id, o.original_clinic_id));
end $$;

-- Makes one of entries that both records have: the survivor's gets what it lacks, the other's is taken out, or stays in a
-- state that says so. Returns {changed, removed} for the undo.
create function merge_entries(p_survivor bigint, p_other bigint, p_at timestamptz) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
  changed jsonb := '[]';
  removed jsonb := '[]';
  twice record;
  family record;
  other_family patient_families;
begin
  -- An allergy keeps the worse severity, and both reactions.
  for twice in
    select a.id as stays, b.id as goes, a.version, b.version as goes_version,
           coalesce(nullif(left(concat_ws('; ', a.reaction, case when lower(b.reaction) is distinct from lower(a.reaction)
                                                                 then b.reaction end), 200), ''), a.reaction) as reaction,
           case when array_position(array['mild', 'moderate', 'severe'], b.severity::text)
                     > coalesce(array_position(array['mild', 'moderate', 'severe'], a.severity::text), 0)
                then b.severity else a.severity end as severity,
           coalesce(a.how_known, b.how_known) as how_known
    from allergies a
    join allergies b on b.clinic_id = own and b.patient_id = p_other and b.kind = 'allergy' and b.state = 'active'
      and lower(b.substance) = lower(a.substance)
    where a.clinic_id = own and a.patient_id = p_survivor and a.kind = 'allergy' and a.state = 'active' loop
    changed := changed
      || merge_changes('allergies', twice.stays, jsonb_build_object('reaction', twice.reaction, 'severity', twice.severity,
           'how_known', twice.how_known, 'version', twice.version + 1, 'updated_at', p_at))
      || merge_changes('allergies', twice.goes,
           jsonb_build_object('state', 'replaced', 'version', twice.goes_version + 1, 'updated_at', p_at));
  end loop;
  -- Typed texts are joined.
  for twice in
    select a.id as stays, b.id as goes, a.version, b.version as goes_version,
           case when strpos(lower(a.substance), lower(b.substance)) > 0 then a.substance
                else a.substance || '; ' || b.substance end as substance
    from allergies a
    join allergies b on b.clinic_id = own and b.patient_id = p_other and b.kind = 'text' and b.state = 'active'
    where a.clinic_id = own and a.patient_id = p_survivor and a.kind = 'text' and a.state = 'active' loop
    changed := changed
      || merge_changes('allergies', twice.stays,
           jsonb_build_object('substance', twice.substance, 'version', twice.version + 1, 'updated_at', p_at))
      || merge_changes('allergies', twice.goes,
           jsonb_build_object('state', 'replaced', 'version', twice.goes_version + 1, 'updated_at', p_at));
  end loop;
  -- "No known allergies" beside an allergy, or twice, is replaced, and its row says so.
  for twice in
    select a.id, a.version from allergies a
    where a.clinic_id = own and a.patient_id in (p_survivor, p_other) and a.kind = 'none' and a.state = 'active'
      and (exists (select from allergies b where b.clinic_id = own and b.patient_id in (p_survivor, p_other)
                   and b.kind <> 'none' and b.state = 'active')
           or (a.patient_id = p_other
               and exists (select from allergies b where b.clinic_id = own and b.patient_id = p_survivor
                           and b.kind = 'none' and b.state = 'active')))
    order by a.patient_id = p_survivor, a.id loop
    changed := changed || merge_changes('allergies', twice.id,
      jsonb_build_object('state', 'replaced', 'version', twice.version + 1, 'updated_at', p_at));
  end loop;
  for twice in
    select a.id as stays, b.id as goes, a.version, b.is_warning and not a.is_warning as is_stronger
    from alerts a
    join alerts b on b.clinic_id = own and b.patient_id = p_other and b.state = 'active' and lower(b.words) = lower(a.words)
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'active' loop
    if twice.is_stronger then
      changed := changed || merge_changes('alerts', twice.stays,
        jsonb_build_object('is_warning', true, 'version', twice.version + 1, 'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('alerts', twice.goes);
  end loop;
  for twice in
    select a.id as stays, b.id as goes, a.version, coalesce(a.code, b.code) as code, coalesce(a.since, b.since) as since,
           (a.code is null and b.code is not null) or (a.since is null and b.since is not null) as gains
    from problems a
    join problems b on b.clinic_id = own and b.patient_id = p_other and b.state = 'active' and lower(b.words) = lower(a.words)
      and coalesce(b.confidential_to_id, 0) = coalesce(a.confidential_to_id, 0)
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'active' loop
    if twice.gains then
      changed := changed || merge_changes('problems', twice.stays,
        jsonb_build_object('code', twice.code, 'since', twice.since, 'version', twice.version + 1, 'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('problems', twice.goes);
  end loop;
  -- Another dose of the same medicine is not lost: it stays readable as a stopped medicine.
  for twice in
    select a.id as stays, b.id as goes, a.version, b.version as goes_version, b.until,
           coalesce(a.dose, b.dose) as dose, coalesce(a.since, b.since) as since,
           lower(b.dose) <> lower(a.dose) or (a.until, a.source) is distinct from (b.until, b.source) as differs,
           (a.dose is null and b.dose is not null) or (a.since is null and b.since is not null) as gains
    from medicines a
    join medicines b on b.clinic_id = own and b.patient_id = p_other and b.state = 'active'
      and lower(b.generic) = lower(a.generic)
      and coalesce(b.confidential_to_id, 0) = coalesce(a.confidential_to_id, 0)
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'active' loop
    if twice.differs then
      changed := changed || merge_changes('medicines', twice.goes, jsonb_build_object('state', 'stopped',
        'stop_reason', 'The merged records said it differently', 'until', coalesce(twice.until, manila_day(p_at)),
        'version', twice.goes_version + 1, 'updated_at', p_at));
      continue;
    end if;
    if twice.gains then
      changed := changed || merge_changes('medicines', twice.stays,
        jsonb_build_object('dose', twice.dose, 'since', twice.since, 'version', twice.version + 1, 'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('medicines', twice.goes);
  end loop;
  for twice in
    select a.id as stays, b.id as goes, a.version,
           coalesce(a.brand, b.brand) as brand, coalesce(a.lot, b.lot) as lot, coalesce(a.site, b.site) as site,
           (a.brand, a.lot, a.site)
             is distinct from (coalesce(a.brand, b.brand), coalesce(a.lot, b.lot), coalesce(a.site, b.site)) as gains
    from immunizations a
    join immunizations b on b.clinic_id = own and b.patient_id = p_other and b.state = 'given'
      and lower(b.vaccine) = lower(a.vaccine) and b.dose = a.dose and b.date = a.date
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'given' loop
    if twice.gains then
      changed := changed || merge_changes('immunizations', twice.stays,
        jsonb_build_object('brand', twice.brand, 'lot', twice.lot, 'site', twice.site, 'version', twice.version + 1,
                           'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('immunizations', twice.goes);
  end loop;
  -- Earlier pregnancies that differ are refused by merge_obstacle, so these say the same.
  for twice in
    select b.id as goes from pregnancies b where b.clinic_id = own and b.patient_id = p_other and b.state = 'earlier'
      and exists (select from pregnancies a where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'earlier') loop
    removed := removed || merge_takes_out('pregnancies', twice.goes);
  end loop;
  -- Of the families, each of kin, guardian and household is taken as a whole where the survivor's is empty.
  select f.* into family from patient_families f where f.clinic_id = own and f.patient_id = p_survivor;
  if found then
    select f.* into other_family from patient_families f where f.clinic_id = own and f.patient_id = p_other;
    if found then
      changed := changed || merge_changes('patient_families', family.id,
        case when family.kin_name is null
             then jsonb_build_object('kin_name', other_family.kin_name, 'kin_relation', other_family.kin_relation,
                                     'kin_phone', other_family.kin_phone)
             else '{}' end
        || case when family.guardian_name is null
                then jsonb_build_object('guardian_name', other_family.guardian_name,
                                        'guardian_relation', other_family.guardian_relation,
                                        'guardian_phone', other_family.guardian_phone,
                                        'guardian_patient_id', other_family.guardian_patient_id)
                else '{}' end
        || case when family.household_id is null
                then jsonb_build_object('household_id', other_family.household_id,
                                        'household_relation', other_family.household_relation)
                else '{}' end
        || jsonb_build_object('updated_at', p_at));
      removed := removed || merge_takes_out('patient_families', other_family.id);
    end if;
  end if;
  -- Notifications name one patient or several in their data.
  for twice in
    select n.id, n.action_data
             || case when n.action_data -> 'patientId' = to_jsonb(p_other)
                     then jsonb_build_object('patientId', p_survivor) else '{}' end
             || case when n.action_data -> 'patientIds' @> to_jsonb(p_other)
                     then jsonb_build_object('patientIds',
                       (select jsonb_agg(distinct case when named = to_jsonb(p_other) then to_jsonb(p_survivor) else named end)
                        from jsonb_array_elements(n.action_data -> 'patientIds') named))
                     else '{}' end as action_data
    from notifications n
    where n.clinic_id = own and (n.action_data @> jsonb_build_object('patientId', p_other)
                                 or n.action_data @> jsonb_build_object('patientIds', jsonb_build_array(p_other))) loop
    changed := changed || merge_changes('notifications', twice.id, jsonb_build_object('action_data', twice.action_data));
  end loop;
  return jsonb_build_object('changed', changed, 'removed', removed);
end $$;

-- Merges p_other into p_survivor with all its entries, confidential ones too, which is why only the owner may. outcome: merged
-- (with merge_id), gone (one of the two is not there), or what stands in the way, with its detail. After "allergies" the
-- caller must roll back, as changes are made by then.
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
  -- Referrals first, as claims lock them, then both patients by id.
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
  if chosen ->> 'sex' = 'M' and exists (select from pregnancies g where g.clinic_id = own and g.patient_id in (s.id, o.id)
                                        and g.state = 'open') then
    return query select 'man', null::text, null::bigint;
    return;
  end if;
  kept := jsonb_build_object('patient', to_jsonb(o), 'marked',
    (select coalesce(jsonb_agg(c.id), '[]') from consultations c
     where c.clinic_id = own and c.patient_id = o.id and c.confidential_to_id is not null));
  entries := merge_entries(s.id, o.id, p_at);
  -- The picture that does not stay is stored in the merge.
  photo_of := case when chosen -> 'patient_photo' = 'null' then null
                   when chosen ->> 'patient_photo' is distinct from s.patient_photo then o.id else s.id end;
  select encode(f.picture, 'base64') into photo from patient_photos f
  where f.clinic_id = own and f.patient_id = case when photo_of = o.id then s.id else o.id end;
  if photo is not null then
    kept := kept || jsonb_build_object('photo',
      (select jsonb_build_object('patient_id', f.patient_id, 'created_at', f.created_at, 'picture', photo)
       from patient_photos f where f.clinic_id = own and f.patient_id = case when photo_of = o.id then s.id else o.id end));
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
  -- The limit of clinical-lists (MAX_ALLERGIES_TEXT).
  if length(s.allergies) > 2000 then
    return query select 'allergies', null::text, null::bigint;
    return;
  end if;
  insert into merges (clinic_id, survivor_id, other_id, other_admission_no, other_name, other_global_id, merged_by_id,
                      merged_at, kept)
  values (own, s.id, o.id, o.admission_no, o.patient_name, o.global_patient_id, actor, p_at,
          kept || entries || jsonb_build_object('moved', moved,
                                                'survivor', jsonb_build_object('before', before, 'after', to_jsonb(s))))
  returning id into made;
  return query select 'merged', null::text, made;
end $$;
grant execute on function merge_patients(bigint, bigint, jsonb, timestamptz) to klinika_app;
comment on function merge_patients(bigint, bigint, jsonb, timestamptz) is 'nullable: outcome, detail, merge_id';

-- What a merge would do. It is done, read and rolled back within this call, so that its rules are written once. No row if one
-- of the two is not there. obstacles: [{outcome, detail}] of all that stands in the way; while there are any, allergies, moves,
-- billed and joined are null. moves: the number of rows by table and column. billed: the sum of the other's bills. joined: the
-- number of the other's entries that the survivor has too.
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
  -- The exception at the end of this block rolls back what the merge did.
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
grant execute on function preview_merge(bigint, bigint, jsonb, timestamptz) to klinika_app;
comment on function preview_merge(bigint, bigint, jsonb, timestamptz) is 'nullable: allergies, moves, billed, joined';

-- Restores both records as they were. What was added or changed since stays with the survivor. outcome: undone (with both ids);
-- gone (there is no such merge); already (undone); late (over 30 days ago); deleted (the survivor was); merged (the survivor was
-- merged into another); later (another record was merged into the survivor since, which must be undone first; detail is its
-- name). Only the owner may.
create function undo_merge(p_id bigint, p_at timestamptz)
  returns table (outcome text, detail text, survivor_id bigint, other_id bigint)
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
    return query select coalesce((select 'merged' from merges x
                                  where x.clinic_id = own and x.other_id = m.survivor_id and x.undone_at is null), 'deleted'),
      (select x.other_name::text from merges x
       where x.clinic_id = own and x.other_id = m.survivor_id and x.undone_at is null),
      null::bigint, null::bigint;
    return;
  elsif exists (select from merges x where x.clinic_id = own and x.survivor_id = m.survivor_id and x.undone_at is null
                and x.id > m.id) then
    return query select 'later', x.other_name::text, null::bigint, null::bigint from merges x
      where x.clinic_id = own and x.survivor_id = m.survivor_id and x.undone_at is null order by x.id desc limit 1;
    return;
  end if;
  -- What the merge kept is in m from here on.
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
  perform move_referrals((select array_agg(value::bigint) from jsonb_array_elements_text(m.kept -> 'referrals')),
                         s.id, m.other_id)
  where m.kept -> 'referrals' <> '[]';
  perform follow_moved_rows(s.id, m.other_id);
  for entry in select value from jsonb_array_elements(m.kept -> 'changed') with ordinality order by ordinality desc loop
    perform undo_changes(entry ->> 'table', (entry ->> 'id')::bigint, entry -> 'before', entry -> 'after', p_at);
  end loop;
  for entry in select value from jsonb_array_elements(m.kept -> 'removed') loop
    perform put_back(entry ->> 'table', entry -> 'row');
  end loop;
  -- The picture that moved returns, unless another was chosen since, and so does the one that the merge stored.
  if m.kept ? 'photo_moved' then
    update patient_photos f set patient_id = m.other_id
    where f.clinic_id = own and f.patient_id = s.id
      and s.patient_photo is not distinct from m.kept -> 'survivor' -> 'after' ->> 'patient_photo';
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
  -- The survivor's fields, without those that have rules of their own below.
  perform undo_changes('patients', s.id,
    (m.kept -> 'survivor' -> 'before') - array['laboratory_files', 'imaging_files', 'other_files', 'custom_fields', 'allergies',
                                               'visit_diagnosis', 'visit_diagnosed_at', 'visit_codes'],
    m.kept -> 'survivor' -> 'after', p_at);
  -- The survivor loses a stay that came from the other, unless it was admitted again since.
  if was.admission_status = 'Admitted' and had.admission_status <> 'Admitted'
     and not exists (select from admissions a where a.clinic_id = own and a.patient_id = s.id and a.discharged_at is null) then
    update patients p set admission_status = had.admission_status, hospital = had.hospital, room_number = had.room_number,
                          date_of_admission = had.date_of_admission
    where p.clinic_id = own and p.id = s.id
      and (p.admission_status, p.hospital, p.room_number, p.date_of_admission)
          is distinct from (had.admission_status, had.hospital, had.room_number, had.date_of_admission);
  end if;
  -- The other is not in hospital any more if its stay ended since.
  update patients p set admission_status = 'Discharged', room_number = null, date_of_admission = null
  where p.clinic_id = own and p.id = m.other_id and p.admission_status = 'Admitted'
    and (m.kept -> 'moved') ? 'admissions.patient_id'
    and not exists (select from admissions a where a.clinic_id = own and a.patient_id = m.other_id and a.discharged_at is null);
  -- Custom fields are restored one by one; those that were changed since stay.
  update patients p
  set custom_fields = (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from (
      select now_of.key, case when now_of.value
                                   is not distinct from m.kept -> 'survivor' -> 'after' -> 'custom_fields' -> now_of.key
                              then had.custom_fields -> now_of.key else now_of.value end as value
      from jsonb_each(p.custom_fields) now_of) field where field.value is not null)
  where p.clinic_id = own and p.id = s.id;
  for lists in
    select * from (values (s.id, list_without(s.laboratory_files, was.laboratory_files, had.laboratory_files),
                           list_without(s.imaging_files, was.imaging_files, had.imaging_files),
                           list_without(s.other_files, was.other_files, had.other_files)),
                          (m.other_id, was.laboratory_files, was.imaging_files, was.other_files))
                  both_lists (id, laboratory, imaging, other)
  loop
    select listed_files(lists.id, 'laboratory', lists.laboratory) as laboratory,
           listed_files(lists.id, 'imaging', lists.imaging) as imaging,
           listed_files(lists.id, 'other', lists.other) as other into listed;
    update patients p set laboratory_files = listed.laboratory, imaging_files = listed.imaging, other_files = listed.other
    where p.clinic_id = own and p.id = lists.id;
  end loop;
  -- A chief complaint that came from the other's consultations, or from one that was made confidential since, is replaced by
  -- that of the newest consultation that is not confidential.
  update patients p
  set chief_complaint = (select c.chief_complaint from consultations c
                         where c.clinic_id = own and c.patient_id = p.id and c.confidential_to_id is null
                           and c.chief_complaint is not null
                         order by c.created_at desc, c.id desc limit 1)
  where p.clinic_id = own and p.id in (s.id, m.other_id)
    and case when p.id = s.id
             then p.chief_complaint is distinct from had.chief_complaint
                  and exists (select from consultations c
                              where c.clinic_id = own and c.patient_id = m.other_id and c.chief_complaint = p.chief_complaint)
                  and not exists (select from consultations c
                                  where c.clinic_id = own and c.patient_id = s.id and c.chief_complaint = p.chief_complaint)
             else exists (select from consultations c
                          where c.clinic_id = own and c.patient_id = p.id and c.confidential_to_id is not null
                            and c.chief_complaint = p.chief_complaint and not m.kept -> 'marked' @> to_jsonb(c.id)) end;
  foreach of_patient in array array[s.id, m.other_id] loop
    words := allergies_text(own, of_patient);
    update patients p set allergies = words where p.clinic_id = own and p.id = of_patient and p.allergies is distinct from words;
  end loop;
  -- A survivor that had no bills of its own has its typed amount again.
  update patients p set amount = had.amount, payment_status = had.payment_status, is_billed = false
  where p.clinic_id = own and p.id = s.id and was.is_billed and not had.is_billed
    and not exists (select from bills b where b.clinic_id = own and b.patient_id = s.id and b.voided_at is null)
    and (p.amount, p.payment_status, p.is_billed) is distinct from (had.amount, had.payment_status, false);
  perform follow_visit_diagnosis(s.id), follow_visit_diagnosis(m.other_id), follow_bills(s.id), follow_bills(m.other_id);
  update patients p set version = s.version + 1, updated_at = greatest(p_at, s.updated_at)
  where p.clinic_id = own and p.id = s.id;
  -- A form that was opened on the other before the merge can still be saved, unless the record differs from then.
  if (select to_jsonb(p) from patients p where p.clinic_id = own and p.id = m.other_id) is distinct from m.kept -> 'patient' then
    update patients p set version = p.version + 1, updated_at = greatest(p_at, p.updated_at)
    where p.clinic_id = own and p.id = m.other_id;
  end if;
  return query select 'undone', null::text, s.id, m.other_id;
end $$;
grant execute on function undo_merge(bigint, timestamptz) to klinika_app;
comment on function undo_merge(bigint, timestamptz) is 'nullable: outcome, detail, survivor_id, other_id';

set local role klinika_referral;

-- Locks the referrals of patients of the current clinic in the order in which claims lock them. A referral has a row in each
-- of its two clinics, and both name the patient.
create function lock_referrals_of(p_patients bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  running constant bigint := current_clinic();
  one record;
begin
  perform pass_scope_on();
  for one in
    select o.id, o.from_clinic_id, o.to_clinic_id from referrals o
    where o.clinic_id = running and o.patient_id = any (p_patients) order by o.id
  loop
    perform 1 from referrals r where r.id = one.id and r.clinic_id = one.from_clinic_id for update;
    perform 1 from referrals r where r.id = one.id and r.clinic_id = one.to_clinic_id for update;
  end loop;
end $$;
grant execute on function lock_referrals_of(bigint[]) to klinika_merge;

-- Moves referrals from one patient of the current clinic to another, in both rows of each: those of p_ids, or all if it is
-- null. Returns the ids of those moved.
create function move_referrals(p_ids bigint[], p_from bigint, p_to bigint) returns bigint[]
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
grant execute on function move_referrals(bigint[], bigint, bigint) to klinika_merge;

set local role klinika_owner;
