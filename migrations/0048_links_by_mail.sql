-- Links that are mailed to the holder of an account. Only the SHA-256 of a link's token is stored.
create table mailed_links (
  token_hash bytea primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('reset', 'confirm')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_links_by_user on mailed_links (user_id, kind);
create index mailed_links_by_expiry on mailed_links (expires_at);

-- Letters with a link that wait to be mailed. A row says what was asked, not whether there is such an account: asking
-- costs the same for every address. The token is made when the letter is mailed, so none waits here.
create table letters_with_link (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  email text not null,
  asked_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null
);
grant select, insert, update, delete on mailed_links, letters_with_link to klinika_auth;

create function ask_letter_with_link(p_kind text, p_email text, p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ insert into letters_with_link (kind, email, asked_at, next_at) values (p_kind, p_email, p_at, p_at) $$;

-- Takes one letter to mail and stores its link. It stays taken for p_lease, so that no second server mails it meanwhile.
-- No row where none waits; user_id is null where the letter went to nobody's address and is dropped. Letters nobody could
-- mail before the time of their link is over are dropped too.
create function take_letter_with_link(p_token_hash bytea, p_at timestamptz, p_lease interval)
  returns table (id bigint, kind text, email text, first_name varchar, user_id bigint, expires_at timestamptz, attempt integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  taken letters_with_link;
  account users;
  ends timestamptz;
begin
  delete from mailed_links l where l.expires_at <= p_at;
  delete from letters_with_link w where w.asked_at <= p_at - case w.kind when 'reset' then interval '30 minutes' else interval '24 hours' end;
  update letters_with_link w set attempts = w.attempts + 1, next_at = p_at + p_lease
  where w.id = (
    select o.id from letters_with_link o where o.next_at <= p_at order by o.attempts, o.id limit 1 for update skip locked
  )
  returning * into taken;
  if not found then
    return;
  end if;
  select * into account from users u where u.email = taken.email and u.is_active;
  if not found then
    delete from letters_with_link w where w.id = taken.id;
    return query select taken.id, taken.kind, taken.email, null::varchar, null::bigint, null::timestamptz, taken.attempts;
    return;
  end if;
  ends := p_at + case taken.kind when 'reset' then interval '30 minutes' else interval '24 hours' end;
  insert into mailed_links (token_hash, user_id, kind, created_at, expires_at)
  values (p_token_hash, account.id, taken.kind, p_at, ends);
  return query select taken.id, taken.kind, taken.email, account.first_name, account.id, ends, taken.attempts;
end $$;

create function letter_with_link_was_mailed(p_id bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ delete from letters_with_link where id = p_id $$;

-- Half a minute, one, two, up to eight; the others wait half a minute too, since what failed is most likely the server.
-- The link of a letter that may have arrived after all stays good.
create function letter_with_link_was_not_mailed(p_id bigint, p_at timestamptz) returns timestamptz
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update letters_with_link w set next_at = greatest(w.next_at, p_at + interval '30 seconds') where w.id <> p_id;
  update letters_with_link w set next_at = p_at + interval '30 seconds' * 2 ^ least(w.attempts - 1, 4)
  where w.id = p_id
  returning w.next_at
$$;

-- Whose a link is, while it is good: no row otherwise. A password that was changed since ends a link to change it.
create function account_of_link(p_kind text, p_token_hash bytea, p_at timestamptz)
  returns table (user_id bigint, email varchar, first_name varchar, last_name varchar)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.id, u.email, u.first_name, u.last_name
  from mailed_links l join users u on u.id = l.user_id join credentials c on c.user_id = u.id
  where l.token_hash = p_token_hash and l.kind = p_kind and l.expires_at > p_at and u.is_active
    and (p_kind <> 'reset' or c.changed_at <= l.created_at)
$$;

-- The new password, once for a link, and the end of every session of the account. False where the link is not good.
create function reset_password(p_token_hash bytea, p_password_hash text, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  account bigint;
begin
  select a.user_id into account from account_of_link('reset', p_token_hash, p_at) a;
  if not found then
    return false;
  end if;
  -- Who uses the same link at the same time waits here, and then finds none.
  delete from mailed_links l where l.token_hash = p_token_hash;
  if not found then
    return false;
  end if;
  delete from mailed_links l where l.user_id = account and l.kind = 'reset';
  perform change_password(account, p_password_hash, p_at, null);
  return true;
end $$;

do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'ask_letter_with_link(text, text, timestamptz)', 'take_letter_with_link(bytea, timestamptz, interval)',
    'letter_with_link_was_mailed(bigint)', 'letter_with_link_was_not_mailed(bigint, timestamptz)',
    'account_of_link(text, bytea, timestamptz)', 'reset_password(bytea, text, timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to klinika_app', signature);
    execute format('alter function %s owner to klinika_auth', signature);
  end loop;
end $$;
