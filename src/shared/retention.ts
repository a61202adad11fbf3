/** Years a record is stored after its last entry (DOH Department Circular 2021-0226). */
export const RETENTION_YEARS = { inpatient: 10, outpatient: 7 } as const;

/** Days an unsaved form is stored in the browser, encrypted. */
export const DRAFT_DAYS = 7;
