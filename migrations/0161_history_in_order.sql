-- As before on a database by itself. On a cluster (docs/scaling.md, section 5) a row of the record history gets its id where it is
-- stored: those that the coordinator and the workers draw from klinika_id are of ranges of their own, and the history is shown and
-- sealed in the order of its ids. It is of the microsecond and the last three bits of a number from klinika_id, so that it is below
-- 2^53 until the year 2061, and above the ids before it where the clinic's rows have moved to another worker.
create or replace function keep_history_honest() returns trigger
  language plpgsql
as $$
declare
  is_part constant boolean := tg_table_name <> 'record_history';
begin
  if current_user = 'klinika_app' and (
       new.clinic_id is distinct from current_clinic()
       or new.user_id is distinct from nullif(current_setting('app.user_id', true), '')::bigint
       or new.owner_user_id is distinct from nullif(current_setting('app.owner_user_id', true), '')::bigint
       or (new.happened_at is distinct from now()
           and not (is_part and new.happened_at between now() - interval '1 minute' and now() + interval '1 minute'))) then
    raise insufficient_privilege using
      message = 'a row of the record history names the clinic, the user and the time of its transaction';
  end if;
  if is_part then
    new.id := (extract(epoch from clock_timestamp() - timestamptz '2026-01-01T00:00:00Z') * 1000000)::bigint * 8
              + nextval('public.klinika_id') % 8;
  end if;
  return new;
end $$;
