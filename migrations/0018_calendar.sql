-- Appointments, days off, calendar feeds, and patients who are due to come back.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Appointments. One of a registered patient is also a booked visit, and has the visit's state.
create table appointments (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  place_id bigint not null,
  patient_id bigint,
  visit_id bigint,
  -- Of somebody who is not registered yet.
  person_name varchar(255),
  contact_number varchar(40),
  starts_at timestamptz not null,
  minutes smallint not null check (minutes >= 5 and minutes <= 480),
  reason varchar(500),
  note varchar(1000),
  -- Of an appointment without a visit.
  state varchar(20) not null default 'booked' check (state in ('booked', 'no_show', 'cancelled')),
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  foreign key (clinic_id, visit_id) references visits (clinic_id, id) on delete cascade,
  constraint appointments_check check ((visit_id is null) = (patient_id is null)),
  constraint appointments_check1 check ((visit_id is null) = (person_name is not null))
);
create index appointments_by_start on appointments (clinic_id, starts_at, id);
create index appointments_of_patient on appointments (clinic_id, patient_id, starts_at desc) where patient_id is not null;
create unique index appointments_of_visit on appointments (clinic_id, visit_id) where visit_id is not null;
-- Reminders are planned for all clinics at once.
create index appointments_started_at on appointments (starts_at);
call guard_clinic_table('appointments', 'select, insert, update');
call open_to_merges('appointments');
-- Calendar feeds and reminders read appointments without a clinic's session.
create policy feed on appointments for select to klinika_notice using (true);
grant select (clinic_id, id, place_id, patient_id, visit_id, person_name, starts_at, minutes, state, updated_at)
  on appointments to klinika_notice;

-- Links by which other calendar programs read a place's appointments. They show times and initials.
create table calendar_feeds (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  place_id bigint not null,
  token_hash bytea not null,
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, token_hash),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, place_id) references places (clinic_id, id)
);
call guard_clinic_table('calendar_feeds', 'select, insert, delete');
-- read_calendar_feed looks a link up without a clinic's session.
create policy feed on calendar_feeds for select to klinika_notice using (true);
grant select (clinic_id, place_id, token_hash) on calendar_feeds to klinika_notice;

-- Days on which a place or the whole clinic is closed, or is open although it is a holiday.
create table days_off (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Null: every place.
  place_id bigint,
  first_day date not null,
  last_day date not null,
  is_open boolean not null default false,
  note varchar(200),
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  constraint days_off_check check (last_day >= first_day and last_day <= first_day + 366)
);
create index days_off_by_day on days_off (clinic_id, last_day);
call guard_clinic_table('days_off', 'select, insert, delete');

-- What the front desk did about a patient who was due and did not come. The latest row of a patient and day counts.
create table recalls (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  -- The day on which the patient was due.
  due_day date not null,
  outcome varchar(20) not null check (outcome in ('called', 'no_answer', 'done', 'open')),
  note varchar(500),
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade
);
create index recalls_of_patient on recalls (clinic_id, patient_id, due_day, id desc);
call guard_clinic_table('recalls', 'select, insert');
call open_to_merges('recalls');

-- The initials of a name, given names first: "RAP" of "Peñaranda, Rosario Abellana".
create function initials_of(p_name text) returns text
  language sql immutable parallel safe set search_path = pg_catalog
as $$
  select upper(coalesce(string_agg(left(word, 1), '' order by place), ''))
  from (select word, place
        from regexp_split_to_table(
               case when p_name like '%,%' then substr(p_name, strpos(p_name, ',') + 1) || ' ' || split_part(p_name, ',', 1)
                    else p_name end,
               '\s+') with ordinality as split (word, place)
        where word ~ '^[[:alpha:]]') as words
$$;
grant execute on function initials_of(text) to klinika_notice;

set local role klinika_notice;

-- The day for which the running clinic's patient was last asked back; null when there is none, or when the patient has come
-- on a later day since. The front desk needs it also when it may not read the consultation, so it reads confidential ones
-- too. Consultations and vital signs that were entered in error do not count.
create function asked_back_on(p_patient bigint) returns date
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select case when not exists (select from consultations l where l.clinic_id = own and l.patient_id = c.patient_id
                                       and manila_day(l.created_at) > manila_day(c.created_at)
                                       and l.in_error_at is null
                                       and (l.vitals_in_error_at is null or l.consultation_type <> 'Vitals'))
                      and not exists (select from visits v where v.clinic_id = own and v.patient_id = c.patient_id
                                      and v.day > manila_day(c.created_at) and v.state not in ('booked', 'no_show', 'cancelled'))
                      then c.follow_up_date end
          from consultations c
          where c.clinic_id = own and c.patient_id = p_patient and c.consultation_type <> 'Vitals' and not c.is_intake
            and c.in_error_at is null
          order by c.created_at desc, c.id desc limit 1);
end $$;
grant execute on function asked_back_on(bigint) to klinika_app;
comment on function asked_back_on(bigint) is 'nullable: result';

-- The appointments of a feed's place that start from p_from on, at most 2,000; one row without a start when there are none.
-- No row: the link is not valid.
create function read_calendar_feed(p_clinic_id bigint, p_token_hash bytea, p_from timestamptz)
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
grant execute on function read_calendar_feed(bigint, bytea, timestamptz) to klinika_app;
comment on function read_calendar_feed(bigint, bytea, timestamptz) is
  'nullable: appointment_id, starts_at, minutes, initials, is_cancelled, updated_at';

set local role klinika_owner;

-- Only a registered patient has a record history.
create trigger appointments_changed after update on appointments
  for each row when (new.patient_id is not null) execute function record_change('appointments');
call keep_entries_in_place('appointments');
create trigger appointments_made after insert on appointments
  for each row when (new.patient_id is not null) execute function record_change('appointments');
create trigger recalls_history after insert on recalls for each row execute function record_change('recalls');
