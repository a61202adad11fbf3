/** Rows that are drawn and printed at once; some 150 pages. Longer lists are filtered first, or exported. */
export const PRINTED_ROWS_AT_MOST = 5000;
