import type { Invariant } from "./invariant.ts";

/** Of the schema itself: what keeps clinics apart and rows whole is there and switched on. */
export const wallInvariants: Invariant[] = [
  {
    // On a cluster none is forced: what is, cannot move between workers (docs/cluster.md).
    holds: "Row-level security is enabled and forced on every table of clinics.",
    broken: `
      select null::bigint as clinic_id, 'table ' || c.relname as row, 'not forced' as found
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname = 'contact_messages'
        and not (c.relrowsecurity
                 and (c.relforcerowsecurity or exists (select from pg_extension where extname = 'citus')))`,
  },
  {
    holds: "Every constraint is validated, every index is whole, every trigger is on.",
    broken: `
      select null::bigint as clinic_id, 'constraint ' || conname || ' on ' || conrelid::regclass as row, 'not validated' as found
      from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
      union all
      select null, 'index ' || i.indexrelid::regclass, 'not valid'
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not (i.indisvalid and i.indisready)
      union all
      select null, 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass, 'switched off'
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'O'`,
  },
];
