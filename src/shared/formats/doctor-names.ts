import { bare, coreWords, isAfterName, isGeneration, isTitle, PARTICLES, wordsOf } from "./names.ts";

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
