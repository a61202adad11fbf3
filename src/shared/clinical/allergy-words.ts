const also = "(,? (and|or|and/or) | ?[,/&] ?| )";
const medicine = "(drug|medicine|medication|med)s?";
/** "food and drug", "drug, medication": of food alone it says nothing about medicines. */
const kinds = `(foods?${also})?${medicine}(${also}(foods?|${medicine}))*`;
const no = "(no( known)?|negative for( any| known)?|denies( any)?( known)?)";
const allergies = "allerg(y|ies)( known| noted| reported| recorded)?";
const short = (of: string) => `n[.]?k[.]?${of}a[.]?`;
const wala = "wala(ng( kilalang| alam na| alam)?|( po)?ng)";

const none = [
  `${no}( ${kinds})? ${allergies}( to( any)? ${kinds})?( ?[(]${short("(d|fd|df)?")}[)])?`,
  short("(d[.]?|f[.]?d[.]?|d[.]?f[.]?)?"),
  "(none|nil|wala( po)?)( known| noted| reported| recorded)?",
  `${wala} allerg(y|ies)( sa( mga)?( pagkain at)? gamot)?`,
].join("|");
const noneOfFood = [
  `${no} foods? ${allergies}`,
  `${no} ${allergies} to( any)? foods?`,
  short("f[.]?"),
  `${wala} allerg(y|ies) sa( mga)? pagkain`,
].join("|");
const all = (one: string) => `^((${one})( ?[,;/&.] ?| (and |at )?|$))+$`;

/**
 * Of a text in which white space is one blank, without case: that it says nothing but that no allergies are known, and
 * that it says so of food alone. The database function `says_no_allergies` has the same two.
 */
export const noAllergyPatterns = { every: all(`${none}|${noneOfFood}`), foodAlone: all(noneOfFood) };
const every = new RegExp(noAllergyPatterns.every, "i");
const foodAlone = new RegExp(noAllergyPatterns.foodAlone, "i");

/** Whether the whole text says that no allergies are known: "No known food and drug allergies", "NKDA, NKFA", "none". */
export function saysNoAllergies(text: string): boolean {
  const words = text.trim().replace(/\s+/g, " ");
  return every.test(words) && !foodAlone.test(words);
}

export const ofMedicines = /n[.]?k[.]?d|drug|medic|(?<!\p{L})meds?(?!\p{L})|gamot/iu;
/** "No seafood allergy" is not of all food. */
export const ofFood = /(?<!\p{L})(?:n[.]?k[.]?(?:d[.]?)?f|food|pagkain)/iu;

/** Of words that say no allergies are known: whether they speak of medicines only, and say nothing of food. */
export const saysNoDrugAllergies = (words: string): boolean => ofMedicines.test(words) && !ofFood.test(words);

/** How it is shown that no allergies are known. */
export const noAllergyWords = (words: string): string =>
  saysNoDrugAllergies(words) ? "No known drug allergies" : "No known allergies";

/** Whether a text from elsewhere is recorded: where nothing is, and an allergy where none are said to be known. */
export const takesAllergies = (recorded: string | null, given: string): boolean =>
  recorded === null || (saysNoAllergies(recorded) && !saysNoAllergies(given));

/** The recorded allergies as shown next to the name; an alert if there are any. */
export function allergyWords(recorded: string | null | undefined): { words: string; isAlert: boolean } {
  const known = recorded?.trim() ?? "";
  if (known === "") return { words: "Allergies: not recorded", isAlert: false };
  if (saysNoAllergies(known)) return { words: noAllergyWords(known), isAlert: false };
  return { words: `Allergies: ${known}`, isAlert: true };
}
