import { genericOfBrand, lettersOf } from "#shared/prescription/brands.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";

/**
 * Medicines that share an allergy, by the names under which they are prescribed and recorded. Hand-made and short: it
 * catches common slips and is no interaction check. `also` are other names of the class.
 */
type AllergyClass = { one: string; also: string; members: string };

const CLASSES: readonly AllergyClass[] = [
  {
    one: "a penicillin",
    also: "penicillin penicillins pcn beta-lactam",
    members: `amoxicillin ampicillin benzathine benzylpenicillin cloxacillin dicloxacillin flucloxacillin oxacillin
      phenoxymethylpenicillin piperacillin procaine-penicillin sultamicillin co-amoxiclav amoxiclav`,
  },
  {
    one: "a cephalosporin",
    also: "cephalosporin cephalosporins cefa beta-lactam",
    members: `cefaclor cefadroxil cefalexin cephalexin cefazolin cefdinir cefditoren cefepime cefixime cefotaxime
      cefoxitin cefpodoxime cefprozil ceftazidime ceftriaxone cefuroxime`,
  },
  {
    one: "a sulfonamide",
    also: "sulfa sulfas sulfonamide sulfonamides sulpha sulphonamide",
    members: `sulfamethoxazole sulfadiazine sulfasalazine sulfadoxine cotrimoxazole co-trimoxazole`,
  },
  {
    one: "aspirin",
    also: "aspirin asa acetylsalicylic salicylate salicylates",
    members: "aspirin acetylsalicylic asa",
  },
  {
    one: "an NSAID",
    also: "nsaid nsaids anti-inflammatory aspirin asa acetylsalicylic",
    members: `aceclofenac celecoxib dexketoprofen diclofenac etodolac etoricoxib ibuprofen indomethacin indometacin
      ketoprofen ketorolac mefenamic meloxicam naproxen nimesulide parecoxib piroxicam aspirin acetylsalicylic`,
  },
  {
    one: "a macrolide",
    also: "macrolide macrolides",
    members: "azithromycin clarithromycin erythromycin roxithromycin spiramycin",
  },
  {
    one: "a quinolone",
    also: "quinolone quinolones fluoroquinolone fluoroquinolones",
    members: "ciprofloxacin gemifloxacin levofloxacin moxifloxacin nalidixic norfloxacin ofloxacin",
  },
  {
    one: "an iodine preparation",
    also: "iodine iodinated iodide betadine contrast",
    members: "iodine povidone-iodine povidone iohexol iopamidol iopromide iodixanol amiodarone",
  },
  {
    one: "an opioid",
    also: "opioid opioids opiate opiates",
    members: `morphine codeine dihydrocodeine fentanyl hydromorphone meperidine pethidine methadone nalbuphine
      oxycodone buprenorphine butorphanol tapentadol tramadol`,
  },
];

type Words = { one: string; also: ReadonlySet<string>; members: ReadonlySet<string> };
const wordsIn = (text: string) => new Set(text.split(/\s+/).flatMap(lettersOf).filter(isTelling));

/** Words such as "acid" or "mg" occur in many names and identify none. */
const SAYS_NOTHING = new Set(
  "co anti acid and or mg ml with allergy allergic allergies to sodium potassium beta inflammatory procaine".split(
    " ",
  ),
);
function isTelling(word: string): boolean {
  return word.length > 2 && !SAYS_NOTHING.has(word);
}

/** Whether one of these words is the name of a class or of a medicine in it. */
export const isOfKnownClass = (words: Iterable<string>): boolean =>
  [...words].some((word) => KNOWN.some(({ also, members }) => also.has(word) || members.has(word)));

const KNOWN: readonly Words[] = CLASSES.map(({ one, also, members }) => ({
  one,
  also: wordsIn(also),
  members: wordsIn(members),
}));

const NONE =
  /^(?:nka|nkda|nkfa|none|nil|no|wala|negative|n\/a|no known (?:drug |food |medicine )*allerg(?:y|ies))(?:\s+known)?\.?$/i;

export type AllergyMatch = {
  /** As recorded: "penicillin". */
  allergy: string;
  /** "Amoxicillin is a penicillin", or "Amoxicillin is recorded as an allergy". */
  sentence: string;
};

/** Splits recorded allergies; empty for "No known allergies". */
export function allergiesIn(recorded: string): string[] {
  return recorded
    .split(/[,;\n/&+•]|\band\b/i)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "" && !NONE.test(part));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The words of a medicine's name and, for a known brand, of its generic name. */
export function wordsOfMedicine({ name, genericName, brandName }: MedicineName): Set<string> {
  const typed = [genericName, name, brandName].map((text) => text ?? "");
  return new Set(
    [...typed, ...typed.map((text) => genericOfBrand(text) ?? "")].flatMap(lettersOf).filter(isTelling),
  );
}

/**
 * Matches a medicine with allergies, by name and by class. An empty list means that this short list found nothing, not
 * that the medicine is safe.
 */
export function matchesOf(allergies: readonly string[], medicine: MedicineName): AllergyMatch[] {
  const own = wordsOfMedicine(medicine);
  if (own.size === 0) return [];
  const called = capital((medicine.genericName || medicine.name || medicine.brandName || "").trim());
  const matches: AllergyMatch[] = [];
  for (const allergy of allergies) {
    // A brand is replaced by its ingredients.
    const words = lettersOf(`${allergy} ${genericOfBrand(allergy) ?? ""}`).filter(isTelling);
    const shared = KNOWN.find(
      ({ also, members }) =>
        words.some((word) => also.has(word) || members.has(word)) &&
        [...own].some((word) => members.has(word)),
    );
    if (words.some((word) => own.has(word)))
      matches.push({ allergy, sentence: `${called} is recorded as an allergy` });
    else if (shared) matches.push({ allergy, sentence: `${called} is ${shared.one}` });
  }
  return matches;
}
