/** Rows of one print, some 150 pages. Longer lists must be filtered or exported. */
export const PRINTED_ROWS_AT_MOST = 5000;

/** Pages that a paged list of a record loads to be printed whole: 1,000 entries of twenty. The paper says what is left out. */
export const PRINTED_PAGES_AT_MOST = 50;
