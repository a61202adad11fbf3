import { adults, adultsBelow, number, text, word } from "../analyte.ts";

const reacts = (code: string, name: string, loinc?: string) =>
  word(code, name, ["Nonreactive", "Reactive"], ["Reactive"], loinc);
const positive = (code: string, name: string, loinc?: string) =>
  word(code, name, ["Negative", "Positive", "Equivocal"], ["Positive", "Equivocal"], loinc);

/** Hormones, tumor markers, vitamins. */
export const hormones = [
  number("tsh", "TSH", {
    loinc: "3016-3",
    unit: ["µIU/mL", 2],
    si: ["mIU/L", 2, 1],
    bands: [adults("abim", 0.5, 4)],
    possible: [0, 1000],
    usual: [0.001, 150],
  }),
  number("ft3", "Free T3", {
    loinc: ["3051-0", "14928-6"],
    unit: ["pg/mL", 2],
    si: ["pmol/L", 2, 1.536],
    bands: [adults("abim", 2.3, 4.2)],
    possible: [0, 100],
    usual: [0.5, 30],
  }),
  number("ft4", "Free T4", {
    loinc: ["3024-7", "14920-3"],
    unit: ["ng/dL", 2],
    si: ["pmol/L", 1, 12.871],
    bands: [adults("abim", 0.8, 1.8)],
    possible: [0, 50],
    usual: [0.1, 8],
  }),
  number("psa", "PSA", {
    loinc: "2857-1",
    unit: ["ng/mL", 2],
    si: ["µg/L", 2, 1],
    bands: [{ sex: "M", from: 480, high: 4, source: "usual" }],
    possible: [0, 20_000],
    usual: [0, 200],
  }),
  number("bhcg", "β-hCG, blood", {
    loinc: "21198-7",
    unit: ["mIU/mL", 0],
    si: ["IU/L", 0, 1],
    bands: [],
    possible: [0, 5_000_000],
    usual: [0, 300_000],
  }),
  number("vitamin_d", "Vitamin D, 25-OH", {
    loinc: ["62292-8", null],
    unit: ["ng/mL", 0],
    si: ["nmol/L", 0, 2.496],
    bands: [adults("endocrine", 20, 100)],
    possible: [0, 500],
    usual: [3, 150],
  }),
];

export const serology = [
  positive("dengue_ns1", "Dengue NS1"),
  positive("dengue_igm", "Dengue IgM"),
  positive("dengue_igg", "Dengue IgG"),
  reacts("hbsag", "HBsAg", "5195-3"),
  word("anti_hbs", "Anti-HBs", ["Nonreactive", "Reactive"], []),
  reacts("hbeag", "HBeAg"),
  reacts("anti_hbc", "Anti-HBc"),
  reacts("anti_hav_igm", "Anti-HAV IgM"),
  reacts("anti_hcv", "Anti-HCV"),
  reacts("rpr", "RPR or VDRL"),
  reacts("treponemal", "Treponemal test (TPHA, TPPA)"),
  positive("typhoid_igm", "Typhoid IgM"),
  positive("typhoid_igg", "Typhoid IgG"),
  positive("leptospira_igm", "Leptospira IgM"),
  word("pregnancy_test", "Pregnancy test", ["Negative", "Positive", "Doubtful"], [], "2106-3"),
  positive("covid_antigen", "COVID-19 antigen"),
  positive("influenza_a", "Influenza A antigen"),
  positive("influenza_b", "Influenza B antigen"),
  positive("h_pylori", "H. pylori"),
];

const smear = ["Negative", "Scanty", "1+", "2+", "3+"];

export const microbiology = [
  word("afb_1", "AFB smear, first specimen", smear, smear.slice(1)),
  word("afb_2", "AFB smear, second specimen", smear, smear.slice(1)),
  word(
    "genexpert",
    "GeneXpert MTB/RIF",
    [
      "MTB not detected",
      "MTB detected, rifampicin resistance not detected",
      "MTB detected, rifampicin resistance detected",
      "MTB detected, rifampicin resistance indeterminate",
      "MTB trace detected",
      "Invalid, error or no result",
    ],
    [
      "MTB detected, rifampicin resistance not detected",
      "MTB detected, rifampicin resistance detected",
      "MTB detected, rifampicin resistance indeterminate",
      "MTB trace detected",
    ],
  ),
  text("specimen", "Specimen"),
  text("organism", "Organism"),
  text("sensitivity", "Sensitive to, resistant to"),
];

const amount = ["None", "Rare", "Few", "Moderate", "Many"];
const dipstick = ["Negative", "Trace", "1+", "2+", "3+", "4+"];
const perField = (code: string, name: string, high: number, loinc?: string) =>
  number(code, name, {
    ...(loinc && { loinc }),
    unit: ["/hpf", 0],
    bands: [{ high, source: code === "urine_rbc" ? "aua" : "medline" }],
    possible: [0, 1000],
    usual: [0, 300],
    isCounted: true,
  });

export const urine = [
  word(
    "urine_color",
    "Color",
    ["Straw", "Light yellow", "Yellow", "Dark yellow", "Amber", "Orange", "Red", "Brown", "Other"],
    ["Red", "Brown"],
    "5778-6",
  ),
  word(
    "urine_clarity",
    "Transparency",
    ["Clear", "Slightly hazy", "Hazy", "Slightly turbid", "Turbid", "Cloudy"],
    ["Turbid", "Cloudy"],
    "5767-9",
  ),
  number("urine_ph", "pH", {
    loinc: "5803-2",
    unit: ["", 1],
    bands: [{ low: 4.6, high: 8, source: "medline" }],
    possible: [3, 10],
    usual: [4.5, 9],
  }),
  number("urine_gravity", "Specific gravity", {
    loinc: "5811-5",
    unit: ["", 3],
    bands: [{ low: 1.005, high: 1.03, source: "medline" }],
    possible: [0.99, 1.1],
    usual: [1, 1.05],
  }),
  word("urine_protein", "Protein", dipstick, dipstick.slice(1), "20454-5"),
  word("urine_glucose", "Glucose", dipstick, dipstick.slice(1), "25428-4"),
  word("urine_ketones", "Ketones", dipstick, dipstick.slice(1), "2514-8"),
  word("urine_blood", "Blood", dipstick, dipstick.slice(1), "5794-3"),
  word("urine_bilirubin", "Bilirubin", dipstick, dipstick.slice(1), "5770-3"),
  word("urine_urobilinogen", "Urobilinogen", ["Normal", "1+", "2+", "3+"], ["1+", "2+", "3+"], "5818-0"),
  word("urine_nitrite", "Nitrite", ["Negative", "Positive"], ["Positive"], "5802-4"),
  word("urine_leukocytes", "Leukocyte esterase", dipstick, dipstick.slice(1), "5799-2"),
  perField("urine_wbc", "Pus cells", 5, "5821-4"),
  perField("urine_rbc", "Red cells, urine", 2, "13945-1"),
  word("urine_epithelial", "Epithelial cells", amount, ["Many"]),
  word("urine_bacteria", "Bacteria", amount, ["Moderate", "Many"]),
  word("urine_mucus", "Mucus threads", amount, []),
  text("urine_casts", "Casts"),
  text("urine_crystals", "Crystals"),
  text("urine_remarks", "Other findings"),
  number("albumin_creatinine_ratio", "Albumin to creatinine ratio, urine", {
    loinc: ["9318-7", "32294-1"],
    unit: ["mg/g", 0],
    si: ["mg/mmol", 1, 0.1131],
    bands: [adultsBelow("kdigo", 30)],
    possible: [0, 50_000],
    usual: [0, 10_000],
  }),
];

export const stool = [
  word(
    "stool_color",
    "Color, stool",
    ["Brown", "Yellow", "Green", "Black", "Red", "Clay"],
    ["Black", "Red", "Clay"],
  ),
  word(
    "stool_consistency",
    "Consistency",
    ["Formed", "Semi-formed", "Soft", "Mucoid", "Watery", "Hard"],
    ["Mucoid", "Watery"],
  ),
  perField("stool_wbc", "Pus cells, stool", 5),
  perField("stool_rbc", "Red cells, stool", 2),
  word(
    "stool_parasites",
    "Ova and parasites",
    [
      "None seen",
      "Ascaris lumbricoides ova",
      "Trichuris trichiura ova",
      "Hookworm ova",
      "Entamoeba histolytica cyst",
      "Entamoeba histolytica trophozoite",
      "Giardia lamblia",
      "Other, see findings",
    ],
    [
      "Ascaris lumbricoides ova",
      "Trichuris trichiura ova",
      "Hookworm ova",
      "Entamoeba histolytica cyst",
      "Entamoeba histolytica trophozoite",
      "Giardia lamblia",
      "Other, see findings",
    ],
  ),
  word("stool_bacteria", "Bacteria, stool", amount, []),
  word("occult_blood", "Occult blood", ["Negative", "Positive"], ["Positive"]),
  text("stool_remarks", "Other findings, stool"),
];

/** For a test that the catalogue does not have. */
export const other = [
  text("other_test", "Test"),
  text("other_result", "Result"),
  text("other_range", "Range of the laboratory"),
];
