-- What was uploaded, and whose it is. The bytes lie in the file store under stored_as, which may be shared: a patient
-- copy that another clinic claimed has rows of its own there, with paths of its own and the same stored_as. So bytes
-- are removed only when no row of any clinic points at them; a row that goes takes no bytes with it.
create table files (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- The last segment of the file's address: unguessable, ending in the readable name.
  path varchar(255) not null,
  stored_as varchar(100) not null,
  -- As it was called on the sender's device, without what no name may hold.
  name varchar(255) not null,
  type varchar(100) not null,
  size bigint not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Both null until the upload is given to a patient, by the patient's file lists.
  category varchar(20) check (category in ('laboratory', 'imaging', 'other')),
  patient_id bigint,
  uploaded_by_id bigint,
  uploaded_at timestamptz not null,
  attached_at timestamptz,
  -- Taken out of the patient's list: the address answers 404, the bytes stay as long as the record must be kept.
  removed_at timestamptz,
  -- The sweep has begun to remove the bytes; the upload cannot be attached any more.
  given_up_at timestamptz,
  primary key (clinic_id, id),
  constraint files_path_key unique (clinic_id, path),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, uploaded_by_id) references users (clinic_id, id),
  check ((patient_id is null) = (category is null) and (patient_id is null) = (attached_at is null)),
  check (given_up_at is null or patient_id is null)
);
call guard_clinic_table('files', 'select, insert, update, delete');
create index files_of_patient on files (clinic_id, patient_id, uploaded_at desc, id desc) where patient_id is not null;
create index files_unattached on files (clinic_id, uploaded_at) where patient_id is null;
create index files_by_content on files (stored_as);

create policy housekeeping on files to klinika_auth using (true) with check (true);
grant select, update, delete on files to klinika_auth;

-- Takes uploads from before p_before that no patient has out of reach, some at a time, and tells whose bytes nobody
-- else's row points at. What it told and what is still there, because the removal failed, it tells again.
create function give_up_uploads(p_before timestamptz, p_at timestamptz, p_limit integer)
  returns table (id bigint, stored_as varchar, is_shared boolean)
  language sql security definer set search_path = pg_catalog, public
as $$
  update files f set given_up_at = coalesce(f.given_up_at, p_at)
  from (select u.clinic_id, u.id from files u where u.patient_id is null and u.uploaded_at < p_before
        order by u.uploaded_at limit p_limit for update skip locked) old
  where f.clinic_id = old.clinic_id and f.id = old.id
  returning f.id, f.stored_as,
    exists (select 1 from files o where o.stored_as = f.stored_as and o.id <> f.id and o.given_up_at is null)
$$;
alter function give_up_uploads(timestamptz, timestamptz, integer) owner to klinika_auth;
revoke execute on function give_up_uploads(timestamptz, timestamptz, integer) from public;
grant execute on function give_up_uploads(timestamptz, timestamptz, integer) to klinika_app;

-- Forgets uploads whose bytes are gone.
create function forget_uploads(p_ids bigint[]) returns void
  language sql security definer set search_path = pg_catalog, public
as $$
  delete from files f where f.id = any (p_ids) and f.given_up_at is not null
$$;
alter function forget_uploads(bigint[]) owner to klinika_auth;
revoke execute on function forget_uploads(bigint[]) from public;
grant execute on function forget_uploads(bigint[]) to klinika_app;
