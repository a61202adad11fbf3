-- The platform administrator's console. An administrator belongs to no clinic and no clinic's rows are read as one:
-- the doors below belong to klinika_admin, which sees accounts, counts patients by their clinic and reads nothing of them.

-- An upgrade request is a contact message that an owner filed from inside; it names the clinic, and the clinic's
-- own people may see that it was filed.
alter table contact_messages
  add column kind varchar(20) not null default 'contact' check (kind in ('contact', 'upgrade')),
  add column clinic_id bigint references clinics (id),
  add column handled_at timestamptz,
  -- An administrator, who belongs to no clinic, so that no key of a clinic's users can hold it.
  add column handled_by_id bigint,
  add constraint contact_messages_clinic_key unique (clinic_id, id),
  add constraint contact_messages_upgrade_names_clinic check (kind <> 'upgrade' or clinic_id is not null);
call guard_clinic_table('contact_messages', 'select');
create policy accounts on contact_messages to klinika_auth using (true) with check (true);
create policy console on contact_messages to klinika_admin using (true) with check (true);
grant select on contact_messages to klinika_auth;
grant update on contact_messages to klinika_admin;
create unique index contact_messages_one_open_upgrade on contact_messages (clinic_id) where kind = 'upgrade' and handled_at is null;
create index contact_messages_newest on contact_messages (created_at desc, id desc);

-- What the console's search boxes compare, folded once when it is written.
alter table clinics add column search_text text generated always as (fold(name)) stored;
alter table users add column search_text text generated always as
  (fold(first_name || last_name) || '|' || fold(email)) stored;
create index clinics_newest on clinics (created_at desc, id desc);
create index users_owners on users (clinic_id, id) where role = 'owner';

-- Patients are counted by their clinic; no other column of theirs is in the console's reach.
create policy console on patients for select to klinika_admin using (true);
grant select (clinic_id) on patients to klinika_admin;

-- Files an upgrade request for the clinic of the running transaction, in the name of one of its users.
-- False when one is open already.
create function file_upgrade_request(p_user bigint, p_subject text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into contact_messages (kind, clinic_id, name, email, phone, clinic, subject, message, created_at)
  select 'upgrade', c.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email), u.email,
         coalesce(c.phone, u.phone), c.name, p_subject, p_message, p_at
  from users u join clinics c on c.id = u.clinic_id
  where u.id = p_user and u.clinic_id = current_clinic()
  on conflict (clinic_id) where kind = 'upgrade' and handled_at is null do nothing;
  return found;
end $$;

-- Paying: active clinics whose effective status is active (decision A29).
create function platform_stats(p_at timestamptz)
  returns table (total_clinics bigint, total_users bigint, total_patients bigint, trial_clinics bigint, paid_clinics bigint,
                 active_clinics bigint, monthly_revenue numeric)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select count(*), (select count(*) from users), (select count(*) from patients),
         count(*) filter (where s.status = 'trial'), count(*) filter (where c.is_active and s.status = 'active'),
         count(*) filter (where c.is_active),
         coalesce(sum(c.monthly_fee) filter (where c.is_active and s.status = 'active'), 0.00)
  from clinics c
  cross join lateral (select effective_status(c.subscription_status, c.trial_ends_at, p_at) as status) s
$$;

-- The words of a search as patterns: each must be found, in any order. Folded text holds letters and digits alone,
-- so nothing in it is a wildcard. Null where nothing was searched.
create function folded_patterns(p_search text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, public
as $$
  select array_agg('%' || fold(word) || '%') from regexp_split_to_table(p_search, '\s+') word where fold(word) <> ''
$$;

-- Newest first. p_status: an effective status. Users and patients are counted for the rows of the page alone.
create function platform_clinics(p_search text, p_status text, p_at timestamptz, p_before timestamptz, p_before_id bigint, p_limit integer)
  returns table (id bigint, name varchar, subdomain varchar, logo_url text, primary_color varchar, setup_fee numeric, monthly_fee numeric,
                 is_active boolean, subscription_status text, trial_ends_at timestamptz, address text, phone varchar, email varchar,
                 created_at timestamptz, updated_at timestamptz, user_count bigint, patient_count bigint,
                 owner_first_name varchar, owner_last_name varchar, owner_email varchar)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  with sought as (select folded_patterns(p_search) as patterns),
  page as (
    select c.*, effective_status(c.subscription_status, c.trial_ends_at, p_at) as status
    from clinics c
    where (p_status is null or effective_status(c.subscription_status, c.trial_ends_at, p_at) = p_status)
      and (p_before is null or (c.created_at, c.id) < (p_before, p_before_id))
      and ((select patterns from sought) is null
           or c.search_text like all ((select patterns from sought)::text[])
           or c.id in (select o.clinic_id from users o
                       where o.role = 'owner' and o.search_text like all ((select patterns from sought)::text[])))
    order by c.created_at desc, c.id desc
    limit p_limit
  )
  select page.id, page.name, page.subdomain, page.logo_url, page.primary_color, page.setup_fee, page.monthly_fee,
         page.is_active, page.status, page.trial_ends_at, page.address, page.phone, page.email,
         page.created_at, page.updated_at,
         (select count(*) from users u where u.clinic_id = page.id),
         (select count(*) from patients p where p.clinic_id = page.id),
         o.first_name, o.last_name, o.email
  from page
  left join lateral (
    select u.first_name, u.last_name, u.email from users u
    where u.clinic_id = page.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
  ) o on true
  order by page.created_at desc, page.id desc
$$;

create function count_platform_clinics(p_search text, p_status text, p_at timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog, public
as $$
  with sought as (select folded_patterns(p_search) as patterns)
  select count(*) from clinics c
  where (p_status is null or effective_status(c.subscription_status, c.trial_ends_at, p_at) = p_status)
    and ((select patterns from sought) is null
         or c.search_text like all ((select patterns from sought)::text[])
         or c.id in (select o.clinic_id from users o
                     where o.role = 'owner' and o.search_text like all ((select patterns from sought)::text[])))
$$;

-- Every account, newest first; the platform's own administrators too.
create function platform_users(p_search text, p_before_id bigint, p_limit integer)
  returns table (id bigint, first_name varchar, last_name varchar, email varchar, role varchar, clinic_id bigint, clinic_name varchar,
                 is_active boolean)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  with sought as (select folded_patterns(p_search) as patterns)
  select u.id, u.first_name, u.last_name, u.email, u.role, u.clinic_id, c.name, u.is_active
  from users u left join clinics c on c.id = u.clinic_id
  where (p_before_id is null or u.id < p_before_id)
    and ((select patterns from sought) is null or u.search_text like all ((select patterns from sought)::text[]))
  order by u.id desc
  limit p_limit
$$;

create function count_platform_users(p_search text) returns bigint
  language sql stable security definer set search_path = pg_catalog, public
as $$
  with sought as (select folded_patterns(p_search) as patterns)
  select count(*) from users u
  where (select patterns from sought) is null or u.search_text like all ((select patterns from sought)::text[])
$$;

-- Both changes answer the clinic as it stands then; no row where there is none. Sessions stay: its people work again as
-- soon as a suspension is lifted (decision A4).
create function set_clinic_active(p_clinic bigint, p_is_active boolean, p_at timestamptz)
  returns table (id bigint, is_active boolean, subscription_status text, trial_ends_at timestamptz)
  language sql security definer set search_path = pg_catalog, public
as $$
  update clinics c set is_active = p_is_active, updated_at = p_at where c.id = p_clinic
  returning c.id, c.is_active, effective_status(c.subscription_status, c.trial_ends_at, p_at), c.trial_ends_at
$$;

-- An administrator's value wins (decision A3): a trial given after the last one ended runs anew, until p_trial_ends.
create function set_clinic_subscription(p_clinic bigint, p_status text, p_trial_ends timestamptz, p_at timestamptz)
  returns table (id bigint, is_active boolean, subscription_status text, trial_ends_at timestamptz)
  language sql security definer set search_path = pg_catalog, public
as $$
  update clinics c set subscription_status = p_status, updated_at = p_at,
    trial_ends_at = case when p_status = 'trial' and c.trial_ends_at < p_at then p_trial_ends else c.trial_ends_at end
  where c.id = p_clinic
  returning c.id, c.is_active, effective_status(c.subscription_status, c.trial_ends_at, p_at), c.trial_ends_at
$$;

-- Newest first: what waits, or what was handled.
create function platform_messages(p_is_handled boolean, p_before timestamptz, p_before_id bigint, p_limit integer)
  returns table (id bigint, kind varchar, clinic_id bigint, name varchar, email varchar, phone varchar, clinic varchar, subject varchar,
                 message text, created_at timestamptz, handled_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select m.id, m.kind, m.clinic_id, m.name, m.email, m.phone, m.clinic, m.subject, m.message, m.created_at, m.handled_at
  from contact_messages m
  where (m.handled_at is not null) = p_is_handled
    and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
  order by m.created_at desc, m.id desc
  limit p_limit
$$;

create function count_platform_messages(p_is_handled boolean) returns bigint
  language sql stable security definer set search_path = pg_catalog, public
as $$ select count(*) from contact_messages m where (m.handled_at is not null) = p_is_handled $$;

-- is_done is false where a handled upgrade request would be opened beside a newer one of the same clinic.
create function handle_message(p_id bigint, p_is_handled boolean, p_admin bigint, p_at timestamptz)
  returns table (is_known boolean, is_done boolean)
  language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  own contact_messages;
begin
  select * into own from contact_messages m where m.id = p_id for update;
  if own.id is null then
    return query select false, false;
    return;
  end if;
  if p_is_handled then
    update contact_messages m set handled_at = p_at, handled_by_id = p_admin where m.id = p_id and m.handled_at is null;
  else
    begin
      update contact_messages m set handled_at = null, handled_by_id = null where m.id = p_id;
    exception when unique_violation then
      return query select true, false;
      return;
    end;
  end if;
  return query select true, true;
end $$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'platform_stats(timestamptz)', 'platform_clinics(text, text, timestamptz, timestamptz, bigint, integer)',
    'count_platform_clinics(text, text, timestamptz)', 'platform_users(text, bigint, integer)', 'count_platform_users(text)',
    'set_clinic_active(bigint, boolean, timestamptz)', 'set_clinic_subscription(bigint, text, timestamptz, timestamptz)',
    'platform_messages(boolean, timestamptz, bigint, integer)', 'count_platform_messages(boolean)',
    'handle_message(bigint, boolean, bigint, timestamptz)'
  ]::regprocedure[] loop
    execute format('grant execute on function %s to klinika_app', door);
    execute format('revoke execute on function %s from public', door);
    execute format('alter function %s owner to klinika_admin', door);
  end loop;
  door := 'file_upgrade_request(bigint, text, text, timestamptz)'::regprocedure;
  execute format('grant execute on function %s to klinika_app', door);
  execute format('revoke execute on function %s from public', door);
  execute format('alter function %s owner to klinika_auth', door);
end $$;
