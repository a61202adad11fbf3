-- How many messages still wait to be mailed: a number for whoever looks after Klinika, never what stands in them.
create function count_messages_to_mail(p_since timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog, public
as $$
  select count(*) from contact_messages m
  where m.mailed_at is null and m.handled_at is null and m.created_at > p_since
$$;
alter function count_messages_to_mail(timestamptz) owner to klinika_auth;
revoke execute on function count_messages_to_mail(timestamptz) from public;
grant execute on function count_messages_to_mail(timestamptz) to klinika_app;
