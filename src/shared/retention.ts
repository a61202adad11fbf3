/** Years a record is kept after its last entry (DOH Department Circular 2021-0226). */
export const RETENTION_YEARS = { inpatient: 10, outpatient: 7 } as const;

/** Days an unsaved form stays in the browser, sealed. */
export const DRAFT_DAYS = 7;
