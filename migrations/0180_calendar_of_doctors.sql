-- The calendar of several doctors: whose hours, days off and calendar links are, and rooms and machines beside places.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- A room or a machine is booked like a place; no doctor has hours there.
alter table places add column kind varchar(10) not null default 'place' check (kind in ('place', 'room', 'machine'));

-- The weekly hours of a doctor at a place. Those of the clinic's first practitioner are in places.hours, their only home, so
-- that the clinic of one doctor has what it had.
create table practitioner_hours (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  practitioner_id bigint not null,
  place_id bigint not null,
  -- As places.hours.
  hours jsonb not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  constraint practitioner_hours_of_place unique (clinic_id, practitioner_id, place_id),
  foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id),
  foreign key (clinic_id, place_id) references places (clinic_id, id)
);
call guard_clinic_table('practitioner_hours', 'select, insert, update');

-- Hours of a doctor at a place on one date, beside the weekly ones.
create table extra_hours (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  practitioner_id bigint not null,
  place_id bigint not null,
  day date not null,
  -- "14:00", in Manila.
  opens varchar(5) not null check (opens ~ '^\d{2}:\d{2}$'),
  closes varchar(5) not null check (closes ~ '^\d{2}:\d{2}$'),
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id),
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  constraint extra_hours_check check (opens < closes)
);
create index extra_hours_by_day on extra_hours (clinic_id, day);
call guard_clinic_table('extra_hours', 'select, insert, delete');

-- Null: every doctor.
alter table days_off add column practitioner_id bigint,
  add foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id);

-- A link shows a place, or a doctor at every place.
alter table calendar_feeds alter column place_id drop not null,
  add column practitioner_id bigint,
  add foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id),
  add constraint calendar_feeds_check check (place_id is not null or practitioner_id is not null);
grant select (practitioner_id) on calendar_feeds to klinika_notice;
grant select (practitioner_id) on appointments to klinika_notice;
create policy feed on practitioners for select to klinika_notice using (true);
grant select (clinic_id, id, user_id) on practitioners to klinika_notice;

set local role klinika_notice;

-- As in 0018, also of a doctor at every place.
create or replace function read_calendar_feed(p_clinic_id bigint, p_token_hash bytea, p_from timestamptz)
  returns table (clinic_name text, place_name text, appointment_id bigint, starts_at timestamptz, minutes integer, initials text,
                 is_cancelled boolean, updated_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select c.name::text,
           case when f.place_id is null then nullif(concat_ws(' ', u.first_name, u.last_name), '') else w.name::text end,
           a.id, a.starts_at, a.minutes::integer,
           initials_of(coalesce(t.patient_name, a.person_name)) || case when f.place_id is null then ', ' || p.name else '' end,
           coalesce(v.state, a.state) = 'cancelled', a.updated_at
    from calendar_feeds f
    join clinics c on c.id = f.clinic_id and c.is_active
    left join places w on w.clinic_id = f.clinic_id and w.id = f.place_id
    left join practitioners d on d.clinic_id = f.clinic_id and d.id = f.practitioner_id
    left join users u on u.clinic_id = d.clinic_id and u.id = d.user_id
    left join appointments a on a.clinic_id = f.clinic_id and a.starts_at >= p_from
                            and a.place_id = coalesce(f.place_id, a.place_id)
                            and a.practitioner_id = coalesce(f.practitioner_id, a.practitioner_id)
    left join places p on p.clinic_id = a.clinic_id and p.id = a.place_id
    left join visits v on v.clinic_id = a.clinic_id and v.id = a.visit_id
    left join patients t on t.clinic_id = a.clinic_id and t.id = a.patient_id
    where f.clinic_id = p_clinic_id and f.token_hash = p_token_hash
    order by a.starts_at, a.id
    limit 2000;
end $$;

set local role klinika_owner;
