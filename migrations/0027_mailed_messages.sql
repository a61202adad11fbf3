-- Contact messages and upgrade requests are mailed to the people behind Klinika when a mail server is set. The row is
-- the message; these columns say how far its mail came.
alter table contact_messages
  add column mailed_at timestamptz,
  add column mail_attempts integer not null default 0,
  -- Not tried again before then; null: at once.
  add column mail_next_at timestamptz;
create index contact_messages_to_mail on contact_messages (mail_attempts, id) where mailed_at is null and handled_at is null;
grant update (mailed_at, mail_attempts, mail_next_at) on contact_messages to klinika_auth;

-- Takes one message to mail: what was tried least, then the oldest. It stays taken for p_lease, so that no second server
-- mails it meanwhile, and one that was taken by a server that died is taken again. Old ones (before p_since) and those an
-- administrator has dealt with are left alone.
create function take_message_to_mail(p_at timestamptz, p_since timestamptz, p_lease interval)
  returns table (id bigint, kind varchar, name varchar, email varchar, phone varchar, clinic varchar, subject varchar, message text,
                 created_at timestamptz, attempt integer)
  language sql security definer set search_path = pg_catalog, public
as $$
  update contact_messages m set mail_attempts = m.mail_attempts + 1, mail_next_at = p_at + p_lease
  where m.id = (
    select w.id from contact_messages w
    where w.mailed_at is null and w.handled_at is null and w.created_at > p_since
      and (w.mail_next_at is null or w.mail_next_at <= p_at)
    order by w.mail_attempts, w.id
    limit 1
    for update skip locked
  )
  returning m.id, m.kind, m.name, m.email, m.phone, m.clinic, m.subject, m.message, m.created_at, m.mail_attempts
$$;

create function message_was_mailed(p_id bigint, p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public
as $$ update contact_messages m set mailed_at = p_at, mail_next_at = null where m.id = p_id $$;

-- A minute, two, four, up to four hours. The others wait a minute too, since what failed is most likely the server.
create function message_was_not_mailed(p_id bigint, p_at timestamptz) returns timestamptz
  language sql security definer set search_path = pg_catalog, public
as $$
  update contact_messages m set mail_next_at = greatest(m.mail_next_at, p_at + interval '1 minute')
  where m.id <> p_id and m.mailed_at is null and m.handled_at is null;
  update contact_messages m set mail_next_at = p_at + interval '1 minute' * least(240, 2 ^ least(m.mail_attempts - 1, 8))
  where m.id = p_id
  returning m.mail_next_at
$$;

do $$
declare
  door regprocedure;
begin
  foreach door in array array[
    'take_message_to_mail(timestamptz, timestamptz, interval)', 'message_was_mailed(bigint, timestamptz)',
    'message_was_not_mailed(bigint, timestamptz)'
  ]::regprocedure[] loop
    execute format('alter function %s owner to klinika_auth', door);
    execute format('revoke execute on function %s from public', door);
    execute format('grant execute on function %s to klinika_app', door);
  end loop;
end $$;
