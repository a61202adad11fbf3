/** The checkboxes of laboratory and imaging requests. */
type RequestedTest = {
  id: string;
  label: string;
  /** Of the result catalogue: any of them fulfills the request. Without any, it is closed manually. */
  panels?: readonly string[];
  /** The result must contain one of these, if given: of several tests, those without which it came in part. */
  analytes?: readonly string[];
};
export type TestGroup = { label: string; tests: readonly RequestedTest[] };

const test = (id: string, label: string, panels = "", analytes = ""): RequestedTest => ({
  id,
  label,
  ...(panels && { panels: panels.split(" ") }),
  ...(analytes && { analytes: analytes.split(" ") }),
});
/** A test that is also part of blood chemistry panels. */
const chemistry = (id: string, label: string, panel: string, analytes: string) =>
  test(id, label, `${panel} chemistry`, analytes);

export const laboratoryTests: readonly TestGroup[] = [
  {
    label: "Blood",
    tests: [
      test("cbc", "CBC with platelet count", "cbc", "platelets"),
      test("blood_type", "Blood typing, ABO and Rh", "blood_type"),
      test("esr", "ESR", "inflammation", "esr"),
      test("crp", "CRP", "inflammation", "crp"),
      test("pt_inr", "Prothrombin time with INR", "coagulation", "inr"),
      test("ferritin", "Ferritin", "iron", "ferritin"),
    ],
  },
  {
    label: "Urine and stool",
    tests: [
      test("urinalysis", "Urinalysis", "urinalysis"),
      test("urine_culture", "Urine culture and sensitivity", "culture", "organism"),
      test("urine_albumin", "Urine albumin to creatinine", "urine_albumin"),
      test("fecalysis", "Fecalysis", "fecalysis"),
      test("occult_blood", "Fecal occult blood", "fecalysis", "occult_blood"),
      test("pregnancy", "Pregnancy test", "pregnancy"),
    ],
  },
  {
    label: "Sugar and lipids",
    tests: [
      chemistry("fbs", "Fasting blood sugar", "fbs ogtt", "fbs"),
      chemistry("hba1c", "HbA1c", "hba1c", "hba1c"),
      test("rbs", "Random blood sugar", "rbs"),
      test("ogtt", "Glucose tolerance test, 75 g", "ogtt ogtt_pregnancy", "ogtt_2h gdm_2h"),
      chemistry("lipids", "Lipid profile", "lipids", "hdl ldl"),
    ],
  },
  {
    label: "Kidney and electrolytes",
    tests: [
      chemistry("creatinine", "Creatinine", "kidney", "creatinine"),
      chemistry("bun", "BUN", "kidney", "bun"),
      chemistry("uric_acid", "Uric acid", "uric_acid", "uric_acid"),
      chemistry("sodium", "Sodium", "electrolytes", "sodium"),
      chemistry("potassium", "Potassium", "electrolytes", "potassium"),
      test("chloride", "Chloride", "electrolytes", "chloride"),
      chemistry("calcium", "Calcium", "electrolytes", "calcium"),
    ],
  },
  {
    label: "Liver",
    tests: [
      chemistry("alt", "SGPT (ALT)", "liver", "alt"),
      chemistry("ast", "SGOT (AST)", "liver", "ast"),
      test("bilirubin", "Bilirubin, total and direct", "liver", "bilirubin_direct"),
      test("albumin", "Albumin", "liver", "albumin"),
    ],
  },
  {
    label: "Hormones",
    tests: [
      test("tsh", "TSH", "thyroid", "tsh"),
      test("ft4", "FT4", "thyroid", "ft4"),
      test("ft3", "FT3", "thyroid", "ft3"),
      test("psa", "PSA", "psa"),
      test("vitamin_d", "Vitamin D", "vitamin_d"),
    ],
  },
  {
    label: "Infections",
    tests: [
      test("dengue_ns1", "Dengue NS1", "dengue", "dengue_ns1"),
      test("dengue_antibodies", "Dengue IgM and IgG", "dengue", "dengue_igm dengue_igg"),
      test("hbsag", "HBsAg", "hbsag hepatitis", "hbsag"),
      test("anti_hbs", "Anti-HBs", "hepatitis", "anti_hbs"),
      test("syphilis", "RPR or VDRL", "syphilis"),
      test("typhoid", "Typhoid IgM and IgG", "typhoid", "typhoid_igm typhoid_igg"),
      test("sputum", "Sputum AFB or GeneXpert", "sputum"),
      test("h_pylori", "H. pylori", "h_pylori"),
    ],
  },
];

export const imagingTests: readonly TestGroup[] = [
  {
    label: "X-ray",
    tests: [
      test("chest_pa", "Chest X-ray, PA"),
      test("chest_pa_lateral", "Chest X-ray, PA and lateral"),
      test("xray_kub", "KUB X-ray"),
      test("xray_lumbosacral", "Lumbosacral spine, AP and lateral"),
      test("xray_cervical", "Cervical spine, AP and lateral"),
      test("xray_sinuses", "Paranasal sinuses"),
    ],
  },
  {
    label: "Ultrasound",
    tests: [
      test("us_abdomen", "Whole abdomen"),
      test("us_upper_abdomen", "Upper abdomen"),
      test("us_kub", "KUB"),
      test("us_kub_prostate", "KUB and prostate"),
      test("us_thyroid", "Thyroid"),
      test("us_breast", "Breasts"),
      test("us_pelvic", "Pelvis"),
      test("us_transvaginal", "Transvaginal"),
      test("us_obstetric", "Obstetric"),
    ],
  },
  {
    label: "Heart",
    tests: [
      test("ecg", "12-lead ECG"),
      test("echo", "2D echo with Doppler"),
      test("treadmill", "Treadmill stress test"),
      test("holter", "24-hour Holter"),
    ],
  },
  {
    label: "CT, MRI and others",
    tests: [
      test("ct_cranial", "Cranial CT, plain"),
      test("ct_chest", "Chest CT"),
      test("ct_abdomen", "Whole abdomen CT with contrast"),
      test("mri_cranial", "Cranial MRI"),
      test("mammogram", "Mammogram"),
      test("bone_density", "Bone densitometry"),
    ],
  },
];

export const testsOf = (kind: "laboratory_request" | "imaging_request"): readonly TestGroup[] =>
  kind === "laboratory_request" ? laboratoryTests : imagingTests;
