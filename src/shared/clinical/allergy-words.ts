const between = "(,? (and|or|and/or) | ?[,/&] ?| )";
/** "food and drug", "drug, medication": of food alone it says nothing about medicines. */
const kinds = `(foods?${between})?(drug|medicine|medication)s?(${between}(food|drug|medicine|medication)s?)*`;
const short = "nk(d|fd|df)?a";
const none = new RegExp(
  String.raw`^\s*((no( known)?|denies( any)?( known)?)( ${kinds})? allerg(y|ies)( to( any)? ${kinds})?( ?\(${short}\))?|${short}|none|wala(ng( kilalang| alam na)? allerg(y|ies))?|(none|nil) known)\s*\.?\s*$`,
  "i",
);

/**
 * Whether the whole text says that no allergies are known: "No known food and drug allergies", "NKDA", "none". The
 * database function `says_no_allergies` has the same rule.
 */
export const saysNoAllergies = (text: string): boolean => none.test(text);

export const ofMedicines = /nkda|drug|medic|(?<!\p{L})meds(?!\p{L})/iu;
/** "No seafood allergy" is not of all food. */
export const ofFood = /(?<!\p{L})(?:nkd?fd?a|food)/iu;

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
