/** How names are shortened and split. */

/** Compared without dots, in lower case. */
const TITLES = new Set("dr dra doctor doctora doc mr mrs ms miss engr atty".split(" "));
/** What may follow a name: Jr., III. In lower case, without dots. */
export const GENERATIONS = new Set(["jr", "sr", "ii", "iii", "iv", "v"]);
const CREDENTIALS = new Set(
  "md dmd ddm dds od rn rph rmt rpt rnd ptrp phd mph mha mba mm ms msc mhped facp facc facs frcp frcs fellow diplomate".split(
    " ",
  ),
);
/** Fellow (FP…) and Diplomate (DP…) of a Philippine society: FPCP, FPCC, DPBS, DPBO-HNS. */
const SOCIETY = /^[FD]P[A-Z]{1,8}(?:-[A-Z]{2,5})?$/;
/** The words that belong to the surname that follows them. */
export const PARTICLES = new Set(
  "de del dela delas delos dos da di la las los san santa santo sta sto van von der den ter y".split(" "),
);

export const bare = (word: string) => word.replaceAll(".", "").toLowerCase();

export const isTitle = (word: string): boolean => TITLES.has(bare(word));

export const isCredential = (word: string): boolean =>
  CREDENTIALS.has(bare(word)) || SOCIETY.test(word.replaceAll(".", ""));

/** Jr. or III; but "V." with its dot is an initial. */
export const isGeneration = (word: string): boolean =>
  GENERATIONS.has(bare(word)) && word.toLowerCase() !== "v.";

export const isAfterName = (word: string) => isGeneration(word) || isCredential(word);

export const wordsOf = (text: string) => text.split(/\s+/u).filter(Boolean);

/** The words without leading titles and trailing Jr., III, MD …, but at least one word. */
export function coreWords(text: string): string[] {
  const words = wordsOf(text);
  while (words.length > 1 && isTitle(words[0] ?? "")) words.shift();
  while (words.length > 1 && isAfterName(words.at(-1) ?? "")) words.pop();
  return words;
}

const firstLetter = (word: string | undefined) =>
  (/\p{L}/u.exec(word?.normalize("NFC") ?? "")?.[0] ?? "").toUpperCase();

/**
 * Two letters for a face: the first given name, then the surname without its particles.
 * "Dela Cruz, Juan Miguel" is JC, "Dr. Rafael Peñaflor" is RP, one word gives one letter.
 */
export function initials(name: string): string {
  const [surname = "", given] = name.split(",");
  if (given === undefined) {
    const words = coreWords(name);
    return firstLetter(words[0]) + (words.length > 1 ? firstLetter(words.at(-1)) : "");
  }
  return firstLetter(coreWords(given)[0]) + firstLetter(coreWords(surname).at(-1));
}
