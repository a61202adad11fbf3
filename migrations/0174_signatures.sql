-- The signatures of a clinic's doctors, as pictures, which papers bear from the moment in which their doctor signs them.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- A row is never changed but for its end: papers keep the one with which they were signed.
create table signatures (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  user_id bigint not null,
  -- PNG, with a transparent background where it had one.
  image bytea not null check (octet_length(image) <= 204800),
  created_at timestamptz not null,
  -- When it was replaced or removed; null for the one in use.
  ended_at timestamptz,
  primary key (clinic_id, id),
  constraint signatures_of_user unique (clinic_id, user_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create unique index signatures_in_use on signatures (clinic_id, user_id) where ended_at is null;
call guard_clinic_table('signatures', 'select, insert');
grant update (ended_at) on signatures to klinika_app;
-- Nobody brings in or ends the signature of somebody else.
create policy own_hand on signatures as restrictive for insert to klinika_app
  with check (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy own_hand_ended on signatures as restrictive for update to klinika_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy referring on signatures for select to klinika_referral using (clinic_id = current_clinic());
grant select (clinic_id, id, user_id, ended_at) on signatures to klinika_referral;

-- The signature of whoever signs a paper now, or null if this doctor has none. Only the doctor whom the paper names signs it,
-- in a session of their own: the server has told everybody else so before.
create function signature_of(p_clinic bigint, p_doctor bigint) returns bigint
  language plpgsql
as $$
declare
  signed bigint;
begin
  if p_doctor is distinct from nullif(current_setting('app.user_id', true), '')::bigint
     or coalesce(current_setting('app.owner_user_id', true), '') <> '' then
    raise exception 'a paper is signed by another user than the doctor whom it names';
  end if;
  select s.id into signed from public.signatures s
  where s.clinic_id = p_clinic and s.user_id = p_doctor and s.ended_at is null;
  return signed;
end $$;
grant execute on function signature_of(bigint, bigint) to klinika_app, klinika_referral;
comment on function signature_of(bigint, bigint) is 'nullable: result';

alter table prescriptions add column signature_id bigint;
alter table clinic_papers add column signature_id bigint;
alter table referrals add column signature_id bigint;
comment on column prescriptions.signature_id is 'set by a trigger';
comment on column clinic_papers.signature_id is 'set by a trigger';
comment on column referrals.signature_id is 'set by a trigger';
-- A paper bears the signature of nobody but its signer.
alter table prescriptions add constraint prescriptions_signature_fkey
  foreign key (clinic_id, released_by_id, signature_id) references signatures (clinic_id, user_id, id) not valid;
alter table clinic_papers add constraint clinic_papers_signature_fkey
  foreign key (clinic_id, released_by_id, signature_id) references signatures (clinic_id, user_id, id) not valid;
alter table referrals add constraint referrals_signature_fkey
  foreign key (clinic_id, referring_doctor_id, signature_id) references signatures (clinic_id, user_id, id) not valid;

-- Puts the signature on a prescription, certificate or request in the statement that makes it final, and keeps it as it is
-- in every other. What an operator restores is as it was.
create function sign_paper() returns trigger
  language plpgsql
as $$
declare
  named bigint;
begin
  if current_user <> 'klinika_app' then
    return new;
  end if;
  if new.released_at is null then
    new.signature_id := null;
  elsif tg_op = 'UPDATE' and old.released_at is not null then
    new.signature_id := old.signature_id;
  else
    select p.user_id into named from public.practitioners p
    where p.clinic_id = new.clinic_id and p.id = new.practitioner_id and p.user_id = new.released_by_id;
    new.signature_id := public.signature_of(new.clinic_id, named);
  end if;
  return new;
end $$;
grant execute on function sign_paper() to public;
create trigger prescriptions_signed before insert or update of released_at, released_by_id, signature_id on prescriptions
  for each row execute function sign_paper();
create trigger clinic_papers_signed before insert or update of released_at, released_by_id, signature_id on clinic_papers
  for each row execute function sign_paper();

-- The same for the letter of a referral, which names its doctor as the referring one.
create function sign_letter() returns trigger
  language plpgsql
as $$
begin
  if current_user <> 'klinika_referral' then
    return new;
  end if;
  if new.side = 'received' or new.awaits_release then
    new.signature_id := null;
  elsif tg_op = 'UPDATE' and not old.awaits_release then
    new.signature_id := old.signature_id;
  else
    new.signature_id := public.signature_of(new.clinic_id, new.referring_doctor_id);
  end if;
  return new;
end $$;
grant execute on function sign_letter() to public;
create trigger referrals_signed before insert or update of awaits_release, released_by_id, signature_id on referrals
  for each row execute function sign_letter();

set local role klinika_notice;

-- Tells the doctor who is named of a paper to release, and of a referral that another user sent in the doctor's name; the
-- receiver's owner of one that arrived. As in 0021, but for whom it tells.
create or replace function tell_of_sent_referral() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_waiting constant boolean := new.awaits_release and new.status = 'letter';
  sender record;
begin
  if new.side = 'received' then
    perform tell(new.clinic_id, null, null, 'info', 'Referral received',
      new.patient_name || ', referred by ' || new.from_clinic_name,
      'referral', jsonb_build_object('referralId', new.id), new.date_referred);
    return null;
  end if;
  if new.sent_by_id is distinct from new.referring_doctor_id then
    select concat_ws(' ', u.first_name, u.last_name) as name into sender
    from users u where u.clinic_id = new.clinic_id and u.id = new.sent_by_id;
    perform tell(new.clinic_id, array[new.referring_doctor_id], null, case when is_waiting then 'warning' else 'info' end,
      case when is_waiting then 'Referral letter awaiting release' else 'Patient referred' end,
      sender.name || ' referred ' || new.patient_name || ' to ' || new.to_clinic_name,
      'patient', jsonb_build_object('patientId', new.original_patient_id, 'referralId', new.id), new.date_referred);
  end if;
  return null;
end $$;

set local role klinika_owner;
