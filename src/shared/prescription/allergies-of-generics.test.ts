import { describe, expect, test } from "vitest";
import { ALLERGY_CLASSES, CROSS_REACTIONS } from "#shared/prescription/allergy-class-list.ts";
import { isKnownName, matchesOf } from "#shared/prescription/allergy-classes.ts";
import { genericNames } from "#shared/prescription/generic-names.ts";
import { asPhrases, hasPhrase, usualNames } from "#shared/prescription/medicine-synonyms.ts";

const said = (allergy: string, name: string): string | undefined =>
  matchesOf([allergy], { name })[0]?.sentence;

const namesOf = (generic: string): string => {
  const phrases = asPhrases(generic);
  return asPhrases([phrases, ...usualNames(phrases)].join(" | "));
};
const CLASSES_OF = new Map(
  genericNames.map((generic) => {
    const names = namesOf(generic);
    return [
      generic,
      ALLERGY_CLASSES.filter(({ members }) => members.some((member) => hasPhrase(names, member))),
    ];
  }),
);
const classesOf = (generic: string) => CLASSES_OF.get(generic) ?? [];

test.each(genericNames)(
  "%s is known, meets an allergy to itself, and none that it has nothing to do with",
  (name) => {
    expect(isKnownName(name)).toBe(true);
    expect(said(name, name)).toMatch(/is recorded as an allergy$/);
    for (const other of ["shrimp", "latex", "acid", "vitamin", "sulfate", "salts"])
      expect(said(other, name), other).toBeUndefined();
  },
);

test("each offered medicine of a class is met by an allergy to each other one, and to the class by its name", () => {
  const silent = genericNames.flatMap((one) =>
    classesOf(one).flatMap((each) =>
      [...each.also, ...genericNames.filter((other) => classesOf(other).includes(each))]
        .filter((allergy) => said(allergy, one) === undefined)
        .map((allergy) => `${allergy}: ${one}`),
    ),
  );
  expect(silent).toEqual([]);
});

test("each member of a class is known, and met by an allergy to another", () => {
  const members = ALLERGY_CLASSES.flatMap((each) => each.members);
  expect(members.filter((member) => !isKnownName(member))).toEqual([]);
  const silent = ALLERGY_CLASSES.flatMap((each) =>
    each.members.flatMap((one) => each.members.filter((other) => said(other, one) === undefined)),
  );
  expect(silent).toEqual([]);
});

test("the medicines without relatives are known to have none", () => {
  expect(genericNames.filter((name) => classesOf(name).length === 0).join(", ")).toBe(
    `allopurinol, aluminum hydroxide + magnesium hydroxide, aripiprazole, ascorbic acid, azelastine, baclofen,
     betahistine, bisacodyl, butamirate, calcitriol, calcium carbonate, calcium carbonate + vitamin D3, chlorphenamine,
     cholecalciferol, cilostazol, citicoline, clonidine, colchicine, cyanocobalamin, dabigatran, dextromethorphan,
     dicycloverine, digoxin, diltiazem, diphenhydramine, domperidone, donepezil, ethambutol, ezetimibe, febuxostat,
     ferrous sulfate, ferrous sulfate + folic acid, fexofenadine, folic acid, fusidic acid, guaifenesin, haloperidol,
     isoniazid, ivabradine, lactulose, lagundi, levodopa + carbidopa, levothyroxine, loperamide, mebeverine, memantine,
     metformin, methotrexate, methyldopa, metoclopramide, minoxidil, mirtazapine, montelukast, multivitamins, mupirocin,
     nitrofurantoin, oral rehydration salts, orphenadrine + paracetamol, oseltamivir, paracetamol, permethrin,
     phenylephrine, pioglitazone, potassium chloride, potassium citrate, pyrazinamide, pyridoxine, rebamipide,
     risperidone, sambong, sennosides, sodium bicarbonate, solifenacin, sucralfate, tamsulosin, terbinafine, thiamine,
     thiamine + pyridoxine + cyanocobalamin, ticagrelor, tolterodine, topiramate, tranexamic acid, trimetazidine,
     ursodeoxycholic acid, valproic acid, verapamil, vitamin B complex, warfarin, zinc sulfate, zolpidem`.replace(
      /\s+/g,
      " ",
    ),
  );
});

test("two medicines of different ingredients and classes say nothing of each other", () => {
  const ofOne = genericNames.filter((name) => !name.includes("+") && !/vitamin/i.test(name));
  const crossing = CROSS_REACTIONS.flat();
  const isCrossing = (name: string) => classesOf(name).some(({ many }) => crossing.includes(many));
  const isRelated = (one: string, other: string) =>
    one.split(" ")[0] === other.split(" ")[0] ||
    classesOf(one).some((each) => classesOf(other).includes(each)) ||
    (isCrossing(one) && isCrossing(other));
  const wrong = ofOne.flatMap((one) =>
    ofOne.flatMap((other) => (isRelated(one, other) ? [] : (said(one, other) ?? []))),
  );
  expect(wrong).toEqual([]);
});

describe("other names of one substance", () => {
  test.each([
    ["Vitamin C", "ascorbic acid"],
    ["Vit. B12", "cyanocobalamin"],
    ["vitamin B-1", "thiamine"],
    ["Vitamin B6", "pyridoxine"],
    ["Vitamin D3", "cholecalciferol"],
    ["Vitamin D", "calcium carbonate + vitamin D3"],
    ["retinol", "vitamin A"],
    ["folate", "folic acid"],
    ["iron", "ferrous sulfate"],
    ["acetaminophen", "paracetamol"],
    ["Albuterol", "salbutamol"],
    ["acetylsalicylic acid", "aspirin"],
    ["ASA", "aspirin"],
    ["Tylenol (acetaminophen)", "Biogesic"],
    ["acyclovir", "aciclovir"],
    ["cephalexin", "cefalexin"],
    ["co-trimoxazole", "sulfamethoxazole + trimethoprim"],
    ["trimethoprim", "cotrimoxazole"],
    ["clavulanic acid", "co-amoxiclav"],
    ["penicillin G", "benzylpenicillin"],
    ["xylocaine", "lidocaine"],
    ["meperidine", "Demerol"],
    ["phenobarbitone", "phenobarbital"],
    ["valproate", "valproic acid"],
    ["KCl", "potassium chloride"],
    ["vitamin C", "multivitamins"],
    ["vitamin B1", "vitamin B complex"],
  ])("%s and %s, both ways", (one, other) => {
    expect(said(one, other)).toBeDefined();
    expect(said(other, one)).toBeDefined();
  });

  test.each([
    ["Vitamin C", "vitamin B complex"],
    ["Vitamin C", "vitamin A"],
    ["vitamin B1", "vitamin B12"],
    ["vitamin B1", "cyanocobalamin"],
    ["ferrous sulfate", "zinc sulfate"],
    ["losartan potassium", "potassium chloride"],
    ["oral contraceptive", "oral rehydration salts"],
  ])("%s is not %s", (one, other) => {
    expect(said(one, other)).toBeUndefined();
    expect(said(other, one)).toBeUndefined();
  });
});

test.each([
  ["Captopril", "enalapril", "Enalapril is an ACE inhibitor"],
  ["ACE inhibitors", "lisinopril", "Lisinopril is an ACE inhibitor"],
  [
    "enalapril",
    "sacubitril + valsartan",
    "Sacubitril + valsartan is a neprilysin inhibitor and may cross-react with ACE inhibitors",
  ],
  ["losartan", "telmisartan", "Telmisartan is an ARB"],
  ["Carbamazepine", "phenytoin", "Phenytoin is an aromatic anticonvulsant"],
  ["phenytoin", "phenobarbital", "Phenobarbital is an aromatic anticonvulsant"],
  ["oxcarbazepine", "fosphenytoin", "Fosphenytoin is an aromatic anticonvulsant"],
  ["Penicillin", "cefalexin", "Cefalexin is a cephalosporin and may cross-react with penicillins"],
  ["Cefuroxime", "co-amoxiclav", "Co-amoxiclav is a penicillin and may cross-react with cephalosporins"],
  ["Amoxicillin", "meropenem", "Meropenem is a carbapenem and may cross-react with penicillins"],
  ["beta-lactams", "ceftriaxone", "Ceftriaxone is a cephalosporin"],
  ["tetracycline", "doxycycline", "Doxycycline is a tetracycline"],
  ["gentamicin", "tobramycin", "Tobramycin is an aminoglycoside"],
  ["aspirin", "celecoxib", "Celecoxib is an NSAID"],
  ["codeine", "morphine", "Morphine is an opioid"],
  ["simvastatin", "rosuvastatin", "Rosuvastatin is a statin"],
  ["bupivacaine", "lidocaine", "Lidocaine is an amide local anesthetic"],
  ["procaine", "benzocaine", "Benzocaine is an ester local anesthetic"],
  ["radiocontrast dye", "iohexol", "Iohexol is an iodine preparation"],
  ["sulfa", "silver sulfadiazine", "Silver sulfadiazine is a sulfonamide"],
])("%s: %s", (allergy, name, sentence) => {
  expect(said(allergy, name)).toBe(sentence);
});

test.each([
  ["Carbamazepine", "valproic acid"],
  ["Captopril", "losartan"],
  ["bupivacaine", "benzocaine"],
  ["sulfa", "furosemide"],
  ["sulfa", "ferrous sulfate"],
  ["penicillin", "azithromycin"],
])("%s says nothing of %s", (allergy, name) => {
  expect(said(allergy, name)).toBeUndefined();
});
