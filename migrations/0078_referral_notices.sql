-- Other clinics cause the notices of received referrals. At most 20 of a user's 50 are such, so that no number of
-- referrals replaces what the clinic's own work caused. The referrals themselves stay under "Shared with Me".
create or replace function tell(p_clinic bigint, p_users bigint[], p_cause text, p_type text, p_title text, p_message text,
                                p_action_type text, p_action_data jsonb, p_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  told bigint;
begin
  for told in select u.id from users u
    where u.clinic_id = p_clinic and u.is_active and case when p_users is null then u.role = 'owner' else u.id = any (p_users) end
    order by u.id
  loop
    if p_cause is not null then
      insert into told_causes (clinic_id, cause, user_id, told_at) values (p_clinic, p_cause, told, p_at) on conflict do nothing;
      continue when not found;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('notifications of ' || told, 0));
    insert into notifications (clinic_id, user_id, type, title, message, action_type, action_data, created_at)
    values (p_clinic, told, p_type, p_title, p_message, p_action_type, p_action_data, p_at);
    if p_action_type = 'referral' then
      delete from notifications n where n.clinic_id = p_clinic and n.id in (
        select o.id from notifications o
        where o.clinic_id = p_clinic and o.user_id = told and o.action_type = 'referral' order by o.id desc offset 20);
    end if;
    delete from notifications n where n.clinic_id = p_clinic and n.id in (
      select o.id from notifications o where o.clinic_id = p_clinic and o.user_id = told order by o.id desc offset 50);
  end loop;
end $$;
