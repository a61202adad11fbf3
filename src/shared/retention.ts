/** Years a record is kept after its last entry (DOH Department Circular 2021-0226). */
export const RETENTION_YEARS = { inpatient: 10, outpatient: 7 } as const;
