import type { Invariant } from "./invariant.ts";

/** The schema itself: row security, constraints, indexes and triggers are in force. */
export const wallInvariants: Invariant[] = [
  {
    // Not forced on a cluster: such tables cannot move between workers (docs/cluster.md).
    description: "Row-level security is enabled and forced on every table with clinic_id.",
    violations: `
      select null::bigint as clinic_id, 'table ' || c.relname as row, 'not forced' as found
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname = 'contact_messages'
        and not (c.relrowsecurity
                 and (c.relforcerowsecurity or exists (select from pg_extension where extname = 'citus')))`,
  },
  {
    description: "Every constraint is validated, every index valid, every trigger enabled.",
    violations: `
      select null::bigint as clinic_id, 'constraint ' || conname || ' on ' || conrelid::regclass as row, 'not validated' as found
      from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
      union all
      select null, 'index ' || i.indexrelid::regclass, 'not valid'
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not (i.indisvalid and i.indisready)
      union all
      select null, 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass, 'disabled'
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and t.tgenabled not in ('O', 'A')`,
  },
];
