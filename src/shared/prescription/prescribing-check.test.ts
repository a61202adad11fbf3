import { expect, test } from "vitest";
import { checkPrescribing, type KnownOfPatient } from "./prescribing-check.ts";

const medicine = (name: string) => ({ name, genericName: "", brandName: "" });
const allergy = (substance: string, isFreeText = false) => ({ substance, isFreeText });
const now = (generic: string, source = "elsewhere") => ({ generic, source });
const check = (names: string[], known: Partial<KnownOfPatient> = {}) =>
  checkPrescribing(names.map(medicine), { allergies: [], medicinesNow: [], ...known });

test("a penicillin allergy matches co-amoxiclav, and its brand", () => {
  for (const name of ["co-amoxiclav", "Augmentin"])
    expect(check([name], { allergies: [allergy("Penicillin")] }).matches).toEqual([
      { allergy: "Penicillin", sentence: expect.stringMatching(/is a penicillin$/) },
    ]);
});

test("invisible characters hide no allergy", () => {
  for (const hidden of ["Pe\u200bnicillin", "Peni\u00adcillin", "\u202ePenicillin", "Peni\u{e0063}cillin"])
    expect(check(["amoxicillin"], { allergies: [allergy(hidden)] }).matches, hidden).toHaveLength(1);
});

test("a row is one substance; free text is split", () => {
  expect(check(["amoxicillin"], { allergies: [allergy("dust, penicillin", true)] }).matches).toEqual([
    { allergy: "penicillin", sentence: "Amoxicillin is a penicillin" },
  ]);
});

test("without recorded allergies none are checked, unlike with no known allergies", () => {
  expect(check(["amoxicillin"], { allergies: null }).matches).toBeNull();
  expect(check(["amoxicillin"]).matches).toEqual([]);
});

test("the same generic twice: on the prescription, taken now, by a brand, within a combination", () => {
  expect(check(["paracetamol", "Biogesic"]).twice).toEqual(["Biogesic is on this prescription twice"]);
  expect(check(["warfarin"], { medicinesNow: [now("Warfarin")] }).twice).toEqual([
    "Warfarin is taken now, from elsewhere",
  ]);
  expect(check(["Coumadin"], { medicinesNow: [now("warfarin", "prescription")] }).twice).toEqual([
    "Coumadin: warfarin is taken now, prescribed before",
  ]);
  expect(check(["losartan"], { medicinesNow: [now("amlodipine + losartan")] }).twice).toHaveLength(1);
  expect(check(["vitamin C", "vitamin B complex", "insulin aspart", "insulin glargine"]).twice).toEqual([]);
  expect(check(["calcium carbonate", "ferrous sulfate", "calcium carbonate"]).twice).toHaveLength(1);
});

test("what the same prescriber gave before is a refill or a change, which the medicine itself tells", () => {
  const losartan = { ...medicine("Losartan"), strength: "100 mg" };
  const twice = (taken: { source: string; by?: string; generic?: string }) =>
    checkPrescribing([losartan], {
      allergies: [],
      medicinesNow: [{ generic: "losartan", dose: "50 mg", ...taken }],
    }).twice;
  expect(twice({ source: "prescription" })).toEqual([]);
  expect(twice({ source: "prescription", generic: "losartan potassium" })).toEqual([]);
  expect(twice({ source: "elsewhere" })).toEqual(["Losartan is taken now, from elsewhere"]);
  expect(twice({ source: "prescription", by: "Ana Reyes, MD" })).toEqual([
    "Losartan is taken now, prescribed by Ana Reyes, MD",
  ]);
  const both = checkPrescribing([losartan, losartan], {
    allergies: [],
    medicinesNow: [{ generic: "Losartan", source: "prescription", dose: "50 mg" }],
  });
  expect(both.twice).toEqual(["Losartan is on this prescription twice"]);
});

test("a medicine that was stopped and not begun again says why, also within a combination", () => {
  const stopped = [{ generic: "enalapril maleate", until: "2026-11-10", stopReason: "Angioedema." }];
  const said = (name: string, taken: string[] = []) =>
    checkPrescribing([medicine(name)], {
      allergies: [],
      medicinesNow: taken.map((generic) => ({ generic, source: "prescription" })),
      stopped,
    }).stopped;
  const sentence = "Enalapril maleate was stopped on Nov 10, 2026: Angioedema";
  expect(said("Enalapril")).toEqual([sentence]);
  expect(said("enalapril + hydrochlorothiazide")).toEqual([sentence]);
  expect(said("losartan")).toEqual([]);
  expect(said("enalapril", ["Enalapril"])).toEqual([]);
});

test("reports what was not checked: allergies and medicines with unknown names", () => {
  expect(
    check(["amoxicillin", "Zzyx forte"], {
      allergies: [allergy("shrimp, penicillin", true), allergy("Latex")],
    }).notChecked,
  ).toEqual(["shrimp", "Latex", "Zzyx forte"]);
  expect(check(["amoxicillin"], { allergies: [allergy("Penicillin")] }).notChecked).toEqual([]);
  expect(check([""], { allergies: [allergy("shrimp")] }).notChecked).toEqual([]);
});

test("a part of a name that it does not know is said as well", () => {
  const notChecked = (allergies: string[], ...names: string[]) =>
    check(names, { allergies: allergies.map((each) => allergy(each)) }).notChecked;
  expect(notChecked(["Zzyx"], "paracetamol")).toEqual(["Zzyx"]);
  expect(notChecked(["Penicillin / shrimp"], "amoxicillin")).toEqual(["shrimp"]);
  expect(notChecked([], "paracetamol + zzyx")).toEqual(["zzyx"]);
  expect(notChecked([], "amoxicillin 250 mg/5 mL suspension", "ipratropium/salbutamol")).toEqual([]);
  // Words that are in names of medicines are none.
  expect(
    notChecked(["Human albumin", "Boric acid", "Oral contraceptives", "antibiotics"], "losartan"),
  ).toEqual(["Human albumin", "Boric acid", "Oral contraceptives", "antibiotics"]);
  expect(notChecked([], "Zzyx", "boric acid")).toEqual(["Zzyx", "boric acid"]);
  // An allergy to an unknown substance is met by its own name, and unknown still.
  expect(check(["zzyx forte"], { allergies: [allergy("Zzyx")] })).toMatchObject({
    matches: [{ allergy: "Zzyx" }],
    notChecked: ["zzyx forte"],
  });
});

test("one substance by two names is on the prescription twice", () => {
  expect(check(["vitamin C", "ascorbic acid"]).twice).toHaveLength(1);
  expect(check(["paracetamol", "acetaminophen"]).twice).toHaveLength(1);
  expect(check(["multivitamins", "ascorbic acid", "ferrous sulfate"]).twice).toEqual([]);
});

test.each([
  ["levocetirizine", "cetirizine"],
  ["esomeprazole", "omeprazole"],
  ["dexlansoprazole", "lansoprazole"],
  ["escitalopram", "citalopram"],
  ["levofloxacin", "ofloxacin"],
  ["Nexium", "omeprazole"],
  ["levalbuterol", "albuterol"],
])(
  "%s and %s are forms of one medicine: taken now, on one prescription, an allergy, both ways",
  (isomer, whole) => {
    for (const [one, other] of [
      [isomer, whole],
      [whole, isomer],
    ] as const) {
      expect(check([one], { medicinesNow: [now(other, "prescription")] }).twice).toEqual([
        expect.stringContaining(`: ${other} is taken now, prescribed before`),
      ]);
      expect(check([one, other]).twice).toEqual([
        expect.stringContaining(`and ${other} are forms of one medicine`),
      ]);
      const { matches } = check([one], { allergies: [allergy(other)] });
      expect(matches?.map(({ sentence }) => sentence)).toEqual([
        expect.stringContaining(`and ${other} are forms of one medicine`),
      ]);
    }
  },
);

test("an isomer alone is named as it is, within a combination too, and is not another medicine", () => {
  expect(check(["levocetirizine", "amlodipine"]).twice).toEqual([]);
  expect(check(["levothyroxine", "dexamethasone", "levodopa + carbidopa"]).twice).toEqual([]);
  expect(check(["cetirizine"], { medicinesNow: [now("montelukast + levocetirizine")] }).twice).toHaveLength(
    1,
  );
  expect(check(["esomeprazole"], { medicinesNow: [now("esomeprazole", "prescription")] }).twice).toEqual([]);
});
