-- What the platform's operator did from the command line, beside the product: append-only, and read there alone.
create table platform_operations (
  id bigint primary key default nextval('klinika_id'),
  happened_at timestamptz not null default now(),
  -- The person at the computer, as it knows him or her: user@host.
  operator varchar(255) not null,
  command varchar(60) not null,
  about_clinic_id bigint references clinics (id),
  -- What it was done to, and what came of it; never a password.
  details jsonb not null default '{}'
);
create index platform_operations_of_clinic on platform_operations (about_clinic_id, id desc);
create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger platform_operations_stay before update or delete on platform_operations
  for each row execute function refuse_change();
grant select on platform_operations to klinika_backup;
