import type { Client } from "pg";

/**
 * Row-level security prevents bulk loading, triggers would write the history again, and rows come table by table:
 * all three are disabled until the returned function is called, which checks every foreign key.
 */
export async function liftGuards(client: Client): Promise<() => Promise<void>> {
  const { rows: forced } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity",
  );
  const { rows: triggers } = await client.query<{ name: string; of: string }>(
    `select t.tgname as name, t.tgrelid::regclass::text as of from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled = 'O'`,
  );
  const { rows: keys } = await client.query<{ name: string; of: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0`,
  );
  const quoted = (name: string) => client.escapeIdentifier(name);
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  for (const { name, of } of triggers)
    await client.query(`alter table ${of} disable trigger ${quoted(name)}`);
  for (const { name, of } of keys) await client.query(`alter table ${of} drop constraint ${quoted(name)}`);
  return async () => {
    for (const { name, of, definition } of keys)
      await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`);
    for (const { name, of } of triggers)
      await client.query(`alter table ${of} enable trigger ${quoted(name)}`);
    for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
  };
}
