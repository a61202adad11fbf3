set local role klinika_auth;

-- As in 0100, with the time of the last call: a patient can be called again, which changes no number.
drop function read_display(bigint, bytea, date, timestamptz);
create function read_display(p_clinic_id bigint, p_token_hash bytea, p_day date, p_due timestamptz)
  returns table (clinic_name text, primary_color text, place_name text, number integer, is_served boolean,
                 seconds_each integer, called_at timestamptz)
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
      join lateral (select state, purpose, number, with_doctor_at, for_payment_at, closed_at, id,
                           calling_order(moved_to, priority, appointment_at, arrived_at, p_due) as calling
                    from visits where clinic_id = d.clinic_id and day = p_day and place_id = d.place_id) v on true),
    pace as (
      select avg(extract(epoch from coalesce(for_payment_at, closed_at) - with_doctor_at))::integer as seconds
      from visit where coalesce(for_payment_at, closed_at) - with_doctor_at > interval '1 minute')
    select d.clinic_name, d.primary_color, d.place_name, v.number, v.state = 'with_doctor', pace.seconds,
           case when v.state = 'with_doctor' then v.with_doctor_at end
    from display d cross join pace
    left join visit v on v.state = 'with_doctor' or v.state in ('arrived', 'vitals_taken') and v.purpose <> 'results'
    order by v.state = 'with_doctor' desc, case when v.state = 'with_doctor' then v.with_doctor_at end desc, v.calling, v.id;
end $$;
revoke all on function read_display(bigint, bytea, date, timestamptz) from public;
grant execute on function read_display(bigint, bytea, date, timestamptz) to klinika_app;
comment on function read_display(bigint, bytea, date, timestamptz) is 'nullable: place_name, number, is_served, seconds_each, called_at';

set local role klinika_owner;
