/** A start, or what separates one diagnosis from the next. */
const first = String.raw`(?:^|[,;:.(/\n])\s*`;

/** Several candidates are weighed against each other. */
const differential = /\b(?:vs|versus|dd|ddx|d\/dx|differentials?)\b(?!\s+count)/i;

/** As doctors write it: "t/c dengue", "R/O typhoid", "probable UTI", "pneumonia?". */
const tentative = new RegExp(
  [
    "[?？¿]",
    String.raw`\b(?:t|r)\s*\/\s*[coi]\b`,
    String.raw`${first}(?:tc|ro)\s+\p{L}`,
    String.raw`\bto\s+(?:consider|rule)\b`,
    String.raw`\b(?:consider(?:ed|ing)?|query|tentative(?:ly)?|provisional(?:ly)?|presum(?:ed|ably|ptive(?:ly)?)|impression)\b`,
    String.raw`\b(?:prob(?:able|ably)?|poss(?:ible|ibly)?|posible(?:ng)?|suspect(?:ed)?|suspicious|suspicion|susp|likely)\b`,
    String.raw`\bworking\s+(?:dx|diagnosis)\b`,
    String.raw`\brule[\s-]*(?:out|in)\b`,
    String.raw`\b(?:not|cannot|can't|can\s+not|to)\s+(?:be\s+)?(?:yet\s+)?(?:ruled[\s-]*out|excluded?)\b`,
  ].join("|"),
  "iu",
);
const unconfirmed = /\b(?:unconfirmed|not\s+(?:yet\s+)?confirmed|for\s+confirmation)\b/i;
const refuted = /\b(?:ruled[\s-]*out|excluded)\b/i;
/** The whole of it, not a remark on another diagnosis: "Hypertension, no evidence of LVH". */
const absent =
  /^\s*(?:\d+[.)]\s*)?(?:(?:no|without)\s+(?:\w+\s+)?(?:evidence|signs?|findings?)\s+of|neg(?:ative)?\s+for|no|not)\s+[^,;:\n]+$/i;

/**
 * What the words of a diagnosis say about how certain it is, as a code of condition-ver-status. Null where they say
 * nothing: a record does not tell whether a diagnosis was confirmed.
 */
export function certaintyOf(
  words: string,
): "differential" | "provisional" | "unconfirmed" | "refuted" | null {
  if (differential.test(words)) return "differential";
  if (tentative.test(words)) return "provisional";
  if (unconfirmed.test(words)) return "unconfirmed";
  return refuted.test(words) || absent.test(words) ? "refuted" : null;
}
