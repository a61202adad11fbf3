-- What lets the tables lie on several machines (docs/scaling.md, section 5). On one machine all works as before.

-- On a cluster a trigger sees the name of a part of its table ("patients_102170"): each says by its argument which it is of.
create or replace function record_change() returns trigger
  language plpgsql
as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_argv[0];
  end if;
  if tg_op = 'INSERT' and current_user = 'klinika_merge' then
    return null;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'household_key', 'other_text', 'record_day', 'last_consultation_at',
                      'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis', 'visit_diagnosed_at', 'own_diagnosed_at',
                      'is_billed', 'follow_up_date', 'allergies', 'recorded_at', 'visit_codes');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_argv[0] = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_argv[0], new.id, coalesce(changed, '{}'));
  return null;
end $$;

set local role klinika_notice;
create or replace function queue_webhooks() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  happened text;
  at timestamptz;
begin
  if coalesce(current_setting('app.event', true), '')
     in ('import.run', 'import.takeBack', 'patient.merge', 'patient.unmerge', 'patient.restore') then
    return null;
  end if;
  if tg_argv[0] = 'patients' then
    happened := 'patient.registered';
    at := new.created_at;
  elsif tg_argv[0] = 'visits' then
    happened := 'visit.done';
    at := coalesce(new.closed_at, now());
  else
    happened := 'payment.taken';
    at := new.taken_at;
  end if;
  insert into webhook_deliveries (clinic_id, webhook_id, event, happened_at, about_id, next_at, created_at, state, problem, ended_at)
  select w.clinic_id, w.id, happened, at, new.id, at, at, case when is_full then 'failed' else 'waiting' end,
         case when is_full then 'Not sent: a thousand messages were waiting.' end, case when is_full then at end
  from webhooks w
  cross join lateral (select count(*) >= 1000 as is_full from webhook_deliveries d
                      where d.clinic_id = w.clinic_id and d.webhook_id = w.id and d.state = 'waiting') as room
  where w.clinic_id = new.clinic_id and w.is_active and happened = any (w.events);
  return null;
end $$;
-- Who makes a trigger must be allowed to call its function.
grant execute on function queue_webhooks() to klinika_owner;
set local role klinika_owner;

do $$
declare
  made record;
begin
  for made in
    select pg_get_triggerdef(t.oid) as definition, c.relname::text as of
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid in ('record_change'::regproc, 'queue_webhooks'::regproc) and not t.tgisinternal loop
    execute regexp_replace(replace(made.definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), '\(\)$', format('(%L)', made.of));
  end loop;
end $$;

-- A clinic's row is copied to every machine of a cluster, and a trigger runs with each copy: its first place is written
-- by whoever writes the clinic.
drop trigger clinics_first_place on clinics;
set local role klinika_auth;
drop function add_first_place();
create or replace function sign_up_clinic(p_clinic_name text, p_subdomain text, p_setup_fee numeric, p_monthly_fee numeric, p_trial_ends timestamptz,
                               p_email text, p_phone text, p_first_name text, p_last_name text, p_license text,
                               p_permissions text[], p_password_hash text, p_at timestamptz, p_confirm_email boolean,
                               p_credentials text)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_clinic bigint;
  new_user bigint;
  numbered text := p_subdomain;
  number integer := 1;
begin
  loop
    insert into clinics (name, subdomain, setup_fee, monthly_fee, trial_ends_at, phone, email, created_at, updated_at)
    values (p_clinic_name, numbered, p_setup_fee, p_monthly_fee, p_trial_ends, p_phone, p_email, p_at, p_at)
    on conflict on constraint clinics_subdomain_key do nothing
    returning id into new_clinic;
    exit when new_clinic is not null;
    number := number + 1;
    numbered := p_subdomain || '-' || number;
  end loop;
  insert into places (clinic_id, name) values (new_clinic, 'Main clinic');
  insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed, phone, license_number,
                     credentials, email_unconfirmed_since, created_at, updated_at)
  values (new_clinic, p_email, p_first_name, p_last_name, 'owner', p_permissions, true, p_phone, p_license,
          p_credentials, case when p_confirm_email then p_at end, p_at, p_at)
  returning id into new_user;
  insert into credentials (user_id, password_hash, changed_at) values (new_user, p_password_hash, p_at);
  if p_confirm_email then
    perform ask_letter_with_link('confirm', p_email, p_at);
  end if;
  return new_user;
end $$;
set local role klinika_owner;

-- As before, row by row: what one statement reads and writes, a cluster loads by COPY, which row security refuses; and it
-- takes only what is immutable in the condition of a conflict, which an instant less an interval is not.
set local role klinika_auth;
create or replace function note_views(p_keys bytea[], p_patients bigint[], p_users bigint[], p_owners bigint[], p_events text[], p_ages integer[], p_noted_at timestamptz[], p_api_keys bigint[] default null)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own_clinic constant bigint := current_clinic();
  noted bytea[] := '{}';
  one record;
begin
  if own_clinic is null then
    raise insufficient_privilege using message = 'views are noted in a clinic';
  end if;
  if exists (select 1 from unnest(p_ages) age where age is null or age not between 0 and 3600000) then
    raise insufficient_privilege using message = 'a view is noted within an hour';
  end if;
  -- In one order, so that two processes that note the same views do not wait for each other.
  for one in select * from unnest(p_keys, p_noted_at) as seen (key, noted_at) order by key loop
    insert into views_noted as known (clinic_id, key, noted_at) values (own_clinic, one.key, one.noted_at)
    on conflict (clinic_id, key) do update set noted_at = excluded.noted_at
      where excluded.noted_at - known.noted_at >= interval '5 minutes';
    if found then
      noted := noted || one.key;
    end if;
  end loop;
  for one in
    select seen.*, k.name as api_key
    from unnest(p_keys, p_patients, p_users, p_owners, p_events, p_ages, p_api_keys) with ordinality
      as seen (key, patient_id, user_id, owner_user_id, event, age, api_key_id, place)
    left join api_keys k on k.clinic_id = own_clinic and k.id = seen.api_key_id
    where seen.key = any (noted)
    order by seen.place
  loop
    insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, happened_at, changes)
    values (own_clinic, one.patient_id, one.user_id, one.owner_user_id, one.event, now() - one.age * interval '1 millisecond',
            case when one.api_key_id is null then '{}' else jsonb_build_object('apiKey', one.api_key, 'apiKeyId', one.api_key_id) end);
  end loop;
end $$;
set local role klinika_owner;

-- As before. The machines of a cluster have clocks of their own, and there a transaction's time is the coordinator's.
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
  return new;
end $$;

-- Whether the patient of another clinic was referred to the running one. A policy asks by a function's call, since a
-- cluster takes no query within a policy.
create function was_referred_here(clinic bigint, patient bigint) returns boolean
  language sql stable
  as $$
  select exists (select from public.referrals r
                 where r.clinic_id = public.current_clinic() and r.side = 'received'
                   and r.from_clinic_id = clinic and r.original_patient_id = patient) $$;
revoke execute on function was_referred_here(bigint, bigint) from public;
grant execute on function was_referred_here(bigint, bigint) to klinika_referral;
alter policy referring_read on files using (clinic_id = current_clinic() or was_referred_here(clinic_id, patient_id));

-- A cluster knows no key that empties one of its columns (`on delete set null (column)`): a trigger empties it before.
-- With the rights of the tables' owner, as a foreign key acts. tg_argv: the table below, and its column.
create function empty_reference() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  execute format('update public.%I set %I = null where clinic_id = $1 and %2$I = $2', tg_argv[0], tg_argv[1])
    using old.clinic_id, old.id;
  return old;
end $$;
revoke execute on function empty_reference() from public;
do $$
declare
  reference record;
begin
  for reference in
    select k.conname as name, k.conrelid::regclass::text as of, k.confrelid::regclass::text as above,
           a.attname::text as named_by, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.confdelsetcols[1]
    where k.contype = 'f' and k.confdeltype = 'n' loop
    execute format('create trigger %I before delete on %s for each row execute function empty_reference(%L, %L)',
                   format('%s_empty_%s_%s', reference.above, reference.of, reference.named_by), reference.above,
                   reference.of, reference.named_by);
    execute format('alter table %s drop constraint %I, add constraint %2$I %3$s', reference.of, reference.name,
                   regexp_replace(reference.definition, ' ON DELETE SET NULL.*$', ''));
  end loop;
end $$;

-- The settings of a transaction as statements, which a cluster takes to its other machines; it does not take set_config there.
create function set_scope(clinic text, acting_user text, staff_owner text, event text) returns void
  language plpgsql as $$
begin
  execute format('set local app.clinic_id = %L', clinic);
  execute format('set local app.user_id = %L', acting_user);
  execute format('set local app.owner_user_id = %L', staff_owner);
  execute format('set local app.event = %L', event);
end $$;
grant execute on function set_scope(text, text, text, text) to klinika_app;
