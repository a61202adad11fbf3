import { addDays, formatMonth } from "./dates.ts";

export type DaySpan = { from: string; to: string };

const monthOf = (day: string): DaySpan => {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
};

/** The months and half months, as clinics pay by, that have begun, the latest first: of this month and the last. */
export function payPeriods(today: string): (DaySpan & { label: string })[] {
  const month = monthOf(today);
  return [month, monthOf(addDays(month.from, -1))].flatMap(({ from, to }) => {
    const halves = [
      { from: `${from.slice(0, 8)}16`, to },
      { from, to: `${from.slice(0, 8)}15` },
    ].map((half) => ({
      ...half,
      label: `${formatMonth(from)}, ${Number(half.from.slice(8))} to ${Number(half.to.slice(8))}`,
    }));
    return [{ from, to, label: formatMonth(from) }, ...halves].filter((period) => period.from <= today);
  });
}
