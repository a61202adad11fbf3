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
  /** From this age on it counts; without it the interval alone decides. */
  earliest?: Age;
  /** Minimum days after the previous dose. */
  interval?: number;
  /** The time after the previous dose from which on it counts, if it came before the interval. */
  least?: Age;
  /** Days after one that came too early, if not the interval. */
  again?: number;
  /** From this age on another interval is enough. */
  older?: { from: Age; interval: number };
  /** If the first dose was given from this age on: another interval, or none is needed (null). */
  late?: { first: Age; interval: number | null };
  /** No longer given from this age on. */
  until?: Age;
  /** Begun before that age, it is completed at a later one. */
  isFinishedLater?: boolean;
  program: "DOH" | "private";
  sex?: "F";
  /** Only after a dose of one of these products. */
  products?: ReadonlySet<string>;
  /** Live and injected: on the same day as another one, or four weeks after it. */
  isLive?: boolean;
  /** Not given during a pregnancy. */
  isAfterPregnancy?: boolean;
};

export const FOUR_WEEKS = 28;

/** First doses count from their age in the schedule, the others from `later` on. */
const series = (
  vaccine: string,
  program: ScheduledDose["program"],
  interval: number,
  ages: readonly Age[],
  {
    later = [],
    ...more
  }: Pick<
    ScheduledDose,
    "until" | "isFinishedLater" | "sex" | "isLive" | "isAfterPregnancy" | "least" | "again" | "older"
  > & {
    later?: readonly Age[];
  } = {},
): ScheduledDose[] =>
  ages.map((at, index) => {
    const earliest = index === 0 ? at : later[index - 1];
    return {
      vaccine,
      dose: index + 1,
      at,
      ...(earliest && { earliest }),
      ...(index > 0 && { interval }),
      program,
      ...more,
    };
  });
const infant = [{ weeks: 6 }, { weeks: 10 }, { weeks: 14 }];
const laterInfant = infant.slice(1);
const live = { isLive: true, isAfterPregnancy: true };

export const schedule: readonly ScheduledDose[] = [
  ...series("BCG", "DOH", 0, [{ weeks: 0 }], { until: { months: 60 } }),
  // Given at birth; later the pentavalent doses count.
  ...series("Hepatitis B", "DOH", 0, [{ weeks: 0 }], { until: { weeks: 6 } }),
  ...series("Pentavalent", "DOH", FOUR_WEEKS, infant, { until: { months: 84 }, later: laterInfant }),
  ...series("OPV", "DOH", FOUR_WEEKS, infant, { until: { months: 60 }, later: laterInfant }),
  // From one year on two doses are enough, eight weeks apart (WHO 2019, ACIP).
  ...series("PCV", "DOH", FOUR_WEEKS, infant, { until: { months: 60 }, later: laterInfant }).map((dose) =>
    dose.dose === 1
      ? dose
      : { ...dose, late: { first: { months: 12 }, interval: dose.dose === 2 ? 56 : null } },
  ),
  // Four months between the two.
  ...series("IPV", "DOH", 120, [{ weeks: 14 }, { months: 9 }], { until: { months: 60 } }),
  ...series("MMR", "DOH", FOUR_WEEKS, [{ months: 9 }, { months: 12 }], live),
  // At school; a pregnant woman's second dose follows the first by four weeks.
  ...series("Td", "DOH", FOUR_WEEKS, [{ months: 6 * 12 }, { months: 12 * 12 }]),
  ...series("HPV", "DOH", 180, [{ months: 9 * 12 }, { months: 9 * 12 + 6 }], {
    sex: "F",
    until: { months: 15 * 12 },
    // Begun before 15 years, two doses are enough at any age (ACIP 2016).
    isFinishedLater: true,
    isAfterPregnancy: true,
    // Before five months another one is needed, twelve weeks later (WHO 2017, ACIP 2016).
    least: { months: 5 },
    again: 84,
  }),
  ...series("Rotavirus", "private", FOUR_WEEKS, [{ weeks: 6 }, { weeks: 10 }], {
    until: { weeks: 32 },
    later: [{ weeks: 10 }],
  }),
  {
    vaccine: "Rotavirus",
    dose: 3,
    at: { weeks: 14 },
    earliest: { weeks: 14 },
    interval: FOUR_WEEKS,
    until: { weeks: 32 },
    program: "private",
    products: new Set(["rotateq", "rotavac", "rotasiil", "rv5"]),
  },
  ...series("Japanese encephalitis", "private", 365, [{ months: 9 }, { months: 21 }], live),
  ...series("Varicella", "private", 90, [{ months: 12 }, { months: 4 * 12 }], {
    ...live,
    later: [{ months: 15 }],
    // Three months apart below 13 years, where four weeks count as well, then four weeks (ACIP 2007).
    least: { weeks: 4 },
    older: { from: { months: 13 * 12 }, interval: FOUR_WEEKS },
  }),
  ...series("Hepatitis A", "private", 180, [{ months: 12 }, { months: 18 }]),
];

/** Other names of the same vaccines: those of the DOH's forms and cards. */
const otherNames: Record<string, readonly string[]> = {
  BCG: ["bacillus calmette guerin"],
  "Hepatitis B": ["hepa b", "hep b", "hepb", "hepab", "hbv"],
  Pentavalent: [
    "penta",
    "5 in 1",
    "dpt hepb hib",
    "dpt hib hepb",
    "dpt hep b hib",
    "dpt hib hep b",
    "dtwp hepb hib",
  ],
  OPV: ["bopv", "topv", "mopv", "oral polio", "oral poliovirus", "polio oral", "opv bivalent"],
  IPV: ["inactivated polio", "inactivated poliovirus", "polio inactivated"],
  PCV: ["pneumococcal", "pneumococcal conjugate"],
  MMR: ["m m r", "measles mumps rubella", "measles mumps and rubella"],
  Td: ["tetanus diphtheria", "tetanus and diphtheria", "td adult"],
  HPV: ["human papillomavirus", "human papilloma virus"],
  Rotavirus: ["rota"],
  "Japanese encephalitis": ["je", "jev", "japanese b encephalitis"],
  Varicella: ["chickenpox", "chicken pox"],
  "Hepatitis A": ["hepa a", "hep a", "hepaa"],
};

const valent = (names: readonly string[], numbers: readonly number[]) =>
  names.flatMap((name) => numbers.map((number) => `${name} ${number}`));

/** Products of them. A number or numeral of their names is none of a dose. */
const products: Record<string, readonly string[]> = {
  "Hepatitis B": ["engerix b", "euvax b", "hepavax gene", "heberbiovac hb", "recombivax hb"],
  Pentavalent: [
    "quinvaxem",
    "eupenta",
    "easyfive",
    "easyfive tt",
    "combe five",
    "pentabio",
    "shan 5",
    "zilbrix hib",
  ],
  OPV: ["sabin", "polio sabin"],
  IPV: ["salk", "imovax polio", "poliorix", "shanipv"],
  PCV: [
    ...valent(
      ["pcv", "pneumococcal", "pneumococcal conjugate", "prevenar", "prevnar"],
      [7, 10, 13, 15, 20, 21],
    ),
    "prevenar",
    "prevnar",
    "pneumosil",
    "synflorix",
    "vaxneuvance",
  ],
  MMR: ["priorix", "m m r ii", "mmr ii", "trimovax"],
  HPV: ["gardasil", "gardasil 4", "gardasil 9", "cervarix", "hpv 2", "hpv 4", "hpv 9", "cecolin"],
  Rotavirus: ["rotarix", "rotateq", "rotavac", "rotasiil", "rv1", "rv5"],
  "Japanese encephalitis": ["imojev", "je cv"],
  Varicella: ["varivax", "varilrix", "okavax"],
  "Hepatitis A": ["havrix", "avaxim", "vaqta", "healive"],
};

/** A name without its punctuation: "DPT-HiB-HepB" is "dpt hib hepb". */
const plain = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\bvaccine\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const ORDINALS = ["first", "second", "third", "fourth"];
/** What cards write behind the name: the number of the dose, or that it is given at birth. */
const behindName =
  /(?:^| |(?<=[a-z]))(?:(?:(?<ordinal>[1-4](?=st|nd|rd|th)|first|second|third|fourth)(?:st|nd|rd|th)?) ?(?:dose)?|(?:dose )?(?<!\d)(?<digit>\d)|(?<=^| )(?:dose )?(?<roman>i{1,3}|iv)|at birth|birth dose|bd|booster(?: dose)?)$/;
const ROMAN = ["i", "ii", "iii", "iv"];

type Spelling = { name: string; dose: number | null };

/** As it is, then without what stands behind it: "PCV13" is a name, "PCV 2" a second dose. */
function spellingsOf(name: string): Spelling[] {
  const { ordinal, digit, roman } = behindName.exec(name)?.groups ?? {};
  const number = [
    ORDINALS.indexOf(ordinal ?? "") + 1,
    ROMAN.indexOf(roman ?? "") + 1,
    Number(ordinal ?? digit),
  ];
  const dose = number.find((each) => each > 0) ?? null;
  return [
    { name, dose: null },
    { name: name.replace(/ (?=\d)/g, ""), dose: null },
    { name: plain(name.replace(behindName, "")), dose },
  ];
}

/** The whole name, then what stands in parentheses, which is more exact, then the name without it. */
function spellings(typed: string): Spelling[] {
  const inside = [...typed.matchAll(/\((.*?)\)/g)].flatMap(([, name = ""]) => spellingsOf(plain(name)));
  const outside = spellingsOf(plain(typed.replace(/\(.*?\)/g, " ")));
  const dose = inside.find((one) => one.name === "" && one.dose !== null)?.dose ?? null;
  return [
    ...spellingsOf(plain(typed)),
    ...inside.filter(({ name }) => name !== ""),
    ...outside.map((one) => ({ ...one, dose: one.dose ?? dose })),
  ];
}

/** Dose n of one of these counts as dose n of each vaccine in `as`, from its own age on where it has one. */
type Counting = { as: readonly string[]; earliest?: readonly Age[] };

const hexavalent: Counting = { as: ["Pentavalent", "OPV", "IPV"], earliest: infant };
const mmrv: Counting = { as: ["MMR", "Varicella"] };
/** The program's first measles vaccine was measles alone, then measles and rubella. */
const measles: Counting = { as: ["MMR"] };
const counting = new Map<string, Counting>([
  ...[
    "hexavalent",
    "hexa",
    "6 in 1",
    "dtap ipv hepb hib",
    "dtap hepb ipv hib",
    "infanrix hexa",
    "hexaxim",
    "hexyon",
    "vaxelis",
  ].map((name) => [name, hexavalent] as const),
  ...["mmrv", "mmr v", "mmr varicella", "measles mumps rubella varicella", "proquad", "priorix tetra"].map(
    (name) => [name, mmrv] as const,
  ),
  ...["measles", "anti measles", "amv", "mcv", "mr", "measles rubella"].map(
    (name) => [name, measles] as const,
  ),
  ...["tdap", "adacel", "boostrix"].map((name) => [name, { as: ["Td"] }] as const),
]);

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

/** Names of others that look like one of the schedule: polysaccharides are no conjugates, MCV4 is no measles vaccine. */
const otherThan = [
  ...valent(["ppsv", "ppv", "pneumovax", "pneumo", "pcv", "pneumococcal"], [23]),
  "ppsv",
  "ppv",
  "pneumovax",
  "pneumococcal polysaccharide",
  "polysaccharide",
  "mcv4",
  "mcv 4",
  "menacwy",
  "meningococcal conjugate",
];

/** The vaccine of the schedule, how a combined one counts, or that it is another. */
type Meaning = { vaccine?: string; isProduct?: boolean; counting?: Counting };

const meanings = new Map<string, Meaning>([
  ...[...otherVaccines, ...otherThan].map((name) => [plain(name), {}] as const),
  ...[...counting].map(([name, each]) => [name, { counting: each }] as const),
  ...schedule.flatMap(({ vaccine }) => [
    ...[vaccine, ...(otherNames[vaccine] ?? [])].map((name) => [plain(name), { vaccine }] as const),
    ...(products[vaccine] ?? []).map((name) => [plain(name), { vaccine, isProduct: true }] as const),
  ]),
]);
const withoutSpaces = new Map(
  [...meanings].map(([name, meaning]) => [name.replace(/ (?=\d)/g, ""), meaning]),
);
/** "Rota Teq" is RotaTeq; of other names "hep a" would be "hepa". */
const productsWithoutSpaces = new Map(
  [...meanings].flatMap(([name, meaning]) =>
    meaning.isProduct ? [[name.replace(/ /g, ""), meaning] as const] : [],
  ),
);

function meaningOf(typed: string): (Meaning & Pick<Spelling, "dose">) | null {
  for (const { name, dose } of spellings(typed)) {
    const meaning =
      meanings.get(name) ?? withoutSpaces.get(name) ?? productsWithoutSpaces.get(name.replace(/ /g, ""));
    if (meaning) return { ...meaning, dose };
  }
  return null;
}

/** The schedule's name of a vaccine: "hepa b" is "Hepatitis B"; null if it is not in the schedule. */
export const scheduledName = (typed: string): string | null => meaningOf(typed)?.vaccine ?? null;

/** The number of the dose in a name of the schedule, "Penta 3" or "OPV II"; null if it has none. */
export const doseInName = (typed: string): number | null => {
  const meaning = meaningOf(typed);
  return meaning?.vaccine || meaning?.counting ? meaning.dose : null;
};

/** Whether a name of the schedule is that of a product, such as RotaTeq. */
export const isProduct = (typed: string): boolean => meaningOf(typed)?.isProduct === true;

export const isCombined = (given: string): boolean => meaningOf(given)?.counting !== undefined;

/** From which age on a dose of a combined vaccine counts, if it has ages of its own. */
export const earliestOf = (given: string, dose: ScheduledDose): Age | undefined =>
  meaningOf(given)?.counting?.earliest?.[dose.dose - 1] ?? dose.earliest;

/** Does a dose that was given count as one of this vaccine? */
export const countsAs = (given: string, vaccine: string): boolean => {
  const meaning = meaningOf(given);
  return (
    (meaning?.vaccine ?? given).toLowerCase() === vaccine.toLowerCase() ||
    meaning?.counting?.as.includes(vaccine) === true
  );
};

const countsAsAny = (given: string, isOne: (dose: ScheduledDose) => boolean | undefined): boolean =>
  schedule.some((dose) => isOne(dose) && countsAs(given, dose.vaccine));

/** Whether a name is of one of these products. */
export const isOneOf = (products: ReadonlySet<string>, name: string): boolean =>
  spellings(name).some((each) => products.has(each.name));

/** Live ones that the schedule does not have. Those for the nose keep the interval as well (ACIP). */
const otherLive = new Set([
  "yellow fever",
  "stamaril",
  "mumps",
  "rubella",
  "dengue",
  "dengvaxia",
  "qdenga",
  "zostavax",
  "laiv",
  "live attenuated influenza",
  "flumist",
  "fluenz",
]);
const isOtherLive = (given: string): boolean => isOneOf(otherLive, given);

/** MMR, varicella, Japanese encephalitis, combinations of them, and others such as yellow fever. */
export const isLive = (given: string): boolean =>
  isOtherLive(given) || countsAsAny(given, (dose) => dose.isLive);

/** Live vaccines and HPV. */
export const isAfterPregnancy = (given: string): boolean =>
  isOtherLive(given) || countsAsAny(given, (dose) => dose.isAfterPregnancy);

/** A vaccine that the schedule does not have, such as influenza. */
export const isOutsideSchedule = (given: string): boolean =>
  !isCombined(given) && (isOtherLive(given) || (meaningOf(given) !== null && scheduledName(given) === null));

/** Doses by days from the first. */
type Course = {
  vaccine: string;
  days: readonly number[];
  /** Of somebody who had at least so many doses of one of these before. */
  boostDays: readonly number[];
  immunizedBy: readonly { vaccine: string; doses: number }[];
};

/**
 * After the bite of an animal, into the muscle (DOH, five doses); days 0 and 3 after an earlier course with at least the
 * doses of days 0, 3 and 7, or after vaccination before exposure (DOH AO 2018-0013, WHO 2018).
 */
export const courses: readonly Course[] = [
  {
    vaccine: "Rabies PEP",
    days: [0, 3, 7, 14, 28],
    boostDays: [0, 3],
    immunizedBy: [
      { vaccine: "Rabies PEP", doses: 3 },
      { vaccine: "Rabies PrEP", doses: 2 },
    ],
  },
];
