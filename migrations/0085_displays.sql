-- Waiting-room displays: pages that are opened by a link and show queue numbers (decision C4).
create table displays (
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
call guard_clinic_table('displays', 'select, insert, delete');

-- Columns that name nobody: whoever has the link sees no more.
create policy display on displays for select to klinika_auth using (true);
grant select (clinic_id, place_id, token_hash) on displays to klinika_auth;
create policy display on places for select to klinika_auth using (true);
grant select (clinic_id, id, name, is_active) on places to klinika_auth;
create policy display on visits for select to klinika_auth using (true);
grant select (clinic_id, id, place_id, day, number, state, priority, appointment_at, arrived_at, with_doctor_at,
              for_payment_at, closed_at) on visits to klinika_auth;

-- One row for each number that is served or waits, in the order of the queue; one row without a number when there is
-- none. No row: the link is not, or no longer, valid. The place is named where the clinic has several.
create function read_display(p_clinic_id bigint, p_token_hash bytea, p_day date, p_due timestamptz)
  returns table (clinic_name text, primary_color text, place_name text, number integer, is_served boolean,
                 seconds_each integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  with display as (
    select d.clinic_id, d.place_id, c.name::text as clinic_name, c.primary_color::text, case when exists (select from places o where o.clinic_id = d.clinic_id and o.id <> d.place_id and o.is_active)
                then p.name::text end as place_name
    from displays d join clinics c on c.id = d.clinic_id
    join places p on p.clinic_id = d.clinic_id and p.id = d.place_id
    where d.clinic_id = p_clinic_id and d.token_hash = p_token_hash and c.is_active),
  visit as (
    select v.* from display d
    join lateral (select state, number, with_doctor_at, for_payment_at, closed_at, id,
                         calling_order(priority, appointment_at, arrived_at, p_due) as calling
                  from visits where clinic_id = d.clinic_id and day = p_day and place_id = d.place_id) v on true),
  pace as (
    select avg(extract(epoch from coalesce(for_payment_at, closed_at) - with_doctor_at))::integer as seconds
    from visit where coalesce(for_payment_at, closed_at) - with_doctor_at > interval '1 minute')
  select d.clinic_name, d.primary_color, d.place_name, v.number, v.state = 'with_doctor', pace.seconds
  from display d cross join pace
  left join visit v on v.state in ('with_doctor', 'arrived', 'vitals_taken')
  order by v.state = 'with_doctor' desc, case when v.state = 'with_doctor' then v.with_doctor_at end desc, v.calling, v.id
$$;
revoke execute on function read_display(bigint, bytea, date, timestamptz) from public;
grant execute on function read_display(bigint, bytea, date, timestamptz) to klinika_app;
comment on function read_display(bigint, bytea, date, timestamptz) is 'nullable: place_name, number, is_served, seconds_each';
alter function read_display(bigint, bytea, date, timestamptz) owner to klinika_auth;
