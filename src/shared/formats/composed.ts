/** No language puts more than a few marks on a letter; Unicode's own limit for a stream of text is 30. */
const MANY_MARKS = /\p{M}{31}/u;

/**
 * A text in Unicode's composed form (NFC). Marks after the 30th of one letter are composed separately, since
 * sorting thousands of them takes seconds.
 */
export const composed = (text: string): string =>
  MANY_MARKS.test(text)
    ? (text.match(/\P{M}*\p{M}{0,30}/gu) ?? []).map((part) => part.normalize("NFC")).join("")
    : text.normalize("NFC");
