-- A queue for each doctor of a place: numbers with the doctor's letter, and patients who are handed to another doctor.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The last queue number with a letter, of a place on a day in Manila. Those without one are in queue_counters.
create table lettered_queue_counters (
  clinic_id bigint not null references clinics (id),
  place_id bigint not null,
  day date not null,
  letter varchar(2) not null,
  count integer not null,
  primary key (clinic_id, place_id, day, letter),
  foreign key (clinic_id, place_id) references places (clinic_id, id)
);
call guard_clinic_table('lettered_queue_counters', 'select, insert, update');

alter table visits
  -- The letter that the number was given with. Null: only one doctor practised then.
  add column letter varchar(2),
  -- The doctor who handed the patient over to the visit's, when, and what for.
  add column handed_from_id bigint,
  add column handed_at timestamptz,
  add column handover_note varchar(500),
  -- What Undo restores, until the patient is called.
  add column before_handover jsonb,
  add constraint visits_handed_from_fkey foreign key (clinic_id, handed_from_id) references practitioners (clinic_id, id);
create unique index visits_lettered_numbers on visits (clinic_id, day, place_id, coalesce(letter, ''), number);
drop index visits_numbers;

-- The next number of a place and day, with the doctor's letter once several doctors practise, which is then the rest of
-- the day's form. With a letter, numbers go on after those that were given without one. The place's counter is locked until
-- the transaction ends, so numbers have no gaps, and nobody gives one without a letter meanwhile.
create function give_queue_number(p_place_id bigint, p_day date, p_practitioner_id bigint)
  returns table (number integer, letter text)
  language plpgsql as $$
#variable_conflict use_column
declare
  own constant bigint := current_clinic();
  plain integer;
  of_doctor text;
begin
  insert into queue_counters as c (clinic_id, place_id, day, count) values (own, p_place_id, p_day, 0)
  on conflict (clinic_id, place_id, day) do update set count = c.count
  returning c.count into plain;
  if exists (select from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
             where p.clinic_id = own and p.is_practising and u.is_active having count(*) > 1)
     or exists (select from lettered_queue_counters c where c.clinic_id = own and c.place_id = p_place_id and c.day = p_day) then
    select p.letter into of_doctor from practitioners p where p.clinic_id = own and p.id = p_practitioner_id;
  end if;
  if of_doctor is null then
    return query
      update queue_counters c set count = c.count + 1
      where c.clinic_id = own and c.place_id = p_place_id and c.day = p_day
      returning c.count, null::text;
  else
    return query
      insert into lettered_queue_counters as c (clinic_id, place_id, day, letter, count)
      values (own, p_place_id, p_day, of_doctor, plain + 1)
      on conflict (clinic_id, place_id, day, letter) do update set count = greatest(c.count, plain) + 1
      returning c.count, c.letter::text;
  end if;
end $$;
revoke all on function give_queue_number(bigint, date, bigint) from public;
grant execute on function give_queue_number(bigint, date, bigint) to klinika_app;
comment on function give_queue_number(bigint, date, bigint) is 'nullable: p_practitioner_id, letter';

grant select (letter, practitioner_id) on visits to klinika_auth;

set local role klinika_auth;

-- As in 0120. Where several doctors practise, each who has patients today has rows of their own, at least one; seconds_each
-- is the doctor's then.
drop function read_display(bigint, bytea, date, timestamptz);
create function read_display(p_clinic_id bigint, p_token_hash bytea, p_day date, p_due timestamptz)
  returns table (clinic_name text, primary_color text, place_name text, number integer, is_served boolean,
                 seconds_each integer, called_at timestamptz, letter text, doctor_letter text, doctor_name text)
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
      join lateral (select state, purpose, number, letter, practitioner_id, with_doctor_at, for_payment_at, closed_at, id,
                           calling_order(moved_to, priority, appointment_at, arrived_at, p_due) as calling
                    from visits where clinic_id = d.clinic_id and day = p_day and place_id = d.place_id) v on true),
    doctor as (
      select p.id, p.letter, concat_ws(' ', u.first_name, u.last_name) as name
      from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
      where p.clinic_id = p_clinic_id and p.id in (select practitioner_id from visit)
        and (exists (select from visit where letter is not null)
             or exists (select from practitioners o join users a on a.clinic_id = o.clinic_id and a.id = o.user_id
                        where o.clinic_id = p_clinic_id and o.is_practising and a.is_active having count(*) > 1))),
    pace as (
      select doctor.id, avg(extract(epoch from coalesce(for_payment_at, closed_at) - with_doctor_at))::integer as seconds
      from visit left join doctor on doctor.id = visit.practitioner_id
      where coalesce(for_payment_at, closed_at) - with_doctor_at > interval '1 minute'
      group by doctor.id)
    select d.clinic_name, d.primary_color, d.place_name, v.number, v.state = 'with_doctor', pace.seconds,
           case when v.state = 'with_doctor' then v.with_doctor_at end, v.letter::text, doctor.letter::text, doctor.name
    from display d left join doctor on true
    left join pace on pace.id is not distinct from doctor.id
    left join visit v on (doctor.id is null or v.practitioner_id = doctor.id)
      and (v.state = 'with_doctor' or v.state in ('arrived', 'vitals_taken') and v.purpose <> 'results')
    order by length(doctor.letter), doctor.letter, v.state = 'with_doctor' desc,
             case when v.state = 'with_doctor' then v.with_doctor_at end desc, v.calling, v.id;
end $$;
revoke all on function read_display(bigint, bytea, date, timestamptz) from public;
grant execute on function read_display(bigint, bytea, date, timestamptz) to klinika_app;
comment on function read_display(bigint, bytea, date, timestamptz) is
  'nullable: place_name, number, is_served, seconds_each, called_at, letter, doctor_letter, doctor_name';

set local role klinika_owner;
