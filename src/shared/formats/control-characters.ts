/**
 * Characters that show nothing and that JSON writes as six, but for line breaks and tabs. U+0000, which no text of the
 * database can hold, is refused instead.
 */
export const CONTROL_CHARACTERS = /[^\P{Cc}\0\t\n\r]/gu;
