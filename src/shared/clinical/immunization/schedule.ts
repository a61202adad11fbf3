/**
 * The immunization schedule of the Philippines. `DOH`: the National Immunization Program (birth to 12 months, and
 * school-based), `private`: the calendar of PPS, PIDSP and PFV, whose doses are due but never overdue.
 */
export const scheduleSource = {
  asOf: "2025",
  words: "DOH National Immunization Program and PPS/PIDSP/PFV Childhood Immunization Schedule, 2025",
} as const;

/** A minimum age, in weeks or months as in the schedule. */
type Age = { weeks: number } | { months: number };

export type ScheduledDose = {
  vaccine: string;
  dose: number;
  at: Age;
  /** Minimum days after the previous dose. */
  interval?: number;
  /** No longer given from this age on. */
  until?: Age;
  program: "DOH" | "private";
  sex?: "F";
  /** Live and injected: on the same day as another one, or four weeks after it. */
  isLive?: boolean;
  /** Not given during a pregnancy. */
  isAfterPregnancy?: boolean;
};

export const FOUR_WEEKS = 28;

const series = (
  vaccine: string,
  program: ScheduledDose["program"],
  interval: number,
  ages: readonly Age[],
  more: Pick<ScheduledDose, "until" | "sex" | "isLive" | "isAfterPregnancy"> = {},
): ScheduledDose[] =>
  ages.map((at, index) => ({
    vaccine,
    dose: index + 1,
    at,
    ...(index > 0 && { interval }),
    program,
    ...more,
  }));

const infant = [{ weeks: 6 }, { weeks: 10 }, { weeks: 14 }];
const live = { isLive: true, isAfterPregnancy: true };

export const schedule: readonly ScheduledDose[] = [
  ...series("BCG", "DOH", 0, [{ weeks: 0 }], { until: { months: 60 } }),
  // Given at birth; later the pentavalent doses count.
  ...series("Hepatitis B", "DOH", 0, [{ weeks: 0 }], { until: { weeks: 6 } }),
  ...series("Pentavalent", "DOH", FOUR_WEEKS, infant, { until: { months: 84 } }),
  ...series("OPV", "DOH", FOUR_WEEKS, infant, { until: { months: 60 } }),
  ...series("PCV", "DOH", FOUR_WEEKS, infant, { until: { months: 60 } }),
  // Four months between the two.
  ...series("IPV", "DOH", 120, [{ weeks: 14 }, { months: 9 }], { until: { months: 60 } }),
  ...series("MMR", "DOH", FOUR_WEEKS, [{ months: 9 }, { months: 12 }], live),
  // At school; a pregnant woman's second dose follows the first by four weeks.
  ...series("Td", "DOH", FOUR_WEEKS, [{ months: 6 * 12 }, { months: 12 * 12 }]),
  ...series("HPV", "DOH", 180, [{ months: 9 * 12 }, { months: 9 * 12 + 6 }], {
    sex: "F",
    until: { months: 15 * 12 },
    isAfterPregnancy: true,
  }),
  ...series("Rotavirus", "private", FOUR_WEEKS, [{ weeks: 6 }, { weeks: 10 }], { until: { weeks: 32 } }),
  ...series("Japanese encephalitis", "private", 365, [{ months: 9 }, { months: 21 }], live),
  ...series("Varicella", "private", 90, [{ months: 12 }, { months: 4 * 12 }], live),
  ...series("Hepatitis A", "private", 180, [{ months: 12 }, { months: 18 }]),
];

/** Other names that clinics and cards use. */
const otherNames: Record<string, string> = {
  "hepa b": "Hepatitis B",
  "hep b": "Hepatitis B",
  hepb: "Hepatitis B",
  penta: "Pentavalent",
  "5-in-1": "Pentavalent",
  "dpt-hepb-hib": "Pentavalent",
  "dpt-hib-hepb": "Pentavalent",
  pneumococcal: "PCV",
  "pcv 13": "PCV",
  pcv13: "PCV",
  pcv10: "PCV",
  "hepa a": "Hepatitis A",
  "hep a": "Hepatitis A",
  rota: "Rotavirus",
  je: "Japanese encephalitis",
  chickenpox: "Varicella",
};

const names = new Map([
  ...schedule.map(({ vaccine }) => [vaccine.toLowerCase(), vaccine] as const),
  ...Object.entries(otherNames),
]);

/** The schedule's name of a vaccine: "hepa b" is "Hepatitis B"; null if it is not in the schedule. */
export const scheduledName = (typed: string): string | null =>
  names.get(typed.trim().toLowerCase().replace(/\s+/g, " ")) ?? null;

/** Combined vaccines: their dose n is dose n of each of these. */
const combined: Record<string, readonly string[]> = {
  hexavalent: ["Pentavalent", "OPV", "IPV"],
  "6-in-1": ["Pentavalent", "OPV", "IPV"],
  mmrv: ["MMR", "Varicella"],
};

export const isCombined = (given: string): boolean => Object.hasOwn(combined, given.trim().toLowerCase());

/** Does a dose that was given count as one of this vaccine? */
export const countsAs = (given: string, vaccine: string): boolean =>
  (scheduledName(given) ?? given).toLowerCase() === vaccine.toLowerCase() ||
  combined[given.trim().toLowerCase()]?.includes(vaccine) === true;

const countsAsAny = (given: string, isOne: (dose: ScheduledDose) => boolean | undefined): boolean =>
  schedule.some((dose) => isOne(dose) && countsAs(given, dose.vaccine));

/** MMR, varicella, Japanese encephalitis, and combinations of them. */
export const isLive = (given: string): boolean => countsAsAny(given, (dose) => dose.isLive);

/** Live vaccines and HPV. */
export const isAfterPregnancy = (given: string): boolean =>
  countsAsAny(given, (dose) => dose.isAfterPregnancy);

/** Suggested while a name is typed, in addition to the schedule. */
export const otherVaccines = [
  "Hexavalent",
  "Influenza",
  "MMRV",
  "Meningococcal",
  "Pneumococcal (PPSV23)",
  "Rabies PEP",
  "Rabies PrEP",
  "Tdap",
  "Tetanus toxoid",
  "Typhoid",
  "Zoster",
  "COVID-19",
] as const;

/** Doses by days from the first: after the bite of an animal, into the muscle (DOH, five doses). */
export const courses: readonly { vaccine: string; days: readonly number[] }[] = [
  { vaccine: "Rabies PEP", days: [0, 3, 7, 14, 28] },
];
