import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure } from "#shared/errors.ts";
import { headerKey, listHeaders } from "./header-targets.ts";

/** Tables of an archive that are lists to import. */
const lists: readonly string[] = ["patients", "consultations"];

/** The archive's list of its files, which is no table of the database. */
const ofFiles = { name: "files-in-this-archive", columns: ["file", "name", "patient", "bytes", "id"] };

/**
 * Refuses a table of a Klinika archive that is no list of patients or consultations, such as its prescriptions: it has names,
 * and each of its rows would become a patient.
 * @throws Failure
 */
export async function refuseOtherTables(clinic: ClinicScope, headers: readonly string[]): Promise<void> {
  const table = await archiveTable(clinic, headers);
  if (table === null || lists.includes(table)) return;
  const message = `This is the table ${table} of a Klinika archive. Import its patients.csv, then its consultations.csv; whoever runs Klinika can bring in the whole archive.`;
  throw new Failure("unusable", message, { fields: { file: message } });
}

/** The table of an archive with such headers, or null. */
async function archiveTable(clinic: ClinicScope, headers: readonly string[]): Promise<string | null> {
  const keys = new Set(listHeaders(headers).map(headerKey));
  if (!keys.has("id")) return null;
  const isOfPatients = keys.has("patient") && keys.has("patientid");
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname`.execute(clinic.db);
  const [likest] = [...rows, ofFiles]
    .map(({ name, columns }) => {
      // An account's column has a name instead of an id: recorded_by_id is Recorded By.
      const known = new Set(columns.flatMap((column) => [column, column.replace(/_id$/, "")]).map(headerKey));
      const shared = [...keys].filter((key) => known.has(key) || ofPerson.has(key)).length;
      return { name, shared: shared / keys.size, covered: shared / columns.length };
    })
    .toSorted((one, other) => other.shared - one.shared || other.covered - one.covered);
  if (!likest) return null;
  const { name, shared, covered } = likest;
  // An older or newer archive has other columns too. Without a patient only most of a whole table is one: a clinic's own list
  // may well have an Id, a name and an address.
  const isTable = isOfPatients ? shared >= 0.75 : shared === 1 && keys.size >= 4 && covered >= 0.5;
  return isTable ? name : null;
}

/** What an archive writes before the columns of a table with patients. */
const ofPerson = new Set(["patient", "admissionnumber"]);
