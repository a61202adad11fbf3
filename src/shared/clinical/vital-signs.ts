import * as z from "zod/mini";

/** How a height was measured: a length, lying, or a height, standing. */
const heightPositions = ["lying", "standing"] as const;
type HeightPosition = (typeof heightPositions)[number];

/** Presentation of the fetus. */
export const presentations = ["cephalic", "breech", "transverse"] as const;
export type Presentation = (typeof presentations)[number];

/** When a capillary blood glucose was taken. */
export const sugarTimings = ["fasting", "random", "after meal"] as const;
type SugarTiming = (typeof sugarTimings)[number];

/**
 * Units: mmHg, °C, beats/min, breaths/min, %, kg, cm, mg/dL. Null if not measured. Blood sugar is omitted if not
 * entered, as are head circumference and how the height was measured, for children, and the last three, for pregnant
 * women.
 */
export const VitalSigns = z.object({
  /** Systolic over diastolic, "120/80". */
  bloodPressure: z.nullable(z.string()),
  temperature: z.nullable(z.number()),
  pulse: z.nullable(z.int()),
  respiratoryRate: z.nullable(z.int()),
  oxygenSaturation: z.nullable(z.int()),
  weight: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Capillary, by a glucometer. */
  bloodSugar: z.optional(z.nullable(z.int())),
  bloodSugarTiming: z.optional(z.nullable(z.enum(sugarTimings))),
  headCircumference: z.optional(z.nullable(z.number())),
  heightPosition: z.optional(z.nullable(z.enum(heightPositions))),
  fundalHeight: z.optional(z.nullable(z.number())),
  fetalHeartTone: z.optional(z.nullable(z.int())),
  presentation: z.optional(z.nullable(z.enum(presentations))),
});
export type VitalSigns = z.infer<typeof VitalSigns>;
/** A detail of a sign. */
export type SignDetail = "heightPosition" | "bloodSugarTiming" | "presentation";
export const signDetails = [
  "heightPosition",
  "bloodSugarTiming",
  "presentation",
] as const satisfies readonly SignDetail[];
export type VitalSign = Exclude<keyof VitalSigns, SignDetail>;

export const VITAL_SIGNS = [
  "bloodPressure",
  "temperature",
  "pulse",
  "respiratoryRate",
  "oxygenSaturation",
  "weight",
  "height",
  "bloodSugar",
  "headCircumference",
  "fundalHeight",
  "fetalHeartTone",
] as const satisfies readonly VitalSign[];

export const VITAL_SIGN_LABELS: Record<VitalSign, string> = {
  bloodPressure: "Blood pressure",
  temperature: "Temperature",
  pulse: "Pulse",
  respiratoryRate: "Respiratory rate",
  oxygenSaturation: "Oxygen saturation",
  weight: "Weight",
  height: "Height",
  bloodSugar: "Blood sugar",
  headCircumference: "Head circumference",
  fundalHeight: "Fundal height",
  fetalHeartTone: "Fetal heart tone",
};

const shortLabels: Partial<Record<VitalSign, string>> = {
  bloodPressure: "BP",
  temperature: "Temp",
  respiratoryRate: "RR",
  oxygenSaturation: "SpO2",
  bloodSugar: "CBG",
  fetalHeartTone: "FHT",
};
const withoutUnit = new Set<VitalSign>(["bloodPressure", "pulse", "respiratoryRate", "fetalHeartTone"]);

/** "BP 190/100", "Temp 38.4 °C", where there is little room. */
export const signInShort = (sign: VitalSign, value: string): string =>
  `${shortLabels[sign] ?? VITAL_SIGN_LABELS[sign]} ${value}${withoutUnit.has(sign) ? "" : ` ${VITAL_SIGN_UNITS[sign]}`}`;

/** Measured only in a pregnancy. */
const PRENATAL_SIGNS = ["fundalHeight", "fetalHeartTone"] as const satisfies readonly VitalSign[];
export const isPrenatal = (sign: VitalSign): boolean => PRENATAL_SIGNS.some((one) => one === sign);

export const VITAL_SIGN_UNITS: Record<VitalSign, string> = {
  bloodPressure: "mmHg",
  temperature: "°C",
  pulse: "bpm",
  respiratoryRate: "/min",
  oxygenSaturation: "%",
  weight: "kg",
  height: "cm",
  bloodSugar: "mg/dL",
  headCircumference: "cm",
  fundalHeight: "cm",
  fetalHeartTone: "bpm",
};

export const NO_VITAL_SIGNS: VitalSigns = {
  bloodPressure: null,
  temperature: null,
  pulse: null,
  respiratoryRate: null,
  oxygenSaturation: null,
  weight: null,
  height: null,
};

/** "36.9" with its decimal, everything else as it was entered. */
export const valueText = (sign: VitalSign, value: string | number): string =>
  sign === "temperature" && typeof value === "number" ? value.toFixed(1) : String(value);

/** The same values. A detail that only one of them has, such as how the height was measured, makes no other reading. */
export const isSameReading = (one: Partial<VitalSigns>, other: Partial<VitalSigns>): boolean =>
  VITAL_SIGNS.every((sign) => (one[sign] ?? null) === (other[sign] ?? null)) &&
  signDetails.every(
    (detail) => (one[detail] ?? other[detail] ?? null) === (other[detail] ?? one[detail] ?? null),
  );

type Measured = Readonly<Partial<Record<VitalSign | SignDetail, string | number | null | undefined>>>;

/** "75 cm (lying)", "24 cm (cephalic)"; "" if not measured. */
export function measuredText(signs: Measured, sign: VitalSign): string {
  const value = signs[sign];
  if (value == null) return "";
  const detail =
    sign === "height"
      ? signs.heightPosition
      : sign === "bloodSugar"
        ? signs.bloodSugarTiming
        : sign === "fundalHeight" || (sign === "fetalHeartTone" && signs.fundalHeight == null)
          ? signs.presentation
          : null;
  return `${value} ${VITAL_SIGN_UNITS[sign]}${detail ? ` (${detail})` : ""}`;
}

/** "Blood pressure 120/80 mmHg, Pulse 72 bpm", without what was not measured. */
export const allMeasured = (signs: Measured): string =>
  VITAL_SIGNS.filter((sign) => signs[sign] != null)
    .map((sign) => `${VITAL_SIGN_LABELS[sign]} ${measuredText(signs, sign)}`)
    .join(", ");

type Read<T> = { value: T | null; error?: string };

type NumberRule = {
  decimals: 0 | 1 | 3;
  low: number;
  high: number;
  /** The message for text that is no number or has too many decimals. */
  shape: string;
  /** The message for an impossible value. */
  range: string;
  /** A likelier mistake than a wrong number, shown instead of the range. */
  hint?: (value: number) => string | null;
};

/** A value outside these is a typing error, not a sick patient. */
const NUMBER_RULES: Record<Exclude<VitalSign, "bloodPressure">, NumberRule> = {
  temperature: {
    decimals: 1,
    low: 30,
    high: 45,
    shape: "Enter °C with one decimal, like 36.8",
    range: "Enter a temperature from 30 to 45 °C",
    hint: (value) => (value >= 86 && value <= 113 ? `Enter °C; ${value} looks like Fahrenheit` : null),
  },
  pulse: {
    decimals: 0,
    low: 20,
    high: 300,
    shape: "Enter a whole number, like 72",
    range: "Enter a pulse from 20 to 300",
  },
  respiratoryRate: {
    decimals: 0,
    low: 4,
    high: 120,
    shape: "Enter a whole number, like 16",
    range: "Enter a respiratory rate from 4 to 120",
  },
  oxygenSaturation: {
    decimals: 0,
    low: 40,
    high: 100,
    shape: "Enter a whole number, like 98",
    range: "Enter an oxygen saturation from 40 to 100 %",
  },
  weight: {
    // A baby is weighed in grams.
    decimals: 3,
    low: 0.3,
    high: 350,
    shape: "Enter kg, like 64.5 or 3.255",
    range: "Enter a weight from 0.3 to 350 kg",
  },
  height: {
    decimals: 1,
    low: 20,
    high: 250,
    shape: "Enter cm with one decimal, like 165.5",
    range: "Enter a height from 20 to 250 cm",
    hint: (value) => (value >= 0.4 && value <= 2.5 ? `Enter cm; ${value} looks like meters` : null),
  },
  headCircumference: {
    decimals: 1,
    low: 20,
    high: 70,
    shape: "Enter cm with one decimal, like 45.5",
    range: "Enter a head circumference from 20 to 70 cm",
  },
  fundalHeight: {
    decimals: 1,
    low: 8,
    high: 50,
    shape: "Enter cm with one decimal, like 24 or 24.5",
    range: "Enter a fundal height from 8 to 50 cm",
  },
  bloodSugar: {
    decimals: 0,
    low: 10,
    high: 1000,
    shape: "Enter mg/dL without decimals, like 104",
    range: "Enter a blood sugar from 10 to 1000 mg/dL",
    // mmol/L times 18 is mg/dL.
    hint: (value) => (value % 1 !== 0 && value < 35 ? `Enter mg/dL; ${value} looks like mmol/L` : null),
  },
  fetalHeartTone: {
    decimals: 0,
    low: 50,
    high: 240,
    shape: "Enter a whole number, like 140",
    range: "Enter a fetal heart tone from 50 to 240",
  },
};

const typed = (value: unknown) =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : null;

const isEmpty = (value: unknown) => value === null || value === undefined || typed(value) === "";

function readNumber(value: unknown, rule: NumberRule): Read<number> {
  const text = typed(value);
  if (text === null || !/^\d{1,4}(\.\d{1,9})?$/.test(text)) return { value: null, error: rule.shape };
  const number = Number(text);
  const hint = rule.hint?.(number);
  if (hint) return { value: null, error: hint };
  if (number < rule.low || number > rule.high) return { value: null, error: rule.range };
  const places = text.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return places > rule.decimals ? { value: null, error: rule.shape } : { value: number };
}

/** "120/80", and as a number pad writes it "120 80", "120-80" or "120.80", as its two pressures; null for anything else. */
export function bloodPressureParts(text: string | null): { systolic: number; diastolic: number } | null {
  const match = /^\s*(\d{2,3})(?:\s*[/.,–-]\s*|\s+)(\d{1,3})\s*$/.exec(text ?? "");
  return match ? { systolic: Number(match[1]), diastolic: Number(match[2]) } : null;
}

function readBloodPressure(value: unknown): Read<string> {
  const parts = bloodPressureParts(typed(value));
  if (!parts) return { value: null, error: "Enter two numbers, like 120/80" };
  const { systolic, diastolic } = parts;
  if (systolic <= diastolic) return { value: null, error: "Enter the higher number first, like 120/80" };
  if (systolic < 40 || systolic > 300)
    return { value: null, error: "Enter a systolic pressure from 40 to 300" };
  // "120/8" is probably a mistyped "120/80".
  if (diastolic < 10) return { value: null, error: "Enter a diastolic pressure from 10 up" };
  return { value: `${systolic}/${diastolic}` };
}

type VitalSignErrors = Partial<Record<VitalSign | SignDetail, string>>;

const isPosition = (value: unknown): value is HeightPosition =>
  heightPositions.some((position) => position === value);

/**
 * One entry from a form or a call: text or numbers; empty text or a missing key means not measured.
 * `errors` are messages by sign; a sign with an error is null in `values`. Unknown keys are ignored.
 */
export function readVitalSigns(entry: Readonly<Record<string, unknown>>): {
  values: VitalSigns;
  errors: VitalSignErrors;
} {
  const values: VitalSigns = { ...NO_VITAL_SIGNS };
  const errors: VitalSignErrors = {};
  for (const sign of VITAL_SIGNS) {
    const given = entry[sign];
    if (isEmpty(given)) continue;
    if (sign === "bloodPressure") {
      const read = readBloodPressure(given);
      values.bloodPressure = read.value;
      if (read.error) errors[sign] = read.error;
    } else {
      const read = readNumber(given, NUMBER_RULES[sign]);
      values[sign] = read.value;
      if (read.error) errors[sign] = read.error;
    }
  }
  const position = entry.heightPosition;
  if (isPosition(position)) {
    if (values.height !== null) values.heightPosition = position;
  } else if (!isEmpty(position)) errors.heightPosition = "Height is measured lying or standing";
  const timing = entry.bloodSugarTiming;
  if (sugarTimings.some((one) => one === timing)) {
    if (values.bloodSugar != null) values.bloodSugarTiming = timing as SugarTiming;
    else if (!errors.bloodSugar) errors.bloodSugarTiming = "Enter the blood sugar as well";
  } else if (!isEmpty(timing)) errors.bloodSugarTiming = `Use ${sugarTimings.join(", ")}`;
  const { presentation } = entry;
  if (presentations.some((one) => one === presentation)) {
    if (values.fundalHeight != null || values.fetalHeartTone != null)
      values.presentation = presentation as Presentation;
    else errors.presentation = "Enter the fundal height or the fetal heart tone as well";
  } else if (!isEmpty(presentation)) errors.presentation = `Use ${presentations.join(", ")}`;
  return { values, errors };
}

export const hasVitalSigns = (vitals: VitalSigns): boolean =>
  VITAL_SIGNS.some((sign) => vitals[sign] != null);

function parseJsonObject(value: unknown): Record<string, unknown> | null {
  let parsed = value;
  if (typeof value === "string") {
    try {
      parsed = JSON.parse(value);
    } catch {
      return null;
    }
  }
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
}

const notAnObject = "Vital signs must be an object";

/** Accepts the object, or the same as JSON text; the output has one shape. */
export const VitalSignsEntry = z.pipe(
  z.union([z.string(), z.record(z.string(), z.unknown())], { error: notAnObject }),
  z.transform((input, context): VitalSigns => {
    const entry = parseJsonObject(input);
    if (!entry) {
      context.issues.push({ code: "custom", message: notAnObject, input });
      return z.NEVER;
    }
    const { values, errors } = readVitalSigns(entry);
    for (const sign of [...VITAL_SIGNS, ...signDetails]) {
      const message = errors[sign];
      if (message) context.issues.push({ code: "custom", message, input: entry[sign], path: [sign] });
    }
    return values;
  }),
);
