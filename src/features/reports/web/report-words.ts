import type { Admission, Analytics, periods } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatDay, formatLongDay, manilaDay } from "#shared/formats/dates.ts";

export type PeriodId = (typeof periods)[number];

export const periodOptions: { value: PeriodId; label: string }[] = [
  { value: "all", label: "All Time" },
  { value: "week", label: "This Week" },
  { value: "month", label: "This Month" },
  { value: "quarter", label: "This Quarter" },
  { value: "year", label: "This Year" },
];

/** "1 patient", "1,204 patients" */
export const inPatients = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "patient" : "patients"}`;

/** "1 day", "12 days" */
export const inDays = (count: number): string => `${formatCount(count)} ${count === 1 ? "day" : "days"}`;

/** "58%"; more than nothing is never "0%", less than all never "100%". */
export function inPercent(percent: number): string {
  if (percent > 0 && percent < 0.5) return "<1%";
  if (percent >= 99.5 && percent < 100) return ">99%";
  return `${formatCount(Math.round(percent))}%`;
}

/** "January 1 to November 20, 2026"; the first year only when it differs. */
export function daysOf({ from, today }: Pick<Analytics, "from" | "today">): string {
  const last = formatLongDay(today);
  if (from === null) return `All records, to ${last}`;
  if (from === today) return last;
  const first = formatLongDay(from);
  return `${from.slice(0, 4) === today.slice(0, 4) ? first.replace(/, \d{4}$/, "") : first} to ${last}`;
}

/** "since Nov 18, 2026", "to Nov 20, 2026" */
export const stayDays = ({
  admittedOn,
  dischargedAt,
}: Pick<Admission, "admittedOn" | "dischargedAt">): string =>
  dischargedAt === null
    ? `since ${formatDay(admittedOn)}`
    : `to ${formatDay(manilaDay(new Date(dischargedAt)))}`;
