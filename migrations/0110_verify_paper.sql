-- What anybody who holds a paper may ask: whether this clinic issued it, and whether it is still valid.
create policy verify on clinic_papers for select to klinika_auth using (true);
grant select (clinic_id, code_hash, doctor_name, day, initials, state, released_at, withdrawn_at) on clinic_papers to klinika_auth;

-- No row: the code is not known, or the paper was never issued.
create function verify_paper(p_clinic_id bigint, p_code_hash bytea)
  returns table (clinic_name text, doctor_name text, day date, initials text, withdrawn_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.name::text, p.doctor_name::text, p.day, p.initials::text, p.withdrawn_at
  from clinic_papers p join clinics c on c.id = p.clinic_id
  where p.clinic_id = p_clinic_id and p.code_hash = p_code_hash and p.released_at is not null
$$;
revoke execute on function verify_paper(bigint, bytea) from public;
grant execute on function verify_paper(bigint, bytea) to klinika_app;
comment on function verify_paper(bigint, bytea) is 'nullable: withdrawn_at';
alter function verify_paper(bigint, bytea) owner to klinika_auth;
