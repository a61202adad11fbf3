-- Weekly hours of a place, [{weekday, from, to}], Monday 1, and how long its slots are.
alter table places
  add column hours jsonb not null default '[
    {"weekday": 1, "from": "08:00", "to": "12:00"}, {"weekday": 1, "from": "13:00", "to": "17:00"},
    {"weekday": 2, "from": "08:00", "to": "12:00"}, {"weekday": 2, "from": "13:00", "to": "17:00"},
    {"weekday": 3, "from": "08:00", "to": "12:00"}, {"weekday": 3, "from": "13:00", "to": "17:00"},
    {"weekday": 4, "from": "08:00", "to": "12:00"}, {"weekday": 4, "from": "13:00", "to": "17:00"},
    {"weekday": 5, "from": "08:00", "to": "12:00"}, {"weekday": 5, "from": "13:00", "to": "17:00"},
    {"weekday": 6, "from": "08:00", "to": "12:00"}]',
  add column slot_minutes smallint not null default 30 check (slot_minutes between 5 and 240);

-- Days on which a place, or the whole clinic, is closed; or open although it is a holiday.
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
  check (last_day between first_day and first_day + 366),
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('days_off', 'select, insert, delete');
create index days_off_by_day on days_off (clinic_id, last_day);

-- A registered patient's appointment is a booked visit as well, whose state is the appointment's.
create table appointments (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  place_id bigint not null,
  patient_id bigint,
  visit_id bigint,
  -- Who is not registered yet.
  person_name varchar(255),
  contact_number varchar(40),
  starts_at timestamptz not null,
  minutes smallint not null check (minutes between 5 and 480),
  reason varchar(500),
  note varchar(1000),
  -- Of somebody who is not registered; otherwise the visit's.
  state varchar(20) not null default 'booked' check (state in ('booked', 'no_show', 'cancelled')),
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  check ((visit_id is null) = (patient_id is null)),
  check ((visit_id is null) = (person_name is not null)),
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, visit_id) references visits (clinic_id, id) on delete cascade,
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('appointments', 'select, insert, update');
create index appointments_by_start on appointments (clinic_id, starts_at, id);
create index appointments_of_patient on appointments (clinic_id, patient_id, starts_at desc) where patient_id is not null;
create unique index appointments_of_visit on appointments (clinic_id, visit_id) where visit_id is not null;
create trigger appointments_made after insert on appointments
  for each row when (new.patient_id is not null) execute function record_change();
create trigger appointments_changed after update on appointments
  for each row when (new.patient_id is not null) execute function record_change();

create index visits_appointed on visits (clinic_id, patient_id, appointment_at) where appointment_at is not null;

-- What was typed as an appointment so far.
alter table visits disable trigger visits_history;
alter table appointments disable trigger appointments_made;
with typed as (
  select p.clinic_id, p.id as patient_id, p.appointment_time, p.chief_complaint,
         (select min(l.id) from places l where l.clinic_id = p.clinic_id and l.is_active) as place_id,
         (select min(u.id) from users u where u.clinic_id = p.clinic_id and u.role = 'owner') as owner_id
  from patients p
  where p.appointment_time >= now() and not p.is_archived),
booked as (
  insert into visits (clinic_id, patient_id, place_id, day, state, appointment_at, created_by_id)
  select clinic_id, patient_id, place_id, manila_day(appointment_time), 'booked', appointment_time, owner_id
  from typed where place_id is not null and owner_id is not null
  on conflict do nothing
  returning clinic_id, id, patient_id, place_id, appointment_at, created_by_id)
insert into appointments (clinic_id, place_id, patient_id, visit_id, starts_at, minutes, created_by_id, created_at, updated_at)
select clinic_id, place_id, patient_id, id, appointment_at, 30, created_by_id, now(), now() from booked;
alter table visits enable trigger visits_history;
alter table appointments enable trigger appointments_made;

-- What the desk did about a patient who was due and did not come.
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
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('recalls', 'select, insert');
create index recalls_of_patient on recalls (clinic_id, patient_id, due_day, id desc);
create trigger recalls_history after insert on recalls for each row execute function record_change();
create index consultations_due on consultations (clinic_id, follow_up_date, patient_id) where follow_up_date is not null;
create index visits_missed on visits (clinic_id, day, patient_id) where state = 'no_show';

-- Links under which other calendar programs read a place's appointments: times and initials.
create table calendar_feeds (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  place_id bigint not null,
  token_hash bytea not null,
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, token_hash),
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('calendar_feeds', 'select, insert, delete');
create policy feed on calendar_feeds for select to klinika_notice using (true);
grant select (clinic_id, place_id, token_hash) on calendar_feeds to klinika_notice;
create policy feed on appointments for select to klinika_notice using (true);
grant select (clinic_id, id, place_id, patient_id, visit_id, person_name, starts_at, minutes, state, updated_at) on appointments to klinika_notice;
create policy feed on visits for select to klinika_notice using (true);
grant select (clinic_id, id, state) on visits to klinika_notice;
create policy feed on places for select to klinika_notice using (true);
grant select (clinic_id, id, name) on places to klinika_notice;
grant select (name) on clinics to klinika_notice;

-- "RPA" of "Peñaranda, Rosario Abellana": given names first, as people are called.
create function initials_of(p_name text) returns text
  language sql immutable parallel safe set search_path = pg_catalog
as $$
  select upper(coalesce(string_agg(left(word, 1), '' order by place), ''))
  from (select word, place
        from regexp_split_to_table(
               case when p_name like '%,%' then substr(p_name, strpos(p_name, ',') + 1) || ' ' || split_part(p_name, ',', 1) else p_name end,
               '\s+') with ordinality as split (word, place)
        where word ~ '^[[:alpha:]]') as words
$$;
revoke execute on function initials_of(text) from public;
grant execute on function initials_of(text) to klinika_notice;

-- A row for each appointment from p_from on; one without a start when there is none. No row: the link is not valid.
create function read_calendar_feed(p_clinic_id bigint, p_token_hash bytea, p_from timestamptz)
  returns table (clinic_name text, place_name text, appointment_id bigint, starts_at timestamptz, minutes integer,
                 initials text, is_cancelled boolean, updated_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
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
  limit 2000
$$;
revoke execute on function read_calendar_feed(bigint, bytea, timestamptz) from public;
grant execute on function read_calendar_feed(bigint, bytea, timestamptz) to klinika_app;
comment on function read_calendar_feed(bigint, bytea, timestamptz) is 'nullable: appointment_id, starts_at, minutes, initials, is_cancelled, updated_at';
alter function read_calendar_feed(bigint, bytea, timestamptz) owner to klinika_notice;
