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

/** What people add out of politeness, and says nothing else. */
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
 * Whether a reply asks for no more texts: without case, punctuation and polite words it is a stop word and nothing
 * more, as carriers read it. A longer sentence may begin with such a word and mean something else ("Stop by at 3pm?").
 */
export function isStopReply(message: string): boolean {
  // Also folds the wide letters of some keyboards.
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
