-- Where a clinic sees its patients.
create table places (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(120) not null check (name <> ''),
  -- Null: the clinic's own.
  address text,
  room varchar(60),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
call guard_clinic_table('places', 'select, insert, update');
create unique index places_by_name on places (clinic_id, lower(name)) where is_active;

-- Each clinic has at least one place.
insert into places (clinic_id, name) select id, 'Main clinic' from clinics;
create function add_first_place() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into places (clinic_id, name) values (new.id, 'Main clinic');
  return null;
end $$;
create trigger clinics_first_place after insert on clinics for each row execute function add_first_place();
create policy accounts on places for insert to klinika_auth with check (true);
grant insert on places to klinika_auth;
revoke execute on function add_first_place() from public;
alter function add_first_place() owner to klinika_auth;

-- The last queue number of a place on a Manila day.
create table queue_counters (
  clinic_id bigint not null references clinics (id),
  place_id bigint not null,
  day date not null,
  count integer not null,
  primary key (clinic_id, place_id, day),
  foreign key (clinic_id, place_id) references places (clinic_id, id)
);
call guard_clinic_table('queue_counters', 'select, insert, update');

-- One patient's day at one place.
create table visits (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  place_id bigint not null,
  day date not null,
  -- Given on arrival.
  number integer,
  state varchar(20) not null check (state in ('booked', 'arrived', 'vitals_taken', 'with_doctor', 'for_payment', 'done',
                                              'no_show', 'cancelled', 'left')),
  is_open boolean not null generated always as (state in ('booked', 'arrived', 'vitals_taken', 'with_doctor', 'for_payment')) stored,
  priority varchar(20) check (priority in ('senior', 'pwd', 'pregnant')),
  reason varchar(500),
  -- Null for a walk-in.
  appointment_at timestamptz,
  -- When each state began. A state that was skipped or undone has none.
  arrived_at timestamptz,
  vitals_taken_at timestamptz,
  with_doctor_at timestamptz,
  for_payment_at timestamptz,
  closed_at timestamptz,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id),
  check ((number is null) = (arrived_at is null)),
  check (state in ('booked', 'no_show', 'cancelled') or number is not null),
  check (is_open = (closed_at is null)),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id)
);
call guard_clinic_table('visits', 'select, insert, update');
create unique index visits_numbers on visits (clinic_id, day, place_id, number);
-- A patient stands in a queue once. Who was seen may come back the same day.
create unique index visits_one_open on visits (clinic_id, patient_id, day, place_id) where is_open;
create index visits_of_patient on visits (clinic_id, patient_id, day desc, id desc);
create index visits_open on visits (clinic_id, day) where is_open;
create trigger visits_history after insert or update on visits for each row execute function record_change();

-- The order in which patients are called (decision C3): priority, appointments that are due by p_due by their time,
-- walk-ins by arrival. Compared element by element.
create function calling_order(priority text, appointment_at timestamptz, arrived_at timestamptz, p_due timestamptz)
  returns numeric[]
  language sql immutable parallel safe
as $$
  select array[(priority is null)::integer,
               coalesce(case when appointment_at <= p_due then extract(epoch from appointment_at) end, 'infinity'),
               coalesce(extract(epoch from arrived_at), 'infinity')]
$$;
grant execute on function calling_order(text, timestamptz, timestamptz, timestamptz) to klinika_app, klinika_auth;
