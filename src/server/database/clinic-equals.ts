import { sql } from "kysely";

/**
 * The clinic for rows that are counted, or for one read by its id: `where("clinicId", "=", only(id))`. PostgreSQL
 * merges a plain comparison with the policy's and adds a filter step over the scan: an eighth of the time to count
 * a clinic's patients, a tenth of reading one. Two conditions that an index answers cost nothing. Its row estimate
 * is too low for ordered lists and joins, so it is not used there.
 */
export const clinicEquals = (clinicId: number) => sql<number>`any(array[${clinicId}]::bigint[])`;
