import type { Analyte } from "./analyte.ts";
import { blood } from "./analytes/blood.ts";
import { chemistry } from "./analytes/chemistry.ts";
import { hormones, microbiology, other, serology, stool, urine } from "./analytes/others.ts";

export type Panel = {
  code: string;
  name: string;
  /** The heading of its tests in the table of results. */
  group: string;
  /** In the order in which laboratories print them. */
  analytes: readonly string[];
};

const panel = (code: string, name: string, group: string, analytes: string): Panel => ({
  code,
  name,
  group,
  analytes: analytes.split(" "),
});

const sugar = "Diabetes";
const kidney = "Kidney and electrolytes";
const lipids = "Lipids";
const liver = "Liver and pancreas";
const infection = "Infections";

/** The panels of primary care, the commonest first. */
export const panels: readonly Panel[] = [
  panel(
    "cbc",
    "Complete blood count",
    "Blood count",
    "hemoglobin hematocrit rbc wbc neutrophils lymphocytes monocytes eosinophils basophils bands platelets mcv mch mchc rdw smear",
  ),
  panel(
    "urinalysis",
    "Urinalysis",
    "Urinalysis",
    "urine_color urine_clarity urine_ph urine_gravity urine_protein urine_glucose urine_ketones urine_blood urine_bilirubin urine_urobilinogen urine_nitrite urine_leukocytes urine_wbc urine_rbc urine_epithelial urine_bacteria urine_mucus urine_casts urine_crystals urine_remarks",
  ),
  panel("fbs", "Fasting blood sugar", sugar, "fbs"),
  panel("hba1c", "HbA1c", sugar, "hba1c"),
  panel("rbs", "Random blood sugar", sugar, "rbs"),
  panel("ogtt", "Glucose tolerance test, 75 g", sugar, "fbs ogtt_1h ogtt_2h"),
  panel("ogtt_pregnancy", "Glucose tolerance test in pregnancy", sugar, "gdm_fasting gdm_1h gdm_2h"),
  panel("lipids", "Lipid profile", lipids, "cholesterol triglycerides hdl ldl vldl"),
  panel("kidney", "Creatinine and BUN", kidney, "creatinine egfr bun"),
  panel(
    "electrolytes",
    "Electrolytes",
    kidney,
    "sodium potassium chloride bicarbonate calcium ionized_calcium magnesium phosphorus",
  ),
  panel("uric_acid", "Uric acid", kidney, "uric_acid"),
  panel("urine_albumin", "Urine albumin to creatinine", kidney, "albumin_creatinine_ratio"),
  panel(
    "liver",
    "Liver tests",
    liver,
    "alt ast alp ggt bilirubin_total bilirubin_direct bilirubin_indirect albumin total_protein",
  ),
  panel("pancreas", "Amylase and LDH", liver, "amylase ldh"),
  panel(
    "chemistry",
    "Blood chemistry",
    sugar,
    "fbs hba1c bun creatinine egfr uric_acid cholesterol triglycerides hdl ldl vldl alt ast sodium potassium chloride calcium",
  ),
  panel("thyroid", "Thyroid tests", "Hormones", "tsh ft3 ft4"),
  panel("dengue", "Dengue NS1, IgM, IgG", infection, "dengue_ns1 dengue_igm dengue_igg"),
  panel("hepatitis", "Hepatitis A, B, C", infection, "hbsag anti_hbs hbeag anti_hbc anti_hav_igm anti_hcv"),
  panel("hbsag", "HBsAg", infection, "hbsag"),
  panel("syphilis", "Syphilis", infection, "rpr treponemal"),
  panel("typhoid", "Typhoid and leptospirosis", infection, "typhoid_igm typhoid_igg leptospira_igm"),
  panel("respiratory", "COVID-19 and influenza", infection, "covid_antigen influenza_a influenza_b"),
  panel("sputum", "Sputum AFB, GeneXpert", infection, "afb_1 afb_2 genexpert"),
  panel("culture", "Culture and sensitivity", infection, "specimen organism sensitivity"),
  panel("h_pylori", "H. pylori", infection, "h_pylori"),
  panel("inflammation", "ESR and CRP", "Inflammation", "esr crp"),
  panel("coagulation", "PT, INR, aPTT", "Clotting", "pt inr aptt"),
  panel("iron", "Iron studies", "Blood count", "ferritin iron tibc reticulocytes"),
  panel(
    "fecalysis",
    "Fecalysis",
    "Stool",
    "stool_color stool_consistency stool_wbc stool_rbc stool_parasites stool_bacteria occult_blood stool_remarks",
  ),
  panel("pregnancy", "Pregnancy test", "Pregnancy", "pregnancy_test bhcg"),
  panel("blood_type", "Blood type", "Blood type", "abo rh"),
  panel("psa", "PSA", "Hormones", "psa"),
  panel("vitamin_d", "Vitamin D", "Hormones", "vitamin_d"),
  panel("other", "Another test", "Other tests", "other_test other_result other_range"),
];

export const analytes: ReadonlyMap<string, Analyte> = new Map(
  [...blood, ...chemistry, ...hormones, ...serology, ...microbiology, ...urine, ...stool, ...other].map(
    (each) => [each.code, each],
  ),
);

const byCode = new Map(panels.map((each) => [each.code, each]));

export const panelOf = (code: string): Panel | undefined => byCode.get(code);

export const panelAnalytes = (code: string): Analyte[] =>
  (byCode.get(code)?.analytes ?? []).flatMap((each) => analytes.get(each) ?? []);

/** Each test under the heading of the first panel that has it, in the order of the panels. */
export const groupOf: ReadonlyMap<string, string> = new Map(
  panels.toReversed().flatMap(({ group, analytes: codes }) => codes.map((code) => [code, group] as const)),
);

const order = new Map(
  [...new Set(panels.flatMap((each) => each.analytes))].map((code, place) => [code, place]),
);

/** Sorts tests in the order of the panels; those of an older catalogue come last. */
export const orderOf = (code: string): number => order.get(code) ?? order.size;
