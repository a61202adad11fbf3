/** Rows of one print, some 150 pages. Longer lists must be filtered or exported. */
export const PRINTED_ROWS_AT_MOST = 5000;
