-- The console, what is opened by a link, and what is read of the running clinic, in PL/pgSQL: a Citus cluster plans no
-- statement of a function in SQL that has parameters (docs/scaling.md, section 5).

set local role klinika_admin;

create or replace function platform_stats(p_at timestamptz)
  returns table (total_clinics bigint, total_users bigint, total_patients bigint, trial_clinics bigint, paid_clinics bigint,
                 active_clinics bigint, monthly_revenue numeric)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select count(*), (select count(*) from users), (select count(*) from patients),
           count(*) filter (where s.status = 'trial'), count(*) filter (where c.is_active and s.status = 'active'),
           count(*) filter (where c.is_active),
           coalesce(sum(c.monthly_fee) filter (where c.is_active and s.status = 'active'), 0.00)
    from clinics c
    cross join lateral (select effective_status(c.subscription_status, c.trial_ends_at, p_at) as status) s;
end $$;

create or replace function count_platform_clinics(p_search text, p_status text, p_at timestamptz) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    with sought as (select folded_patterns(p_search) as patterns)
    select count(*) from clinics c
    where (p_status is null or effective_status(c.subscription_status, c.trial_ends_at, p_at) = p_status)
      and ((select patterns from sought) is null
           or c.search_text like all ((select patterns from sought)::text[])
           or c.id in (select o.clinic_id from users o
                       where o.role = 'owner' and o.search_text like all ((select patterns from sought)::text[]))));
end $$;

-- The patients of each clinic of the page are counted by themselves.
create or replace function platform_clinics(p_search text, p_status text, p_at timestamptz, p_before timestamptz,
                                            p_before_id bigint, p_limit integer)
  returns table (id bigint, name varchar, subdomain varchar, logo_url text, primary_color varchar, setup_fee numeric,
                 monthly_fee numeric, is_active boolean, subscription_status text, trial_ends_at timestamptz, address text,
                 phone varchar, email varchar, created_at timestamptz, updated_at timestamptz, user_count bigint,
                 patient_count bigint, owner_first_name varchar, owner_last_name varchar, owner_email varchar,
                 owner_license_number varchar, verified_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  page record;
begin
  for page in
    with sought as (select folded_patterns(p_search) as patterns),
    clinic as (
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
    select clinic.*, (select count(*) from users u where u.clinic_id = clinic.id) as users,
           o.first_name, o.last_name, o.email as owner_email, o.license_number
    from clinic
    left join lateral (
      select u.first_name, u.last_name, u.email, u.license_number from users u
      where u.clinic_id = clinic.id and u.role = 'owner' order by u.is_active desc, u.id limit 1
    ) o on true
    order by clinic.created_at desc, clinic.id desc
  loop
    select count(*) into patient_count from patients p where p.clinic_id = page.id;
    return query
      select page.id, page.name, page.subdomain, page.logo_url, page.primary_color, page.setup_fee, page.monthly_fee,
             page.is_active, page.status, page.trial_ends_at, page.address, page.phone, page.email, page.created_at,
             page.updated_at, page.users, patient_count, page.first_name, page.last_name, page.owner_email,
             page.license_number, page.verified_at;
  end loop;
end $$;

create or replace function platform_users(p_search text, p_before_id bigint, p_limit integer)
  returns table (id bigint, first_name varchar, last_name varchar, email varchar, role varchar, clinic_id bigint,
                 clinic_name varchar, is_active boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with sought as (select folded_patterns(p_search) as patterns)
    select u.id, u.first_name, u.last_name, u.email, u.role, u.clinic_id, c.name, u.is_active
    from users u left join clinics c on c.id = u.clinic_id
    where (p_before_id is null or u.id < p_before_id)
      and ((select patterns from sought) is null or u.search_text like all ((select patterns from sought)::text[]))
    order by u.id desc
    limit p_limit;
end $$;

create or replace function count_platform_users(p_search text) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    with sought as (select folded_patterns(p_search) as patterns)
    select count(*) from users u
    where (select patterns from sought) is null or u.search_text like all ((select patterns from sought)::text[]));
end $$;

create or replace function platform_messages(p_is_handled boolean, p_before timestamptz, p_before_id bigint, p_limit integer)
  returns table (id bigint, kind varchar, clinic_id bigint, name varchar, email varchar, phone varchar, clinic varchar,
                 subject varchar, message text, created_at timestamptz, handled_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select m.id, m.kind, m.clinic_id, m.name, m.email, m.phone, m.clinic, m.subject, m.message, m.created_at, m.handled_at
    from contact_messages m
    where (m.handled_at is not null) = p_is_handled
      and (p_before is null or (m.created_at, m.id) < (p_before, p_before_id))
    order by m.created_at desc, m.id desc
    limit p_limit;
end $$;

create or replace function count_platform_messages(p_is_handled boolean) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ begin return (select count(*) from contact_messages m where (m.handled_at is not null) = p_is_handled); end $$;

create or replace function platform_standing_changes(p_clinic bigint, p_before_id bigint, p_limit integer)
  returns table (id bigint, changed_at timestamptz, admin_name text, what varchar, was varchar, is_now varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.changed_at, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email), s.what, s.was, s.is_now
    from clinic_standing_changes s join users u on u.id = s.admin_id
    where s.about_clinic_id = p_clinic and (p_before_id is null or s.id < p_before_id)
    order by s.id desc
    limit p_limit;
end $$;

set local role klinika_auth;

create or replace function note_console_call(p_admin bigint, p_call text, p_about bigint, p_detail text, p_address text,
                                             p_user_agent text, p_at timestamptz)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into console_log (at, admin_id, call, about_id, detail, address, user_agent)
  select p_at, p_admin, p_call, p_about, left(p_detail, 100), left(p_address, 45), left(p_user_agent, 200)
  where p_call not like 'GET %' or not exists (
    select from console_log l
    where l.admin_id = p_admin and l.at > p_at - interval '5 minutes' and l.at <= p_at and l.call = p_call
      and l.about_id is not distinct from p_about and l.detail is not distinct from left(p_detail, 100)
      and l.address = left(p_address, 45) and l.user_agent is not distinct from left(p_user_agent, 200)
  );
end $$;

create or replace function read_console_log(p_before bigint, p_limit integer)
  returns table (id bigint, at timestamptz, admin_name text, call varchar, about_id bigint, clinic_name text, detail varchar,
                 address varchar, user_agent varchar)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select l.id, l.at, trim(u.first_name || ' ' || u.last_name), l.call, l.about_id, c.name::text, l.detail, l.address, l.user_agent
    from console_log l join users u on u.id = l.admin_id left join clinics c on c.id = l.about_id
    where l.id < p_before order by l.id desc limit p_limit;
end $$;

-- The account is read before: of an insert from a query a cluster says that it stored a row where the conflict let none in.
create or replace function file_upgrade_request(p_user bigint, p_subject text, p_message text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  asks record;
begin
  select c.id as clinic_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, u.email,
         coalesce(c.phone, u.phone) as phone, c.name as clinic into asks
  from users u join clinics c on c.id = u.clinic_id
  where u.id = p_user and u.clinic_id = current_clinic();
  if not found then
    return false;
  end if;
  insert into contact_messages (kind, clinic_id, name, email, phone, clinic, subject, message, created_at)
  values ('upgrade', asks.clinic_id, asks.name, asks.email, asks.phone, asks.clinic, p_subject, p_message, p_at)
  on conflict (clinic_id) where kind = 'upgrade' and handled_at is null do nothing;
  return found;
end $$;

create or replace function read_display(p_clinic_id bigint, p_token_hash bytea, p_day date, p_due timestamptz)
  returns table (clinic_name text, primary_color text, place_name text, number integer, is_served boolean, seconds_each integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with display as (
      select d.clinic_id, d.place_id, c.name::text as clinic_name, c.primary_color::text,
             case when exists (select 1 from places o where o.clinic_id = d.clinic_id and o.id <> d.place_id and o.is_active)
                  then p.name::text end as place_name
      from displays d join clinics c on c.id = d.clinic_id
      join places p on p.clinic_id = d.clinic_id and p.id = d.place_id
      where d.clinic_id = p_clinic_id and d.token_hash = p_token_hash and c.is_active),
    visit as (
      select v.* from display d
      join lateral (select state, number, with_doctor_at, for_payment_at, closed_at, id,
                           calling_order(moved_to, priority, appointment_at, arrived_at, p_due) as calling
                    from visits where clinic_id = d.clinic_id and day = p_day and place_id = d.place_id) v on true),
    pace as (
      select avg(extract(epoch from coalesce(for_payment_at, closed_at) - with_doctor_at))::integer as seconds
      from visit where coalesce(for_payment_at, closed_at) - with_doctor_at > interval '1 minute')
    select d.clinic_name, d.primary_color, d.place_name, v.number, v.state = 'with_doctor', pace.seconds
    from display d cross join pace
    left join visit v on v.state in ('with_doctor', 'arrived', 'vitals_taken')
    order by v.state = 'with_doctor' desc, case when v.state = 'with_doctor' then v.with_doctor_at end desc, v.calling, v.id;
end $$;

set local role klinika_notice;

create or replace function read_calendar_feed(p_clinic_id bigint, p_token_hash bytea, p_from timestamptz)
  returns table (clinic_name text, place_name text, appointment_id bigint, starts_at timestamptz, minutes integer, initials text,
                 is_cancelled boolean, updated_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.name::text, p.name::text, a.id, a.starts_at, a.minutes::integer,
           initials_of(coalesce(t.patient_name, a.person_name)),
           coalesce(v.state, a.state) = 'cancelled', a.updated_at
    from calendar_feeds f
    join clinics c on c.id = f.clinic_id and c.is_active
    join places p on p.clinic_id = f.clinic_id and p.id = f.place_id
    left join appointments a on a.clinic_id = f.clinic_id and a.place_id = f.place_id and a.starts_at >= p_from
    left join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id
    left join patients t on t.clinic_id = a.clinic_id and t.id = a.patient_id
    where f.clinic_id = p_clinic_id and f.token_hash = p_token_hash
    order by a.starts_at, a.id
    limit 2000;
end $$;

set local role klinika_auth;

create or replace function verify_paper(p_clinic_id bigint, p_code_hash bytea)
  returns table (clinic_name text, doctor_name text, day date, initials text, withdrawn_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.name::text, p.doctor_name::text, p.day, p.initials::text, p.withdrawn_at
    from clinic_papers p join clinics c on c.id = p.clinic_id
    where p.clinic_id = p_clinic_id and p.code_hash = p_code_hash and p.released_at is not null;
end $$;

create or replace function icd10_list_state() returns table (loaded_at timestamptz, code_count integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select l.loaded_at, l.code_count from icd10_lists l;
end $$;

create or replace function icd10_codes_after(p_code text, p_most integer) returns table (code text, title text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.code::text, c.title::text from icd10_codes c where c.code > p_code order by c.code limit p_most;
end $$;

create or replace function icd10_titles(p_codes text[]) returns table (code text, title text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.code::text, c.title::text from icd10_codes c where c.code = any (p_codes);
end $$;

set local role klinika_notice;

create or replace function asked_back_on(p_patient bigint) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (select case when not exists (select from consultations l where l.clinic_id = c.clinic_id and l.patient_id = c.patient_id
                                       and manila_day(l.created_at) > manila_day(c.created_at))
                      and not exists (select from visits v where v.clinic_id = c.clinic_id and v.patient_id = c.patient_id
                                      and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'))
                      then c.follow_up_date end
          from consultations c
          where c.clinic_id = current_clinic() and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
          order by c.created_at desc, c.id desc limit 1);
end $$;

set local role klinika_merge;

create or replace function merges_to_export(p_after bigint, p_limit integer) returns table (id bigint, line text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select m.id, row_to_json(m)::text from merges m
    where m.clinic_id = current_clinic() and m.id > p_after and (select is_clinic_owner())
    order by m.id limit p_limit;
end $$;

set local role klinika_owner;
