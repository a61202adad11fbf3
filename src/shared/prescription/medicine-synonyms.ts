/**
 * Other names of one substance, each line one substance, its usual name first: national names, spellings,
 * abbreviations, vitamins by letter. A hyphen or a space parts words, and a figure is a word.
 */
const SYNONYMS = `
acetylcysteine, n acetylcysteine, nac
aciclovir, acyclovir
adrenaline, epinephrine
alendronic acid, alendronate
aluminum hydroxide, aluminium hydroxide
amoxicillin, amoxycillin
amoxicillin, co amoxiclav, amoxiclav
ascorbic acid, vitamin c, ascorbate
aspirin, acetylsalicylic acid, acetylsalicylate, asa
beclometasone, beclomethasone
benzathine benzylpenicillin, benzathine penicillin
benzylpenicillin, penicillin g
biotin, vitamin b 7
carbocisteine, carbocysteine
cefalexin, cephalexin
cefazolin, cephazolin
cefradine, cephradine
chlorphenamine, chlorpheniramine
clavulanic acid, clavulanate
cholecalciferol, colecalciferol, vitamin d, ergocalciferol
ciclosporin, cyclosporine, cyclosporin
cotrimoxazole, co trimoxazole, tmp smx, smx tmp, trimethoprim sulfamethoxazole, sulfamethoxazole trimethoprim
cyanocobalamin, vitamin b 12, mecobalamin, methylcobalamin, hydroxocobalamin, cobalamin
dicycloverine, dicyclomine
estradiol, oestradiol
ethinylestradiol, ethinyl estradiol, ethinyloestradiol
folic acid, folate, folinic acid, vitamin b 9
furosemide, frusemide
glibenclamide, glyburide
guaifenesin, guaiphenesin
hydrochlorothiazide, hctz
hyoscine, scopolamine
indometacin, indomethacin
iron, ferrous, ferric
isoniazid, inh
lagundi, vitex negundo
levothyroxine, thyroxine
lidocaine, lignocaine, xylocaine
meclizine, meclozine
mesalazine, mesalamine
metamizole, dipyrone
methimazole, thiamazole
nicotinamide, niacinamide, niacin, nicotinic acid, vitamin b 3
nitroglycerin, glyceryl trinitrate
noradrenaline, norepinephrine
oral rehydration salts, oral rehydration solution, ors
pantothenic acid, dexpanthenol, vitamin b 5
paracetamol, acetaminophen
pethidine, meperidine
phenobarbital, phenobarbitone
phenoxymethylpenicillin, penicillin v
phenytoin, diphenylhydantoin
phytomenadione, phytonadione, vitamin k
multivitamin, multivitamins
potassium chloride, kcl
potassium citrate
propylthiouracil, ptu
pyridoxine, vitamin b 6
retinol, vitamin a, retinyl
riboflavin, vitamin b 2
rifampicin, rifampin
levosalbutamol, levalbuterol
salbutamol, albuterol
sambong, blumea balsamifera
sennosides, senna
sodium bicarbonate, baking soda
sodium chloride, normal saline
sulfadiazine, sulphadiazine
sulfamethoxazole, sulphamethoxazole
sulfasalazine, sulphasalazine, salazopyrin
thiamine, vitamin b 1
tocopherol, vitamin e
torasemide, torsemide
ursodeoxycholic acid, ursodiol, ursodeoxycholate
trimethoprim
valproic acid, valproate, divalproex
vitamin b complex, b complex`;

/** The ingredients, certain or possible, of a name that is not a single substance. */
const MIXTURES: Record<string, string> = {
  "vitamin b complex": "thiamine, riboflavin, nicotinamide, pyridoxine, cyanocobalamin, folic acid",
  multivitamin:
    "retinol, thiamine, riboflavin, nicotinamide, pyridoxine, cyanocobalamin, folic acid, ascorbic acid, cholecalciferol, tocopherol, iron",
  "co amoxiclav": "amoxicillin, clavulanic acid",
  cotrimoxazole: "sulfamethoxazole, trimethoprim",
};

/**
 * Isomers and the mixture of isomers that holds them, which is not the same medicine, but given with it, or to who is
 * allergic to it, is given twice, or again.
 */
const ISOMERS: Record<string, string> = {
  dexchlorpheniramine: "chlorphenamine",
  dexibuprofen: "ibuprofen",
  dexketoprofen: "ketoprofen",
  dexlansoprazole: "lansoprazole",
  dexrabeprazole: "rabeprazole",
  escitalopram: "citalopram",
  esketamine: "ketamine",
  esomeprazole: "omeprazole",
  eszopiclone: "zopiclone",
  levamlodipine: "amlodipine",
  levobupivacaine: "bupivacaine",
  levocetirizine: "cetirizine",
  levodropropizine: "dropropizine",
  levofloxacin: "ofloxacin",
  levosalbutamol: "salbutamol",
};

/** Names with the word of another substance in them, which is no part of them: an allergy to milk is none to these. */
const MISLEADING: readonly (readonly [name: RegExp, usual: string])[] = [
  [/ milk of magnesia /g, " magnesium hydroxide "],
  [/ milk thistle /g, " silymarin "],
];

export const phrasesIn = (text: string): string[] =>
  text
    .split(",")
    .map((phrase) => phrase.trim().replace(/\s+/g, " "))
    .filter(Boolean);

const GROUPS: readonly (readonly string[])[] = SYNONYMS.trim().split("\n").map(phrasesIn);
const HELD: readonly [string, readonly string[]][] = Object.entries(MIXTURES).map(([name, held]) => [
  name,
  phrasesIn(held),
]);

/** Words and figures in lower case between spaces: " vitamin b 12 " for "Vit. B12". */
export function asPhrases(text: string): string {
  const words =
    text
      .normalize("NFD")
      .replace(/[\p{M}\p{Cf}]/gu, "")
      .toLowerCase()
      .match(/\p{L}+|\d+|[+/;|]/gu) ?? [];
  const phrases = ` ${words.map((word) => (/^vits?$|^vitamins$/.test(word) ? "vitamin" : word)).join(" ")} `;
  return MISLEADING.reduce((read, [name, usual]) => read.replace(name, usual), phrases);
}

export const hasPhrase = (phrases: string, wanted: string): boolean => phrases.includes(` ${wanted} `);

/** The usual names of the substances that are named otherwise, or here by their usual name. */
export const usualNames = (phrases: string): string[] =>
  GROUPS.filter((names) => names.some((name) => hasPhrase(phrases, name))).map(([usual = ""]) => usual);

/** The usual name of a substance whose whole name, as phrases, is one of its names. */
export const usualName = (named: string): string | undefined =>
  GROUPS.find((names) => names.includes(named))?.[0];

/** The ingredients of a mixture whose whole name, as phrases, it is. */
export const mixtureOf = (named: string): readonly string[] | undefined =>
  HELD.find(([name]) => name === named)?.[1];

/** The medicines of which isomers are named: cetirizine for "levocetirizine". */
export const formsIn = (phrases: string): string[] =>
  Object.entries(ISOMERS).flatMap(([isomer, whole]) => (hasPhrase(phrases, isomer) ? [whole] : []));

/** The ingredients of the mixtures that are named. */
export const heldBy = (phrases: string): string[] =>
  HELD.flatMap(([name, held]) => (hasPhrase(phrases, name) ? held : []));
