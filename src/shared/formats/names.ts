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

const bare = (word: string) => word.replaceAll(".", "").toLowerCase();

export const isTitle = (word: string): boolean => TITLES.has(bare(word));

export const isCredential = (word: string): boolean =>
  CREDENTIALS.has(bare(word)) || SOCIETY.test(word.replaceAll(".", ""));

/** Jr. or III; but "V." with its dot is an initial. */
export const isGeneration = (word: string): boolean =>
  GENERATIONS.has(bare(word)) && word.toLowerCase() !== "v.";

const isAfterName = (word: string) => isGeneration(word) || isCredential(word);

export const wordsOf = (text: string) => text.split(/\s+/u).filter(Boolean);

/** The words without leading titles and trailing Jr., III, MD …, but at least one word. */
function coreWords(text: string): string[] {
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

/**
 * A doctor's typed name as first and last name: without titles and credentials, the last word is the last name
 * together with its particles ("de los Santos"), one word is the last name, and "Last, First" is understood.
 * Never both empty if something was typed.
 */
export function splitDoctorName(text: string): { firstName: string; lastName: string } {
  const pieces = text.split(",").map((piece) => piece.trim());
  const names = pieces.filter(
    (piece) => piece && !wordsOf(piece).every((word) => isTitle(word) || isAfterName(word)),
  );
  const [first, second] = names;
  if (first === undefined) return { firstName: "", lastName: text.trim() };
  if (second !== undefined && !isUnknownCredential(second, first)) {
    return { firstName: coreWords(second).join(" "), lastName: coreWords(first).join(" ") };
  }
  const words = coreWords(first);
  let start = words.length - 1;
  while (start > 0 && PARTICLES.has(bare(words[start - 1] ?? ""))) start -= 1;
  return { firstName: words.slice(0, start).join(" "), lastName: words.slice(start).join(" ") };
}

/**
 * What a doctor typed after the name: "MD, FPCP" of "Dr. Rafael Peñaflor, MD, FPCP", "Jr., MD" of "Jose Cruz Jr., MD";
 * null if nothing.
 */
export function doctorCredentials(text: string): string | null {
  const pieces = text.split(",").map((piece) => piece.trim());
  const name = pieces.find(
    (piece) => piece && !wordsOf(piece).every((word) => isTitle(word) || isAfterName(word)),
  );
  if (name === undefined) return null;
  const found = pieces.flatMap((piece) => {
    if (piece !== name && isUnknownCredential(piece, name)) return [piece];
    const words = wordsOf(piece);
    const start = words.findLastIndex((word) => !isAfterName(word)) + 1;
    return words.slice(start).filter(isAfterName);
  });
  // Jr. belongs to the name, also where it was typed behind a title.
  return [...found.filter(isGeneration), ...found.filter((one) => !isGeneration(one))].join(", ") || null;
}

/** A word in capitals after a full name that is not in capitals: a credential that is not in the lists above. */
const isUnknownCredential = (piece: string, name: string) =>
  /^[A-Z][A-Z.-]{1,9}$/.test(piece) && wordsOf(name).length > 1 && name !== name.toUpperCase();
