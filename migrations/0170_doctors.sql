-- A clinic's doctors beside its owner: accounts of the role `doctor`, each with a practitioner.

alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('admin', 'owner', 'doctor', 'staff', 'secretary'));

alter table practitioners
  -- As papers have it; null: the account's first and last name.
  add column printed_name varchar(201),
  -- Dangerous drugs are prescribed until this day; null where the license names none.
  add column s2_ends_on date,
  -- What a queue number begins with, and the calendar's column.
  add column letter varchar(2) not null default 'A' check (letter ~ '^[A-Z]{1,2}$'),
  -- An owner may leave the practice to others.
  add column is_practising boolean not null default true,
  -- New notes are confidential unless their author says otherwise.
  add column is_confidential boolean not null default false,
  add constraint practitioners_letter unique (clinic_id, letter);
grant update (printed_name, s2_ends_on, letter, is_practising, is_confidential) on practitioners to klinika_app;

-- As in 0151, but the writer's own practitioner comes first.
create or replace function name_practitioner() returns trigger
  language plpgsql as $$
begin
  select p.id into new.practitioner_id from public.practitioners p
  where p.clinic_id = new.clinic_id
  order by coalesce(p.user_id = nullif(current_setting('app.user_id', true), '')::bigint, false) desc, p.id limit 1;
  return new;
end $$;

set local role klinika_auth;

-- As in 0150, with the clinic's doctors who see patients, where there are several.
drop function profile_of(bigint);
create function profile_of(p_user bigint)
  returns table (license_number varchar, ptr_number varchar, ptr_year smallint, s2_number varchar, specialization varchar,
                 credentials varchar, logo_url text, adult_ranges jsonb, email_unconfirmed_since timestamptz, doctors jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  account users;
  practising practitioners;
begin
  select * into account from users u where u.id = p_user;
  if not found then
    return;
  end if;
  select * into practising from practitioners p where p.clinic_id = account.clinic_id and p.user_id = account.id;
  return query
    select practising.license_number, practising.ptr_number, practising.ptr_year, practising.s2_number,
           practising.specialization, practising.credentials, c.logo_url, c.adult_ranges, account.email_unconfirmed_since,
           case when d.count > 1 then d.doctors end
    from (select) one
    left join clinics c on c.id = account.clinic_id
    cross join lateral (
      select count(*), jsonb_agg(jsonb_build_object('id', p.id, 'userId', u.id, 'letter', p.letter,
                                                    'name', concat_ws(' ', u.first_name, u.last_name)) order by length(p.letter), p.letter)
      from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
      where p.clinic_id = account.clinic_id and p.is_practising and u.is_active
    ) d (count, doctors);
end $$;
grant execute on function profile_of(bigint) to klinika_app;
comment on function profile_of(bigint) is
  'nullable: license_number, ptr_number, ptr_year, s2_number, specialization, credentials, logo_url, adult_ranges, '
  'email_unconfirmed_since, doctors';

set local role klinika_owner;
