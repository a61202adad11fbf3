import type { Client } from "pg";

/** For all parallel workers together. Sorts a few hundred thousand rows without temporary files. */
const indexMemory = "256MB";

type Suspended = {
  /** Call it once the rows are loaded. */
  createIndexes(): Promise<void>;
  reinstate(): Promise<void>;
};

/**
 * Suspends until `reinstate` what a bulk load cannot have: forced row-level security; triggers, which would write the
 * record history again; and foreign keys, which `reinstate` checks. Indexes are dropped, because building them over
 * all rows takes a fraction of the time of maintaining them row by row.
 */
export async function suspendConstraints(client: Client): Promise<Suspended> {
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
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `select case when k.oid is null then format('drop index %I', i.relname)
                 else format('alter table %I drop constraint %I', of.relname, conname) end as drop,
            case when k.oid is null then pg_get_indexdef(i.oid)
                 else format('alter table %I add constraint %I %s', of.relname, conname, pg_get_constraintdef(k.oid)) end as create
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class of on of.oid = x.indrelid
     left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u', 'x')
     where of.relnamespace = 'public'::regnamespace and of.relkind = 'r' order by of.relname, i.relname`,
  );
  const quoted = (name: string) => client.escapeIdentifier(name);
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  for (const { name, of } of triggers)
    await client.query(`alter table ${of} disable trigger ${quoted(name)}`);
  for (const { name, of } of keys) await client.query(`alter table ${of} drop constraint ${quoted(name)}`);
  for (const { drop } of indexes) await client.query(drop);
  return {
    async createIndexes() {
      await client.query(`set local maintenance_work_mem = '${indexMemory}'`);
      for (const { create } of indexes) await client.query(create);
    },
    async reinstate() {
      for (const { name, of, definition } of keys)
        await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`);
      for (const { name, of } of triggers)
        await client.query(`alter table ${of} enable trigger ${quoted(name)}`);
      for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
    },
  };
}
