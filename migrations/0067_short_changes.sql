-- The values of a history entry as a list shows them: a text of more than 2,000 letters is cut there. The entry itself
-- keeps them whole.
create function short_changes(changes jsonb) returns jsonb
  language sql immutable parallel safe
as $$
  select case when octet_length(changes::text) <= 20000 then changes else (
    select jsonb_object_agg(key, case jsonb_typeof(value)
      when 'array' then (
        select jsonb_agg(case when jsonb_typeof(item) = 'string' and length(item #>> '{}') > 2000
                              then to_jsonb(left(item #>> '{}', 2000) || '…') else item end order by place)
        from jsonb_array_elements(value) with ordinality as items (item, place))
      when 'string' then to_jsonb(left(value #>> '{}', 2000))
      else value end)
    from jsonb_each(changes)) end
$$;
grant execute on function short_changes(jsonb) to klinika_app;
