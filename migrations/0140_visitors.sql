-- People who come to the clinic on a day without being patients, such as drug representatives. They have no number: the
-- doctor sees them between patients.

create table visitors (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  place_id bigint not null,
  -- In Manila.
  day date not null,
  name varchar(255) not null,
  -- Where they come from and what for: "Drug representative, Unilab".
  reason varchar(500),
  state varchar(20) not null default 'waiting' check (state in ('waiting', 'seen', 'left')),
  arrived_at timestamptz not null,
  created_by_id bigint not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, place_id) references places (clinic_id, id)
);
create index visitors_of_day on visitors (clinic_id, day, id);
call guard_clinic_table('visitors', 'select, insert, update');
