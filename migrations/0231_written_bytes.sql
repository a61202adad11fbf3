-- About how many bytes each clinic has written to the database in a month: rows, and the record history, which stores old and new
-- values for good. They count in what a clinic may store. The server adds up what it charges (limit-change.ts); nothing is
-- subtracted.
create table written_bytes (
  clinic_id bigint not null references clinics (id),
  month date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (clinic_id, month)
);
call guard_clinic_table('written_bytes', 'select');
create policy counting on written_bytes to klinika_admin using (true) with check (true);
grant select, insert, update on written_bytes to klinika_admin;

insert into written_bytes (clinic_id, month, bytes)
select h.clinic_id, date_trunc('month', manila_day(h.happened_at)), 2 * sum(pg_column_size(h.changes))
from record_history h group by 1, 2;

set local role klinika_admin;

create function note_written(p_clinic bigint, p_bytes bigint, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  this_month constant date := date_trunc('month', manila_day(p_at));
begin
  insert into written_bytes as w (clinic_id, month, bytes) values (p_clinic, this_month, greatest(p_bytes, 0))
  on conflict (clinic_id, month) do update set bytes = w.bytes + excluded.bytes;
end $$;
revoke execute on function note_written(bigint, bigint, timestamptz) from public;
grant execute on function note_written(bigint, bigint, timestamptz) to klinika_app;

-- The size of what the record history holds of a patient: about what a copy, a merge or a referral of the record writes.
create function record_bytes(p_patient bigint) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own constant bigint := current_clinic();
begin
  return (select coalesce(sum(pg_column_size(h.changes) + 100), 0)::bigint from record_history h
          where h.clinic_id = own and h.patient_id = p_patient);
end $$;
revoke execute on function record_bytes(bigint) from public;
grant execute on function record_bytes(bigint) to klinika_app;

reset role;
