/**
 * Brand names that are often typed as the medicine's name, with their generic names. Hand-made and short: it catches
 * common slips and is no formulary.
 */
const BRANDS: Record<string, string> = {
  advil: "ibuprofen",
  alaxan: "ibuprofen + paracetamol",
  aldactone: "spironolactone",
  amoxil: "amoxicillin",
  arcoxia: "etoricoxib",
  aspilets: "aspirin",
  augmentin: "amoxicillin + clavulanic acid",
  bactrim: "cotrimoxazole",
  bioflu: "phenylephrine + chlorphenamine + paracetamol",
  biogesic: "paracetamol",
  buscopan: "hyoscine butylbromide",
  calpol: "paracetamol",
  cataflam: "diclofenac",
  celebrex: "celecoxib",
  claritin: "loratadine",
  concerta: "methylphenidate",
  concor: "bisoprolol",
  coumadin: "warfarin",
  cozaar: "losartan",
  crestor: "rosuvastatin",
  decolgen: "phenylephrine + chlorphenamine + paracetamol",
  demerol: "pethidine",
  diatabs: "loperamide",
  diovan: "valsartan",
  dolcet: "tramadol + paracetamol",
  dolfenal: "mefenamic acid",
  dormicum: "midazolam",
  durogesic: "fentanyl",
  eliquis: "apixaban",
  entresto: "sacubitril + valsartan",
  euthyrox: "levothyroxine",
  flagyl: "metronidazole",
  flanax: "naproxen",
  forxiga: "dapagliflozin",
  glucophage: "metformin",
  imodium: "loperamide",
  januvia: "sitagliptin",
  jardiance: "empagliflozin",
  keflex: "cefalexin",
  lanoxin: "digoxin",
  lasix: "furosemide",
  lexotan: "bromazepam",
  lipitor: "atorvastatin",
  losec: "omeprazole",
  luminal: "phenobarbital",
  medicol: "ibuprofen",
  micardis: "telmisartan",
  neozep: "phenylephrine + chlorphenamine + paracetamol",
  nexium: "esomeprazole",
  norspan: "buprenorphine",
  norvasc: "amlodipine",
  nubain: "nalbuphine",
  oxycontin: "oxycodone",
  oxynorm: "oxycodone",
  pantoloc: "pantoprazole",
  plavix: "clopidogrel",
  ponstan: "mefenamic acid",
  ritalin: "methylphenidate",
  rivotril: "clonazepam",
  rocephin: "ceftriaxone",
  seretide: "fluticasone + salmeterol",
  singulair: "montelukast",
  skelan: "naproxen",
  solmux: "carbocisteine",
  stilnox: "zolpidem",
  symbicort: "budesonide + formoterol",
  tempra: "paracetamol",
  unasyn: "sultamicillin",
  valium: "diazepam",
  ventolin: "salbutamol",
  voltaren: "diclofenac",
  xanax: "alprazolam",
  xanor: "alprazolam",
  xarelto: "rivaroxaban",
  zinnat: "cefuroxime",
  zithromax: "azithromycin",
  zyrtec: "cetirizine",
};

/** The letters of a text as lower-case words: "Ritalin LA 20mg" is ["ritalin", "la", "mg"]. */
export const lettersOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** The generic name of a known brand ("paracetamol" for "Biogesic 500 mg") by its first word, or null. */
export function genericOfBrand(text: string): string | null {
  const [first = ""] = lettersOf(text);
  return Object.hasOwn(BRANDS, first) ? (BRANDS[first] ?? null) : null;
}

const GENERICS = new Set(
  Object.values(BRANDS).flatMap((generic) => generic.split(" + ").map((name) => lettersOf(name)[0])),
);

/** Does the text begin with the generic name of a brand known here? */
export const isKnownGeneric = (text: string): boolean => GENERICS.has(lettersOf(text)[0]);
