set local role klinika_merge;
-- The next function is closed when it is created.
alter default privileges revoke execute on functions from public;

-- Writes values of one row, and answers what they were and are, for the undo.
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
                 'where t.clinic_id = $1 and t.id = $2 returning to_jsonb(t)', p_table, columns)
    into is_now using current_clinic(), p_id, p_values;
  return jsonb_build_object('table', p_table, 'id', p_id,
    'before', (select jsonb_object_agg(name, was -> name) from jsonb_object_keys(p_values) name),
    'after', (select jsonb_object_agg(name, is_now -> name) from jsonb_object_keys(p_values) name));
end $$;

-- Takes a row out of its table. It lies in the merge from then on.
create function merge_takes_out(p_table text, p_id bigint) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  was jsonb;
begin
  execute format('delete from public.%I t where t.clinic_id = $1 and t.id = $2 returning to_jsonb(t)', p_table)
    into was using current_clinic(), p_id;
  return jsonb_build_object('table', p_table, 'row', was);
end $$;

-- Columns of a table that are written, not computed.
create function columns_to_write(p_table text) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select array_agg(a.attname::text order by a.attnum) from pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
$$;

create function put_back(p_table text, p_row jsonb) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A column that is younger than the row gets its default.
  columns constant text := (select string_agg(quote_ident(name), ', ') from unnest(columns_to_write(p_table)) name where p_row ? name);
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', p_table, columns)
    using p_row;
end $$;

-- What names a patient, table and column, but what has rules of its own.
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

-- Amount and status of a patient who has bills follow from the latest open one, else the latest (followBills of billing).
create function follow_bills(p_patient bigint) returns void
  language sql set search_path = pg_catalog, public, pg_temp
as $$
  update patients p
  set amount = bill.due, is_billed = bill.due is not null,
      payment_status = case when bill.due is null or (bill.is_open and not bill.is_overdue) then 'Pending'
                            when bill.is_open then 'Overdue' else 'Paid-Received' end
  from (select) one
  left join lateral (select b.due, b.is_open, b.is_overdue from bills b
                     where b.clinic_id = current_clinic() and b.patient_id = p_patient and b.voided_at is null
                     order by b.is_open desc, b.id desc limit 1) bill on true
  where p.clinic_id = current_clinic() and p.id = p_patient and (p.is_billed or bill.due is not null)
$$;

-- The diagnosis that lists and papers say: of the newest consultation that is not confidential.
create function follow_visit_diagnosis(p_patient bigint) returns void
  language sql set search_path = pg_catalog, public, pg_temp
as $$
  update patients p
  set visit_diagnosis = left(newest.diagnosis, 4000), visit_diagnosed_at = newest.created_at, visit_codes = newest.codes
  from (select) one
  left join lateral (
    select c.diagnosis, c.created_at,
           (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
            where d.clinic_id = c.clinic_id and d.consultation_id = c.id) as codes
    from consultations c
    where c.clinic_id = current_clinic() and c.patient_id = p_patient and c.confidential_to_id is null
      and c.diagnosis is not null and not c.is_intake
    order by c.created_at desc, c.id desc limit 1) newest on true
  where p.clinic_id = current_clinic() and p.id = p_patient
$$;

-- What needs a person's decision before the two are one: a row of each.
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
  from visits v join visits w on w.clinic_id = v.clinic_id and w.patient_id = o.id and w.day = v.day and w.place_id = v.place_id and w.is_open
  join places l on l.clinic_id = v.clinic_id and l.id = v.place_id
  where v.clinic_id = s.clinic_id and v.patient_id = s.id and v.is_open limit 1;
  if found then
    return query select 'queued', found_detail;
  end if;
  if (select count(*) from pregnancies p where p.clinic_id = s.clinic_id and p.patient_id in (s.id, o.id) and p.state = 'open') > 1 then
    return query select 'pregnant', null::text;
  end if;
  if exists (select from pregnancies p join pregnancies q on q.clinic_id = p.clinic_id and q.patient_id = o.id and q.state = 'earlier'
             where p.clinic_id = s.clinic_id and p.patient_id = s.id and p.state = 'earlier'
               and (p.term, p.preterm, p.abortions, p.living) is distinct from (q.term, q.preterm, q.abortions, q.living)) then
    return query select 'earlier_pregnancies', null::text;
  end if;
  if exists (select from consultation_records r join consultation_records t on t.clinic_id = r.clinic_id and t.patient_id = o.id
               and t.status = 'draft' and coalesce(t.confidential_to_id, 0) = coalesce(r.confidential_to_id, 0)
             where r.clinic_id = s.clinic_id and r.patient_id = s.id and r.status = 'draft') then
    return query select 'drafts', null::text;
  end if;
  select r.to_clinic_name into found_detail
  from referrals r join referrals t on t.clinic_id = r.clinic_id and t.original_patient_id = o.id and t.side = 'sent'
    and t.status = 'pending' and t.to_clinic_id = r.to_clinic_id
  where r.clinic_id = s.clinic_id and r.original_patient_id = s.id and r.side = 'sent' and r.status = 'pending' limit 1;
  if found then
    return query select 'referred', found_detail;
  end if;
  if exists (select from patient_families f where f.clinic_id = s.clinic_id
             and (f.patient_id, f.guardian_patient_id) in ((s.id, o.id), (o.id, s.id))) then
    return query select 'guardian', null::text;
  end if;
  -- The sum of a record without bills would be nobody's any more.
  if s.is_billed <> o.is_billed and coalesce(case when s.is_billed then o.amount else s.amount end, 0) > 0 then
    return query select 'unbilled', case when s.is_billed then o.admission_no else s.admission_no end::text;
  end if;
  -- As many as a patient's list takes.
  if greatest(cardinality(s.laboratory_files || o.laboratory_files), cardinality(s.imaging_files || o.imaging_files),
              cardinality(s.other_files || o.other_files)) > 100 then
    return query select 'files', null::text;
  end if;
end $$;

-- The same entry in both records becomes one: what the survivor's lacks it gets, the other's is taken out, or is left in a
-- state that says so. Answers what was changed and taken out.
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
  -- The worse of two severities, and both reactions.
  for twice in
    select a.id as stays, b.id as goes, a.version, b.version as goes_version,
           coalesce(nullif(left(concat_ws('; ', a.reaction, case when lower(b.reaction) is distinct from lower(a.reaction) then b.reaction end), 200), ''), a.reaction) as reaction,
           case when array_position(array['mild', 'moderate', 'severe'], b.severity::text) > coalesce(array_position(array['mild', 'moderate', 'severe'], a.severity::text), 0)
                then b.severity else a.severity end as severity,
           coalesce(a.how_known, b.how_known) as how_known
    from allergies a join allergies b on b.clinic_id = own and b.patient_id = p_other and b.kind = 'allergy' and b.state = 'active'
      and lower(b.substance) = lower(a.substance)
    where a.clinic_id = own and a.patient_id = p_survivor and a.kind = 'allergy' and a.state = 'active' loop
    changed := changed
      || merge_changes('allergies', twice.stays, jsonb_build_object('reaction', twice.reaction, 'severity', twice.severity,
           'how_known', twice.how_known, 'version', twice.version + 1, 'updated_at', p_at))
      || merge_changes('allergies', twice.goes, jsonb_build_object('state', 'replaced', 'version', twice.goes_version + 1, 'updated_at', p_at));
  end loop;
  -- Typed text of both is one text.
  for twice in
    select a.id as stays, b.id as goes, a.version, b.version as goes_version,
           case when strpos(lower(a.substance), lower(b.substance)) > 0 then a.substance else a.substance || '; ' || b.substance end as substance
    from allergies a join allergies b on b.clinic_id = own and b.patient_id = p_other and b.kind = 'text' and b.state = 'active'
    where a.clinic_id = own and a.patient_id = p_survivor and a.kind = 'text' and a.state = 'active' loop
    changed := changed
      || merge_changes('allergies', twice.stays, jsonb_build_object('substance', twice.substance, 'version', twice.version + 1, 'updated_at', p_at))
      || merge_changes('allergies', twice.goes, jsonb_build_object('state', 'replaced', 'version', twice.goes_version + 1, 'updated_at', p_at));
  end loop;
  -- "None known" beside an allergy, or twice, is no longer what is known; its row says that it was.
  for twice in
    select a.id, a.version from allergies a
    where a.clinic_id = own and a.patient_id in (p_survivor, p_other) and a.kind = 'none' and a.state = 'active'
      and (exists (select from allergies b where b.clinic_id = own and b.patient_id in (p_survivor, p_other)
                   and b.kind <> 'none' and b.state = 'active')
           or (a.patient_id = p_other and exists (select from allergies b where b.clinic_id = own and b.patient_id = p_survivor
                                                  and b.kind = 'none' and b.state = 'active')))
    order by a.patient_id = p_survivor, a.id loop
    changed := changed || merge_changes('allergies', twice.id,
      jsonb_build_object('state', 'replaced', 'version', twice.version + 1, 'updated_at', p_at));
  end loop;
  for twice in
    select a.id as stays, b.id as goes, a.version, b.is_warning and not a.is_warning as is_stronger
    from alerts a join alerts b on b.clinic_id = own and b.patient_id = p_other and b.state = 'active' and lower(b.words) = lower(a.words)
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
    from problems a join problems b on b.clinic_id = own and b.patient_id = p_other and b.state = 'active' and lower(b.words) = lower(a.words)
      and coalesce(b.confidential_to_id, 0) = coalesce(a.confidential_to_id, 0)
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'active' loop
    if twice.gains then
      changed := changed || merge_changes('problems', twice.stays,
        jsonb_build_object('code', twice.code, 'since', twice.since, 'version', twice.version + 1, 'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('problems', twice.goes);
  end loop;
  -- Another dose of the same medicine is not lost: it stays to be read, as one that was stopped.
  for twice in
    select a.id as stays, b.id as goes, a.version, b.version as goes_version, b.until, coalesce(a.dose, b.dose) as dose, coalesce(a.since, b.since) as since,
           lower(b.dose) <> lower(a.dose) or (a.until, a.source) is distinct from (b.until, b.source) as differs,
           (a.dose is null and b.dose is not null) or (a.since is null and b.since is not null) as gains
    from medicines a join medicines b on b.clinic_id = own and b.patient_id = p_other and b.state = 'active' and lower(b.generic) = lower(a.generic)
      and coalesce(b.confidential_to_id, 0) = coalesce(a.confidential_to_id, 0)
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'active' loop
    if twice.differs then
      changed := changed || merge_changes('medicines', twice.goes, jsonb_build_object('state', 'stopped',
        'stop_reason', 'The merged records said it differently', 'until', coalesce(twice.until, manila_day(p_at)), 'version', twice.goes_version + 1, 'updated_at', p_at));
      continue;
    end if;
    if twice.gains then
      changed := changed || merge_changes('medicines', twice.stays,
        jsonb_build_object('dose', twice.dose, 'since', twice.since, 'version', twice.version + 1, 'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('medicines', twice.goes);
  end loop;
  for twice in
    select a.id as stays, b.id as goes, a.version, coalesce(a.brand, b.brand) as brand, coalesce(a.lot, b.lot) as lot, coalesce(a.site, b.site) as site,
           (a.brand, a.lot, a.site) is distinct from (coalesce(a.brand, b.brand), coalesce(a.lot, b.lot), coalesce(a.site, b.site)) as gains
    from immunizations a join immunizations b on b.clinic_id = own and b.patient_id = p_other and b.state = 'given'
      and lower(b.vaccine) = lower(a.vaccine) and b.dose = a.dose and b.date = a.date
    where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'given' loop
    if twice.gains then
      changed := changed || merge_changes('immunizations', twice.stays, jsonb_build_object('brand', twice.brand, 'lot', twice.lot,
        'site', twice.site, 'version', twice.version + 1, 'updated_at', p_at));
    end if;
    removed := removed || merge_takes_out('immunizations', twice.goes);
  end loop;
  for twice in
    select b.id as goes from pregnancies b where b.clinic_id = own and b.patient_id = p_other and b.state = 'earlier'
      and exists (select from pregnancies a where a.clinic_id = own and a.patient_id = p_survivor and a.state = 'earlier') loop
    removed := removed || merge_takes_out('pregnancies', twice.goes);
  end loop;
  -- One family: what the survivor's does not say, each of kin, guardian and household as a whole.
  select f.* into family from patient_families f where f.clinic_id = own and f.patient_id = p_survivor;
  if found then
    select f.* into other_family from patient_families f where f.clinic_id = own and f.patient_id = p_other;
    if found then
      changed := changed || merge_changes('patient_families', family.id,
        case when family.kin_name is null then jsonb_build_object('kin_name', other_family.kin_name, 'kin_relation', other_family.kin_relation,
                                                                  'kin_phone', other_family.kin_phone) else '{}' end
        || case when family.guardian_name is null
                then jsonb_build_object('guardian_name', other_family.guardian_name, 'guardian_relation', other_family.guardian_relation,
                                        'guardian_phone', other_family.guardian_phone, 'guardian_patient_id', other_family.guardian_patient_id) else '{}' end
        || case when family.household_id is null
                then jsonb_build_object('household_id', other_family.household_id, 'household_relation', other_family.household_relation) else '{}' end
        || jsonb_build_object('updated_at', p_at));
      removed := removed || merge_takes_out('patient_families', other_family.id);
    end if;
  end if;
  -- Notices say in their data which patient they are about, or several.
  for twice in
    select n.id, n.action_data
             || case when n.action_data -> 'patientId' = to_jsonb(p_other) then jsonb_build_object('patientId', p_survivor) else '{}' end
             || case when n.action_data -> 'patientIds' @> to_jsonb(p_other) then jsonb_build_object('patientIds',
                  (select jsonb_agg(distinct case when named = to_jsonb(p_other) then to_jsonb(p_survivor) else named end)
                   from jsonb_array_elements(n.action_data -> 'patientIds') named)) else '{}' end as action_data
    from notifications n
    where n.clinic_id = own and (n.action_data @> jsonb_build_object('patientId', p_other)
                                 or n.action_data @> jsonb_build_object('patientIds', jsonb_build_array(p_other))) loop
    changed := changed || merge_changes('notifications', twice.id, jsonb_build_object('action_data', twice.action_data));
  end loop;
  return jsonb_build_object('changed', changed, 'removed', removed);
end $$;

-- What the survivor's row is to be. p_choices: by column, whose is to stay; where it says nothing the survivor's stays, and
-- the other's where that is empty.
create function merged_values(s patients, o patients, p_choices jsonb, p_at timestamptz) returns jsonb
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  mine constant jsonb := to_jsonb(s);
  theirs constant jsonb := to_jsonb(o);
  -- Whoever was seen last says how the last visit ended.
  newer constant jsonb := case when coalesce(o.last_consultation_at, '-infinity') > coalesce(s.last_consultation_at, '-infinity')
                               then theirs else mine end;
  chosen jsonb;
begin
  select jsonb_object_agg(name, case coalesce(p_choices ->> name, case when coalesce(mine ->> name, '') = '' then 'other' else 'survivor' end)
                                when 'other' then theirs -> name else mine -> name end) into chosen
  from unnest(array['hospital', 'patient_name', 'age', 'sex', 'birthday', 'address', 'room_number', 'date_of_admission', 'physician_in_charge',
                    'preop_diagnosis', 'surgical_procedure', 'postop_diagnosis', 'chief_complaint', 'history_of_present_illness',
                    'payment_status', 'amount', 'phic_payment', 'referring_physician', 'remarks', 'contact_number', 'email',
                    'philhealth_number', 'internal_notes', 'patient_status', 'patient_photo']) name;
  -- A stay is one patient's: of whoever is in hospital.
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
    'appointment_time', case when s.appointment_time >= p_at and o.appointment_time >= p_at then least(s.appointment_time, o.appointment_time)
                             else greatest(s.appointment_time, o.appointment_time) end,
    'own_diagnosed_at', greatest(s.own_diagnosed_at, o.own_diagnosed_at),
    'last_consultation_at', greatest(s.last_consultation_at, o.last_consultation_at),
    'follow_up_date', newer -> 'follow_up_date', 'consultation_status', newer -> 'consultation_status',
    'consultation_completed_at', newer -> 'consultation_completed_at',
    'is_archived', s.is_archived and o.is_archived, 'is_billed', s.is_billed or o.is_billed,
    'is_shared_patient', s.is_shared_patient or o.is_shared_patient,
    'original_clinic_id', coalesce(s.original_clinic_id, o.original_clinic_id));
end $$;
set local role klinika_owner;
