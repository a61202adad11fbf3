/** In English, Filipino and Cebuano. */
const stopWords = new Set([
  "stop",
  "stopall",
  "unsubscribe",
  "optout",
  "cancel",
  "end",
  "quit",
  "tigil",
  "itigil",
  "hinto",
  "ihinto",
  "istop",
  "undang",
  "hunong",
]);

/** Polite words that people add. */
const politeWords = new Set([
  "please",
  "pls",
  "plz",
  "thanks",
  "thank",
  "you",
  "ty",
  "now",
  "po",
  "opo",
  "ho",
  "na",
  "nga",
  "naman",
  "lang",
  "paki",
  "pakiusap",
  "salamat",
  "palihug",
  "lamang",
  "mo",
  "nyo",
  "niyo",
  "ninyo",
]);

/**
 * Whether a reply asks for no more texts: without case, punctuation and polite words it must be exactly a stop word,
 * as carriers read it. A longer sentence may begin with such a word and mean something else ("Stop by at 3pm?").
 */
export function isStopReply(message: string): boolean {
  // Also folds full-width letters of some keyboards.
  const words =
    message
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return stopWords.has(
    words
      .filter((word) => !politeWords.has(word))
      .join("")
      .replace(/^paki/, ""),
  );
}
