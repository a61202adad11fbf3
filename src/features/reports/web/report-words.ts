import type { Admission, Analytics } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatDay, formatLongDay, manilaDay, type Period } from "#shared/formats/dates.ts";

export const periodOptions: { value: Period; label: string }[] = [
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

/** Patients, or centavos. The percentages of the contract are rounded already: rounded again, 43.47 became 44. */
type Count = number | bigint;

/** "58%"; more than nothing is never "0%", less than all never "100%". */
export function inPercent(part: Count, whole: Count): string {
  const [of, all] = [BigInt(part), BigInt(whole)];
  return all === 0n ? "0%" : percentWords((200n * of + all) / (2n * all), of, all);
}

/** Of all parts of a whole: they add up to 100, since those with the largest remainders are rounded up. */
export function inPercents(parts: readonly Count[]): string[] {
  const counts = parts.map(BigInt);
  const all = counts.reduce((sum, count) => sum + count, 0n);
  if (all === 0n) return parts.map(() => "0%");
  const whole = counts.map((count) => (100n * count) / all);
  const missing = 100n - whole.reduce((sum, percent) => sum + percent, 0n);
  const remainder = (index: number) => (100n * (counts[index] ?? 0n)) % all;
  const raised = counts
    .map((_, index) => index)
    .toSorted((one, other) => Number(remainder(other) - remainder(one)))
    .slice(0, Number(missing));
  return counts.map((count, index) =>
    percentWords((whole[index] ?? 0n) + (raised.includes(index) ? 1n : 0n), count, all),
  );
}

function percentWords(percent: bigint, part: bigint, whole: bigint): string {
  if (percent === 0n && part > 0n) return "<1%";
  if (percent === 100n && part < whole) return ">99%";
  return `${formatCount(Number(percent))}%`;
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
