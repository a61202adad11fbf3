-- A whole list of ICD-10 that the operator is licensed for, beside the product's own common diagnoses. Loaded and replaced
-- as a whole by `npm run admin -- load-icd10`.
create table icd10_lists (
  id smallint primary key default 1 check (id = 1),
  code_count integer not null,
  loaded_at timestamptz not null
);
create table icd10_codes (
  code varchar(6) primary key check (code ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$'),
  title varchar(300) not null
);
grant select on icd10_lists, icd10_codes to klinika_auth;

-- Which list is loaded; no row where there is none.
create function icd10_list_state() returns table (loaded_at timestamptz, code_count integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select l.loaded_at, l.code_count from icd10_lists l
$$;

-- A page of the list, from the code after p_code on.
create function icd10_codes_after(p_code text, p_most integer) returns table (code text, title text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.code, c.title from icd10_codes c where c.code > p_code order by c.code limit p_most
$$;

create function icd10_titles(p_codes text[]) returns table (code text, title text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.code, c.title from icd10_codes c where c.code = any (p_codes)
$$;

do $$
declare
  made regprocedure;
begin
  foreach made in array array['icd10_list_state()', 'icd10_codes_after(text, integer)', 'icd10_titles(text[])']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', made);
    execute format('grant execute on function %s to klinika_app', made);
    execute format('alter function %s owner to klinika_auth', made);
  end loop;
end $$;
