import { sql } from "kysely";

/**
 * For counting rows, or reading one by its id: `where("clinicId", "=", clinicEquals(id))`. PostgreSQL merges a plain
 * comparison with the policy's and adds a filter step over the scan: an eighth of the time to count a clinic's patients,
 * a tenth of reading one. Two index conditions cost nothing. The row estimate of this form is too low for ordered lists
 * and joins, so do not use it there.
 */
export const clinicEquals = (clinicId: number) => sql<number>`any(array[${clinicId}]::bigint[])`;
