import { addDays, formatDay, isCalendarDay } from "./dates.ts";

/** From today on, negative before it; or the patient's birthday. */
type Span = { days: number } | { years: number };
type Limit = Span | "birthday";

type Bounds = {
  /** Refused before the last of these. */
  from: readonly Limit[];
  /** Refused after this one. */
  to: Span;
  /** Beyond these a form asks to check the date. */
  usual?: { from?: Span; to?: Span };
  /** A call with another day than today has to confirm it. */
  isConfirmed?: boolean;
  /** What to say of a day in the future, where the usual sentence does not do. */
  late?: string;
};

const now = { days: 0 };
const past = { from: ["birthday"], to: now, usual: { from: { years: -1 } } } as const;

/** The days that a record accepts, for forms, calls and imports. All of them also from 1900 on. */
export const dayBounds = {
  birthday: { from: [], to: now, late: "The birthday cannot be in the future" },
  ageTold: { from: [], to: now },
  admission: { ...past, late: "An admission can't be in the future." },
  discharge: { ...past, late: "The discharge can't be in the future." },
  /** Pharmacies do not dispense on a prescription of another year. */
  prescription: {
    from: ["birthday", { years: -5 }],
    to: now,
    usual: { from: { days: -7 } },
    isConfirmed: true,
  },
  followUp: { from: [now], to: { years: 5 }, usual: { to: { years: 1 } } },
  appointment: { from: [now], to: { years: 2 }, usual: { to: { days: 183 } } },
  vaccineDose: past,
  result: past,
  vitalSigns: past,
  medicineSince: { from: ["birthday"], to: now },
  medicineUntil: { from: ["birthday"], to: { years: 5 }, usual: { to: { years: 1 } } },
  paper: { ...past, late: "This day is still to come" },
  /** Days of rest on a certificate. */
  rest: {
    from: ["birthday", { years: -1 }],
    to: { years: 1 },
    usual: { from: { days: -31 }, to: { days: 92 } },
  },
  /** The day that a patient is called about. */
  recall: { from: ["birthday", { years: -21 }], to: { years: 5 } },
  requestNeeded: { from: [now], to: { years: 1 } },
  consent: { from: [{ years: -1 }], to: now, late: "The day of the consent cannot be in the future" },
  task: { from: [{ years: -10 }], to: { years: 5 }, usual: { from: now, to: { years: 1 } } },
  hmoLetter: { from: [{ years: -1 }], to: { years: 5 }, usual: { from: now, to: { years: 1 } } },
  /** The license for dangerous drugs is renewed every few years. */
  license: { from: [{ years: -10 }], to: { years: 10 }, usual: { from: now } },
  dayOff: { from: [now], to: { years: 10 }, usual: { to: { years: 1 } } },
} as const satisfies Record<string, Bounds>;

export type DayField = keyof typeof dayBounds;

/** The day in Manila, and the birthday of the patient whose record it is. */
export type DaysAround = { today: string; birthday?: string | null | undefined };

const EARLIEST_DAY = "1900-01-01";

function spanFrom(day: string, span: Span): string {
  if ("days" in span) return addDays(day, span.days);
  const same = `${Number(day.slice(0, 4)) + span.years}${day.slice(4)}`;
  // February 29 of a common year.
  return isCalendarDay(same) ? same : `${same.slice(0, 8)}28`;
}

/** The first and the last day that are accepted. */
export function daysAccepted(field: DayField, { today, birthday }: DaysAround): { from: string; to: string } {
  const { from, to }: Bounds = dayBounds[field];
  const first = from.map((limit) => (limit === "birthday" ? (birthday ?? "") : spanFrom(today, limit)));
  return { from: [EARLIEST_DAY, ...first].toSorted().at(-1) ?? EARLIEST_DAY, to: spanFrom(today, to) };
}

/** Why a day is refused, in words, or null. */
export function dayProblem(field: DayField, day: string, around: DaysAround): string | null {
  const { from, to } = daysAccepted(field, around);
  if (day < from) return earlyWords(from, around);
  return day > to ? lateWords(field, to, around) : null;
}

export function earlyWords(from: string, { today, birthday }: DaysAround): string {
  if (from === birthday) return `Enter a date from the birthday on, ${formatDay(from)}`;
  return from === today ? "Enter today or a later date" : `Enter a date from ${formatDay(from)} on`;
}

export function lateWords(field: DayField, to: string, { today }: DaysAround): string {
  const { late }: Bounds = dayBounds[field];
  if (late) return late;
  return to === today ? "Enter a date that is not in the future" : `Enter a date up to ${formatDay(to)}`;
}

/** Whether a record keeps this accepted day only after its user has confirmed it. */
export function needsConfirmation(field: DayField, day: string, { today }: DaysAround): boolean {
  const { isConfirmed = false }: Bounds = dayBounds[field];
  return isConfirmed && day !== today;
}

/** What to ask about an accepted day far from the usual ones, or null. */
export function unusualDay(field: DayField, day: string, { today }: DaysAround): string | null {
  const { usual = {} }: Bounds = dayBounds[field];
  if (usual.from !== undefined && day < spanFrom(today, usual.from)) return "long past: check the date";
  return usual.to !== undefined && day > spanFrom(today, usual.to) ? "far ahead: check the date" : null;
}
