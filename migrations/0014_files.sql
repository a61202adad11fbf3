-- Uploaded files, whose bytes the file store keeps, and the bytes that are still to be removed from it.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- What was uploaded, and whose it is. The bytes are in the file store under stored_as. Rows may share them: when a clinic
-- claims a referral, its copies of the files have their own rows and paths, and the same stored_as. So deleting a row
-- removes no bytes, and bytes are removed only when no row of any clinic points at them.
create table files (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- The last segment of the file's address: unguessable, ending in the readable name.
  path varchar(255) not null,
  stored_as varchar(100) not null,
  -- The file's name on the sender's device, without characters that no name may have.
  name varchar(255) not null,
  type varchar(100) not null,
  size bigint not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Both null until the upload is attached to a patient.
  category varchar(20) check (category in ('laboratory', 'imaging', 'other')),
  patient_id bigint,
  uploaded_by_id bigint,
  uploaded_at timestamptz not null,
  attached_at timestamptz,
  -- Taken out of the patient's list: the address answers 404, the bytes stay as long as the record has to be kept.
  removed_at timestamptz,
  -- Set when the sweep begins to remove the bytes. From then on the upload cannot be attached.
  given_up_at timestamptz,
  primary key (clinic_id, id),
  constraint files_path_key unique (clinic_id, path),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, uploaded_by_id) references users (clinic_id, id),
  constraint files_check check (
    (patient_id is null) = (category is null)
    and (patient_id is null) = (attached_at is null)
  ),
  constraint files_check1 check (given_up_at is null or patient_id is null)
);
call guard_confidential_rows('files');
-- Finds the rows that share bytes, in all clinics.
create index files_by_content on files (stored_as);
create index files_of_patient on files (clinic_id, patient_id, uploaded_at desc, id desc) where patient_id is not null;
-- The sum of a clinic's files, which is limited, reads this index alone.
create index files_sizes on files (clinic_id) include (size);
create index files_unattached on files (clinic_id, uploaded_at) where patient_id is null;
call guard_clinic_table('files', 'select, insert, delete');
call open_to_merges('files');
-- The sweep of uploads runs for all clinics.
create policy housekeeping on files to klinika_auth using (true) with check (true);
-- A claim copies the files of a patient who was referred to the running clinic.
create policy referring_copy on files for insert to klinika_referral with check (clinic_id = current_clinic());
create policy referring_read on files for select to klinika_referral
  using (clinic_id = current_clinic() or was_referred_here(clinic_id, patient_id));
grant select, update, delete on files to klinika_auth;
grant select, insert on files to klinika_referral;
-- The server attaches a file, takes it out of a list and marks it confidential. Nothing else of it changes.
grant update (category, patient_id, attached_at, removed_at, confidential_to_id) on files to klinika_app;

-- Bytes in the file store that destroyed records and deleted FHIR exports leave behind. The server removes them after
-- the rows are gone, and tries again until the store has done it.
create table files_to_remove (
  clinic_id bigint not null references clinics (id),
  stored_as varchar(100) not null,
  queued_at timestamptz not null,
  primary key (clinic_id, stored_as)
);
-- As guard_clinic_table does, but without rights for klinika_app: the server uses the functions below.
alter table files_to_remove enable row level security;
alter table files_to_remove force row level security;
create policy backup on files_to_remove for select to klinika_backup using (true);
create policy housekeeping on files_to_remove to klinika_auth using (true) with check (true);
create policy migrations on files_to_remove to klinika_owner using (true) with check (true);
create policy own_clinic on files_to_remove to klinika_app
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::bigint)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::bigint);
grant select, insert, delete on files_to_remove to klinika_auth;
grant select on files_to_remove to klinika_backup;

-- The file that a result is shown in. Results are created before files.
alter table results add foreign key (clinic_id, file_id) references files (clinic_id, id);

set local role klinika_auth;

-- The next p_limit queued bytes after the name p_after, and whether a file or a sealed record of any clinic still points
-- at them. Shared bytes stay: the clinic that has the copy queues them when its own record is destroyed.
create function files_left_to_remove(p_after varchar, p_limit integer)
  returns table (clinic_id bigint, stored_as varchar, is_shared boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  removed record;
begin
  for removed in
    select q.clinic_id, q.stored_as from files_to_remove q where q.stored_as > p_after order by q.stored_as limit p_limit
  loop
    perform 1 from files f where f.stored_as = removed.stored_as limit 1;
    if not found then
      perform 1 from sealed_records s
      where s.record -> 'files' @> jsonb_build_array(jsonb_build_object('stored_as', removed.stored_as)) limit 1;
    end if;
    return query select removed.clinic_id, removed.stored_as, found;
  end loop;
end $$;
grant execute on function files_left_to_remove(varchar, integer) to klinika_app;

-- Takes names off the queue: their bytes are removed, or shared.
create function forget_removed_files(p_keys varchar[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from files_to_remove q where q.stored_as = any (p_keys); end $$;
grant execute on function forget_removed_files(varchar[]) to klinika_app;

-- Deletes the rows of given-up uploads, once their bytes are gone.
create function forget_uploads(p_ids bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$ begin delete from files f where f.id = any (p_ids) and f.given_up_at is not null; end $$;
grant execute on function forget_uploads(bigint[]) to klinika_app;

-- Gives up at most p_limit uploads from before p_before that were not attached to a patient, and returns them with whether
-- another row points at the same bytes. Uploads whose bytes could not be removed are returned again by the next call.
create function give_up_uploads(p_before timestamptz, p_at timestamptz, p_limit integer)
  returns table (id bigint, stored_as varchar, is_shared boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  old record;
begin
  for old in
    select u.clinic_id, u.id, u.stored_as from files u
    where u.patient_id is null and u.uploaded_at < least(p_before, now() + interval '1 day')
    order by u.uploaded_at limit p_limit
  loop
    perform 1 from files u where u.clinic_id = old.clinic_id and u.id = old.id and u.patient_id is null
    for update skip locked;
    continue when not found;
    update files f set given_up_at = coalesce(f.given_up_at, p_at) where f.clinic_id = old.clinic_id and f.id = old.id;
    perform 1 from files o where o.stored_as = old.stored_as and o.id <> old.id and o.given_up_at is null limit 1;
    return query select old.id, old.stored_as, found;
  end loop;
end $$;
grant execute on function give_up_uploads(timestamptz, timestamptz, integer) to klinika_app;

-- Queues bytes of a clinic for removal. Called by functions that delete the rows pointing at them; nulls are skipped.
create function remove_later(p_clinic bigint, p_stored text[], p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  stored text;
begin
  foreach stored in array p_stored loop
    continue when stored is null;
    insert into files_to_remove (clinic_id, stored_as, queued_at) values (p_clinic, stored, p_at) on conflict do nothing;
  end loop;
end $$;

set local role klinika_owner;

-- A result stays when its file is deleted, without the file.
create trigger files_empty_results_file_id before delete on files
  for each row execute function empty_reference('results', 'file_id');
-- An attached file stays with its patient.
create trigger files_in_place before update on files
  for each row when (current_user = 'klinika_app' and coalesce(old.patient_id, new.patient_id) is distinct from new.patient_id)
  execute function keep_in_place('files');
