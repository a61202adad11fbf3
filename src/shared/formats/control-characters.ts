/**
 * Invisible characters that JSON writes as six, except line breaks and tabs. U+0000, which PostgreSQL's text cannot
 * contain, is refused instead.
 */
export const CONTROL_CHARACTERS = /[^\P{Cc}\0\t\n\r]/gu;
