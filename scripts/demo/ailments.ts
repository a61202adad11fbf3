import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import type { Random } from "./random.ts";

type Prescribed = {
  name: string;
  brandName?: string;
  strength: string;
  form: string;
  quantity: string;
  dosage: string;
  frequency: string;
  duration: string;
  instructions?: string;
};

export type Ailment = {
  complaint: string;
  diagnosis: string;
  /** With their codes; one is free text, as doctors leave it. */
  coded?: { words: string; code?: string }[];
  treatment: string;
  physicalExamination: string;
  /** For those that are operated on in a hospital. */
  procedure?: string;
  medications: Prescribed[];
  from: number;
  to: number;
};

/** What a family physician with a cardiology practice sees in Cebu, by age in years. */
export const ailments: Ailment[] = [
  {
    complaint: "Fever and cough for three days",
    diagnosis: "Acute bronchitis",
    coded: [{ words: "Acute bronchitis", code: "J20.9" }],
    treatment: "Fluids, rest, return if fever lasts beyond five days",
    physicalExamination: "Harsh breath sounds, no crackles",
    from: 2,
    to: 94,
    medications: [
      {
        name: "paracetamol",
        brandName: "Biogesic",
        strength: "500 mg",
        form: "tablet",
        quantity: "15",
        dosage: "1 tab",
        frequency: "q6h PRN",
        duration: "5 days",
      },
      {
        name: "lagundi",
        brandName: "Ascof",
        strength: "600 mg",
        form: "tablet",
        quantity: "21",
        dosage: "1 tab",
        frequency: "TID",
        duration: "7 days",
      },
    ],
  },
  {
    complaint: "Loose stools since yesterday",
    diagnosis: "Acute gastroenteritis with some dehydration",
    coded: [
      { words: "Acute gastroenteritis", code: "A09.9" },
      { words: "Dehydration", code: "E86" },
    ],
    treatment: "Oral rehydration, zinc, soft diet",
    physicalExamination: "Dry lips, skin turgor fair, active bowel sounds",
    from: 0,
    to: 60,
    medications: [
      {
        name: "oral rehydration salts",
        brandName: "Hydrite",
        strength: "4.1 g",
        form: "sachet",
        quantity: "10",
        dosage: "1 sachet in 200 mL water",
        frequency: "after each loose stool",
        duration: "3 days",
      },
    ],
  },
  {
    complaint: "Blood pressure check",
    diagnosis: "Essential hypertension",
    coded: [{ words: "Essential hypertension", code: "I10" }],
    treatment: "Low-salt diet, brisk walking 30 minutes daily",
    physicalExamination: "Regular rhythm, no murmur, no edema",
    from: 35,
    to: 94,
    medications: [
      {
        name: "amlodipine",
        brandName: "Norvasc",
        strength: "5 mg",
        form: "tablet",
        quantity: "30",
        dosage: "1 tab",
        frequency: "OD",
        duration: "30 days",
      },
      {
        name: "losartan",
        brandName: "Cozaar",
        strength: "50 mg",
        form: "tablet",
        quantity: "30",
        dosage: "1 tab",
        frequency: "OD, morning",
        duration: "30 days",
      },
    ],
  },
  {
    complaint: "Blood sugar review",
    diagnosis: "Type 2 diabetes mellitus with hypertension",
    coded: [
      { words: "Type 2 diabetes", code: "E11.9" },
      { words: "Essential hypertension", code: "I10" },
    ],
    treatment: "Diet counselling, foot care, HbA1c in three months",
    physicalExamination: "No foot ulcer, pulses full",
    from: 35,
    to: 90,
    medications: [
      {
        name: "metformin",
        brandName: "Glucophage",
        strength: "500 mg",
        form: "tablet",
        quantity: "60",
        dosage: "1 tab",
        frequency: "BID, after meals",
        duration: "30 days",
      },
    ],
  },
  {
    complaint: "Shortness of breath on two flights of stairs",
    diagnosis: "Hypertensive heart disease with congestive heart failure, NYHA class II",
    coded: [{ words: "Hypertensive heart disease with heart failure", code: "I11.0" }],
    treatment: "Fluid restriction, daily weight, 2D echo",
    physicalExamination: "Bibasal crackles, grade 1 edema",
    from: 55,
    to: 94,
    medications: [
      {
        name: "furosemide",
        brandName: "Lasix",
        strength: "20 mg",
        form: "tablet",
        quantity: "30",
        dosage: "1 tab",
        frequency: "OD, morning",
        duration: "30 days",
        instructions: "Weigh yourself every morning.",
      },
      {
        name: "bisoprolol",
        brandName: "Concor",
        strength: "2.5 mg",
        form: "tablet",
        quantity: "30",
        dosage: "1 tab",
        frequency: "OD, morning",
        duration: "30 days",
        instructions: "Do not stop suddenly.",
      },
    ],
  },
  {
    complaint: "Wheezing at night",
    diagnosis: "Bronchial asthma, moderate persistent",
    coded: [{ words: "Asthma", code: "J45.9" }],
    treatment: "Controller inhaler, avoid dust and smoke",
    physicalExamination: "Expiratory wheezes, both lungs",
    from: 5,
    to: 70,
    medications: [
      {
        name: "salbutamol",
        brandName: "Ventolin",
        strength: "100 mcg",
        form: "inhaler",
        quantity: "1",
        dosage: "2 puffs",
        frequency: "q6h PRN",
        duration: "30 days",
      },
    ],
  },
  {
    complaint: "Fever, day 4; platelet count",
    diagnosis: "Dengue fever with warning signs",
    coded: [{ words: "Dengue with warning signs", code: "A97.1" }],
    treatment: "Oral fluids by weight, daily platelet count, watch for bleeding",
    physicalExamination: "Flushed skin, no bleeding",
    from: 1,
    to: 40,
    medications: [
      {
        name: "paracetamol",
        brandName: "Tempra",
        strength: "250 mg/5 mL",
        form: "syrup",
        quantity: "1 bottle",
        dosage: "5 mL",
        frequency: "q6h PRN",
        duration: "3 days",
      },
    ],
  },
  {
    complaint: "Burning on urination",
    diagnosis: "Acute uncomplicated cystitis",
    coded: [{ words: "Acute cystitis", code: "N30.0" }],
    treatment: "More water, urinalysis after treatment",
    physicalExamination: "Mild suprapubic tenderness",
    from: 16,
    to: 80,
    medications: [
      {
        name: "cefuroxime",
        brandName: "Zinnat",
        strength: "500 mg",
        form: "tablet",
        quantity: "14",
        dosage: "1 tab",
        frequency: "BID",
        duration: "7 days",
      },
    ],
  },
  {
    complaint: "Right upper abdominal pain after meals",
    diagnosis: "Cholelithiasis",
    coded: [{ words: "Gallstones", code: "K80.2" }],
    treatment: "Low-fat diet, surgery scheduled",
    procedure: "Laparoscopic cholecystectomy",
    physicalExamination: "Tender right upper quadrant, no Murphy sign",
    from: 28,
    to: 75,
    medications: [
      {
        name: "hyoscine-N-butylbromide",
        brandName: "Buscopan",
        strength: "10 mg",
        form: "tablet",
        quantity: "20",
        dosage: "1 tab",
        frequency: "TID PRN",
        duration: "7 days",
      },
    ],
  },
  {
    complaint: "Chest heaviness on effort",
    diagnosis: "Three-vessel coronary artery disease",
    coded: [{ words: "Coronary artery disease", code: "I25.1" }],
    treatment: "Admitted for bypass, cardiac clearance",
    procedure: "Coronary artery bypass graft",
    physicalExamination: "Regular rhythm, no murmur",
    from: 50,
    to: 82,
    medications: [
      {
        name: "clopidogrel",
        brandName: "Plavix",
        strength: "75 mg",
        form: "tablet",
        quantity: "30",
        dosage: "1 tab",
        frequency: "OD",
        duration: "30 days",
      },
    ],
  },
  {
    complaint: "Cough with fever and difficulty of breathing",
    diagnosis: "Community-acquired pneumonia, moderate risk",
    coded: [{ words: "Pneumonia", code: "J18.9" }],
    treatment: "Admit, chest X-ray, antibiotics by vein",
    physicalExamination: "Crackles, right base",
    from: 1,
    to: 94,
    medications: [
      {
        name: "azithromycin",
        brandName: "Zithromax",
        strength: "500 mg",
        form: "tablet",
        quantity: "3",
        dosage: "1 tab",
        frequency: "OD",
        duration: "3 days",
      },
    ],
  },
  {
    complaint: "Knee pain when climbing stairs",
    diagnosis: "Osteoarthritis, both knees",
    coded: [{ words: "Osteoarthritis of both knees", code: "M17.0" }],
    treatment: "Weight reduction, quadriceps exercises",
    physicalExamination: "Crepitus, no effusion",
    from: 48,
    to: 94,
    medications: [
      {
        name: "celecoxib",
        brandName: "Celebrex",
        strength: "200 mg",
        form: "capsule",
        quantity: "14",
        dosage: "1 cap",
        frequency: "OD, after meals",
        duration: "14 days",
      },
    ],
  },
  {
    complaint: "Palpitations, weight loss",
    diagnosis: "Graves disease, for thyroid function follow-up",
    coded: [{ words: "Graves disease", code: "E05.0" }],
    treatment: "Thyroid function in six weeks",
    physicalExamination: "Fine tremor, diffuse goiter",
    from: 18,
    to: 65,
    medications: [
      {
        name: "methimazole",
        brandName: "Tapazole",
        strength: "5 mg",
        form: "tablet",
        quantity: "60",
        dosage: "1 tab",
        frequency: "BID",
        duration: "30 days",
      },
    ],
  },
  {
    complaint: "Annual check-up",
    diagnosis: "Well adult",
    treatment: "CBC, lipid profile, fasting blood sugar, ECG",
    physicalExamination: "Unremarkable",
    from: 18,
    to: 80,
    medications: [],
  },
];

const oldest = 94;

export function anAilment(random: Random, years: number): Ailment {
  return random.one(ailments.filter(({ from, to }) => years >= from && Math.min(years, oldest) <= to));
}

/** Years, centimeters and body mass index, near the medians of the WHO's growth charts. */
const growing = [
  [0, 50, 13.4],
  [0.25, 61, 16.6],
  [0.5, 67, 17.1],
  [1, 75, 16.7],
  [2, 87, 15.8],
  [4, 102, 15.3],
  [6, 115, 15.3],
  [8, 127, 15.8],
  [10, 138, 16.6],
  [12, 149, 17.8],
  [14, 160, 19.3],
  [16, 166, 20.6],
  [19, 168, 22],
] as const;
type Stage = readonly [years: number, height: number, bodyMassIndex: number];

/** A height and a weight that go together, at the age in years. */
function someBody(random: Random, years: number): { height: number; weight: number } {
  const after = growing.findIndex(([from]) => from > years);
  const [upper, lower]: [Stage, Stage] =
    after < 0
      ? [growing[12], growing[12]]
      : [growing[after] ?? growing[12], growing[after - 1] ?? growing[0]];
  const share = upper[0] === lower[0] ? 0 : (years - lower[0]) / (upper[0] - lower[0]);
  const isAdult = after < 0;
  const height = isAdult
    ? 146 + random.next() * 32
    : (lower[1] + (upper[1] - lower[1]) * share) * (0.96 + random.next() * 0.08);
  const index = isAdult
    ? 18.5 + random.next() * 13
    : (lower[2] + (upper[2] - lower[2]) * share) * (0.92 + random.next() * 0.16);
  return { height: tenth(height), weight: tenth(index * (height / 100) ** 2) };
}
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Plausible for the age in years; one in five adults has a high one. */
export function someVitals(random: Random, years: number): VitalSigns {
  if (years < 12)
    return {
      bloodPressure: years < 3 ? null : `${random.between(88, 108)}/${random.between(54, 68)}`,
      temperature: 36 + random.between(3, 24) / 10,
      pulse: Math.round(136 - years * 4.5 + random.between(-8, 8)),
      respiratoryRate: Math.max(18, Math.round(36 - years * 1.6 + random.between(-2, 2))),
      oxygenSaturation: random.between(96, 100),
      ...someBody(random, years),
    };
  const isHigh = random.happens(0.22);
  return {
    bloodPressure: `${isHigh ? random.between(142, 172) : random.between(108, 136)}/${isHigh ? random.between(88, 104) : random.between(66, 86)}`,
    temperature: 36 + random.between(2, 11) / 10,
    pulse: random.between(62, 94),
    respiratoryRate: random.between(14, 20),
    oxygenSaturation: random.between(94, 99),
    ...someBody(random, years),
  };
}

const near = (random: Random, value: number | null, by: number) =>
  value === null ? null : value + random.between(-by, by);
const nearTenth = (random: Random, value: number | null, by: number) =>
  value === null ? null : Math.round((value + (random.next() - 0.5) * 2 * by) * 10) / 10;

/** The same person some weeks later: near the previous measurement. */
export function laterVitals(random: Random, before: VitalSigns): VitalSigns {
  const [systolic, diastolic] = before.bloodPressure?.split("/").map(Number) ?? [];
  return {
    bloodPressure:
      systolic && diastolic ? `${near(random, systolic, 8)}/${near(random, diastolic, 4)}` : null,
    temperature: nearTenth(random, before.temperature, 0.3),
    pulse: near(random, before.pulse, 6),
    respiratoryRate: near(random, before.respiratoryRate, 1),
    oxygenSaturation: Math.min(100, near(random, before.oxygenSaturation, 1) ?? 98),
    weight: nearTenth(random, before.weight, (before.weight ?? 0) * 0.012),
    height: before.height,
  };
}
