import type { Client } from "pg";

/** Tables, sequences and functions of the schema that belong to no extension. `migrations` says which files ran. */
const own = (catalog: string, name: string) => `
  select * from ${catalog} o
  where o.${name}namespace = 'public'::regnamespace and o.${name}name <> 'migrations'
    and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

/** A backup grants its role what it lacks, and the owner's rights follow from owning. */
const rightsOf = (acl: string, kind: string, owner: string) => `
  aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) x
  where x.grantee <> ${owner} and x.grantee <> coalesce((select oid from pg_roles where rolname = 'klinika_backup'), 0)`;
const grantee = "case x.grantee when 0 then 'public' else pg_get_userbyid(x.grantee)::text end";

const catalog = `
with relation as (${own("pg_class", "rel")}), routine as (${own("pg_proc", "pro")})
select line from (
  select format('table %s %s %s %s %s %s', relname, relpersistence, pg_get_userbyid(relowner), relrowsecurity, relforcerowsecurity, reloptions) as line
  from relation where relkind in ('r', 'p')
  union all
  select format('sequence %s %s from %s to %s by %s', relname, pg_get_userbyid(relowner), seqstart, seqmax, seqincrement)
  from relation join pg_sequence on seqrelid = oid
  union all
  select format('column %s.%s %s%s default %s generated %s identity %s', relname, attname, format_type(atttypid, atttypmod),
                case when attnotnull then ' not null' else '' end, pg_get_expr(adbin, adrelid), attgenerated, attidentity)
  from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p')
  union all
  select format('constraint %s.%s %s%s', relname, conname, pg_get_constraintdef(c.oid), case when convalidated then '' else ' not valid' end)
  from relation join pg_constraint c on conrelid = relation.oid where contype <> 'n'
  union all
  select format('index %s', pg_get_indexdef(indexrelid)) from relation join pg_index on indrelid = relation.oid
  union all
  select format('policy %s.%s %s %s to %s using %s check %s', relname, polname, polcmd, polpermissive,
                (select string_agg(rolname, ', ' order by rolname) from pg_roles r where r.oid = any (polroles)),
                pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from relation join pg_policy on polrelid = relation.oid where polname <> 'whole_for_backup'
  union all
  select format('trigger %s %s', pg_get_triggerdef(t.oid), tgenabled)
  from relation join pg_trigger t on tgrelid = relation.oid where not tgisinternal
  union all
  select format('function %s of %s %s', routine.oid::regprocedure, pg_get_userbyid(proowner),
                regexp_replace(regexp_replace(pg_get_functiondef(routine.oid), '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g'))
  from routine where prokind in ('f', 'p')
  union all
  select format('comment on %s %s', routine.oid::regprocedure, description)
  from routine join pg_description on objoid = routine.oid and classoid = 'pg_proc'::regclass
  union all
  select format('right %s on %s to %s', x.privilege_type, relname, ${grantee})
  from relation, ${rightsOf("relacl", `case relkind when 'S' then 's'::"char" else 'r'::"char" end`, "relowner")} and relkind in ('r', 'p', 'S')
  union all
  select format('right %s on %s.%s to %s', x.privilege_type, relname, attname, ${grantee})
  from relation join pg_attribute on attrelid = relation.oid and not attisdropped,
       aclexplode(attacl) x
  union all
  select format('right %s on %s to %s', x.privilege_type, routine.oid::regprocedure, ${grantee})
  from routine, ${rightsOf("proacl", `'f'::"char"`, "proowner")}
) lines order by line collate "C"`;

/**
 * The schema as the catalog has it, a line for each table, column, constraint, index, policy, trigger, function, comment
 * and right. The same in PostgreSQL 15 to 18, whatever the order in which it was made.
 */
export async function catalogOf(client: Client): Promise<string[]> {
  await client.query("set search_path = pg_catalog, public");
  const { rows } = await client.query<{ line: string }>(catalog);
  await client.query("reset search_path");
  return rows.map(({ line }) => line);
}
