-- The queue of a day: visits, their numbers and order, and the displays of the waiting room.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- Waiting-room displays: pages that are opened by a link, without an account, and show queue numbers.
create table displays (
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
call guard_clinic_table('displays', 'select, insert, delete');
-- read_display looks a link up without a clinic's session.
create policy display on displays for select to klinika_auth using (true);
grant select (clinic_id, place_id, token_hash) on displays to klinika_auth;

-- The last queue number of a place on a day in Manila.
create table queue_counters (
  clinic_id bigint not null references clinics (id),
  place_id bigint not null,
  day date not null,
  count integer not null,
  primary key (clinic_id, place_id, day),
  foreign key (clinic_id, place_id) references places (clinic_id, id)
);
call guard_clinic_table('queue_counters', 'select, insert, update');

-- One patient's visit to one place on one day, from booking or arrival to its end.
create table visits (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  patient_id bigint not null,
  place_id bigint not null,
  day date not null,
  -- The queue number, given on arrival.
  number integer,
  state varchar(20) not null check (
    state in ('booked', 'arrived', 'vitals_taken', 'with_doctor', 'for_payment', 'done', 'no_show', 'cancelled', 'left')
  ),
  is_open boolean generated always as (
    state in ('booked', 'arrived', 'vitals_taken', 'with_doctor', 'for_payment')
  ) stored not null,
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
  -- The sort key, as of calling_order, of a visit that was moved in the queue by hand. Null: its place follows the rule.
  moved_to numeric[],
  -- Why a visit that ended has no bill, such as "No charge".
  no_bill_reason varchar(200),
  -- results: the patient only picks up or shows results, and needs no vital signs, doctor or bill.
  purpose varchar(20) not null default 'consultation' check (purpose in ('consultation', 'results')),
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, place_id) references places (clinic_id, id),
  constraint visits_check check ((number is null) = (arrived_at is null)),
  constraint visits_check1 check (state in ('booked', 'no_show', 'cancelled') or number is not null),
  constraint visits_check2 check (is_open = (closed_at is null))
);
create index visits_appointed on visits (clinic_id, patient_id, appointment_at) where appointment_at is not null;
-- Who did not come, for the list of patients to call back.
create index visits_missed on visits (clinic_id, day, patient_id) where state = 'no_show';
create unique index visits_numbers on visits (clinic_id, day, place_id, number);
create index visits_of_patient on visits (clinic_id, patient_id, day desc, id desc);
-- A patient is in a queue once. One who was seen may come back the same day.
create unique index visits_one_open on visits (clinic_id, patient_id, day, place_id) where is_open;
create index visits_open on visits (clinic_id, day) where is_open;
call guard_clinic_table('visits', 'select, insert, update');
call open_to_merges('visits');
create policy display on visits for select to klinika_auth using (true);
-- The state of an appointment is its visit's: calendar feeds, reminders and follow-ups read it.
create policy feed on visits for select to klinika_notice using (true);
-- What read_display computes the numbers and their order from. No column names a patient.
grant select (clinic_id, id, place_id, day, number, state, priority, appointment_at, arrived_at, with_doctor_at,
  for_payment_at, closed_at, moved_to) on visits to klinika_auth;
grant select (clinic_id, id, patient_id, day, state) on visits to klinika_notice;

-- The sort key of the order in which patients are called, compared element by element: first patients with priority, then
-- appointments that are due by p_due, by their time, then everybody else by arrival.
create function calling_order(priority text, appointment_at timestamptz, arrived_at timestamptz, p_due timestamptz)
  returns numeric[]
  language sql immutable parallel safe
as $$
  select array[(priority is null)::integer,
               coalesce(case when appointment_at <= p_due then extract(epoch from appointment_at) end, 'infinity'),
               coalesce(extract(epoch from arrived_at), 'infinity')]
$$;
grant execute on function calling_order(text, timestamptz, timestamptz, timestamptz) to klinika_app, klinika_auth;

-- The same, for a visit that may have been moved by hand.
create function calling_order(moved_to numeric[], priority text, appointment_at timestamptz, arrived_at timestamptz,
                              p_due timestamptz)
  returns numeric[]
  language sql immutable parallel safe
as $$
  select coalesce(moved_to, calling_order(priority, appointment_at, arrived_at, p_due))
$$;
grant execute on function calling_order(numeric[], text, timestamptz, timestamptz, timestamptz) to klinika_app, klinika_auth;

set local role klinika_auth;

-- What a display shows: a row for each number that is with the doctor, the latest first, and then for each that waits, in the
-- order of calling; one row without a number when there are none. No row: the link is not valid. The place is named when the
-- clinic has several. seconds_each is how long the doctor took on average for a patient of the day.
create function read_display(p_clinic_id bigint, p_token_hash bytea, p_day date, p_due timestamptz)
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
grant execute on function read_display(bigint, bytea, date, timestamptz) to klinika_app;
comment on function read_display(bigint, bytea, date, timestamptz) is 'nullable: place_name, number, is_served, seconds_each';

set local role klinika_owner;

create trigger visits_history after insert or update on visits
  for each row execute function record_change('visits');
call keep_entries_in_place('visits');
