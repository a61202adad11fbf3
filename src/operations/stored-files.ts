/** `key` and `sha256` of each file of a sealed record. */
export const sealedFiles = `
  select f ->> 'stored_as' as key, substr(f ->> 'sha256', 3) as sha256
  from sealed_records s, jsonb_array_elements(case jsonb_typeof(s.record -> 'files') when 'array' then s.record -> 'files' else '[]' end) f`;

/**
 * `key`, `sha256` and `is_attached` of every file that a row refers to, those of sealed records included. An upload
 * that is not attached to a patient may still be in progress, or be removed at any time.
 */
export const storedFiles = `
  select key, min(sha256) as sha256, bool_or(is_attached) as is_attached from (
    select stored_as::text as key, encode(sha256, 'hex') as sha256, attached_at is not null as is_attached from files where given_up_at is null
    union all
    select key, sha256, true from (${sealedFiles}) sealed
  ) stored where key is not null group by key order by key`;
