import { ofFood, ofMedicines, saysNoAllergies, saysNoDrugAllergies } from "#shared/clinical/allergy-words.ts";

const some = String.raw`\p{L}+(?:(?: and | or | & | |\/)(?!but\b|except\b)\p{L}+){0,4}`;
/** "No known food allergies", "no allergy to latex", "NKFA". */
const noneOfSome = new RegExp(
  String.raw`^(?:(?:no(?: known)?|denies(?: any)?(?: known)?) (?:${some} )?allerg(?:y|ies)(?: to(?: any)? ${some})?(?: ?\(nkfa\))?|nkfa)\.?$`,
  "iu",
);

type Denied = "all" | "medicines" | "food" | "others";

/** To what a text says no allergies are known; null for one that does not say so. `header`: of its column, if any. */
function deniedIn({ words, header = "" }: AllergyText): Denied | null {
  const isNone = saysNoAllergies(words);
  if (!isNone && !noneOfSome.test(words.trim())) return null;
  const [medicines, food] = [ofMedicines, ofFood].map((of) => of.test(words));
  if (isNone && (medicines || food)) return saysNoDrugAllergies(words) ? "medicines" : "all";
  if (!isNone) return food && !medicines ? "food" : "others";
  const [asksMedicines, asksFood] = [ofMedicines, ofFood].map((of) => of.test(header));
  return asksMedicines === asksFood ? "all" : asksMedicines ? "medicines" : "food";
}

type AllergyText = { words: string; header?: string };

/**
 * What several texts say together, as one text, and which of them it leaves out: a statement that there is none beside
 * an allergy, or one about food or latex alone, which says nothing of medicines.
 */
export function allergiesTogether<Text extends AllergyText>(
  texts: readonly Text[],
): { words: string | null; leftOut: Text[] } {
  const denied = new Map(texts.map((text) => [text, deniedIn(text)]));
  const of = (kind: Denied | null) => texts.filter((text) => denied.get(text) === kind);
  const joined = (taken: readonly Text[], words: string | null) => ({
    words,
    leftOut: texts.filter((text) => !taken.includes(text)),
  });
  const known = of(null);
  if (known.length > 0) return joined(known, [...new Set(known.map(({ words }) => words))].join("; "));
  const [all, medicines, food] = [of("all"), of("medicines"), of("food")];
  if (all[0]) return joined([...all, ...medicines, ...food], all[0].words);
  if (medicines.length === 0) return joined([], null);
  if (food.length > 0) return joined([...medicines, ...food], "No known food and drug allergies");
  const said = medicines.find(({ words }) => saysNoDrugAllergies(words))?.words;
  return joined(medicines, said ?? "No known drug allergies");
}
