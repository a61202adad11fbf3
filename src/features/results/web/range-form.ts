import * as z from "zod/mini";
import type { RangeBand, ResultRange } from "#features/results/contract.ts";

const figure = z.string().check(z.regex(/^\s*(\d{1,9}([.]\d{1,4})?)?\s*$/, "Enter a number, like 5.6"));
const years = z.string().check(z.regex(/^\s*(\d{1,3}([.]\d)?)?\s*$/, "Enter years, like 18"));

const isBelow = (one: string, other: string) =>
  one.trim() === "" || other.trim() === "" || Number(one) < Number(other);

const Band = z.object({ sex: z.string(), from: years, to: years, low: figure, high: figure }).check(
  z.refine(({ low, high }) => low.trim() !== "" || high.trim() !== "", {
    error: "Enter the lower or the upper limit",
    path: ["low"],
  }),
  z.refine(({ low, high }) => isBelow(low, high), {
    error: "Must be above the lower limit",
    path: ["high"],
  }),
  z.refine(({ from, to }) => isBelow(from, to), { error: "Must be above the age before it", path: ["to"] }),
);

export const RangeForm = z.object({
  analyte: z.string().check(z.minLength(1, "Choose a test")),
  bands: z.array(Band),
  note: z.string().check(z.maxLength(120, "Use at most 120 characters")),
});
type RangeValues = z.output<typeof RangeForm>;

export const emptyBand: RangeValues["bands"][number] = { sex: "", from: "", to: "", low: "", high: "" };

const typed = (value: number | null) => (value === null ? "" : String(value));
/** "1.5", of 18 months; "" for none. */
export const inYears = (months: number | null): string =>
  typed(months === null ? null : Math.round((months / 12) * 10) / 10);

export const typedRange = (range: ResultRange | null): RangeValues => ({
  analyte: range?.analyte ?? "",
  bands: range?.bands.map(({ sex, from, to, low, high }) => ({
    sex: sex ?? "",
    from: inYears(from),
    to: inYears(to),
    low: typed(low),
    high: typed(high),
  })) ?? [emptyBand],
  note: range?.note ?? "",
});

const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));
const monthsOf = (text: string) => (text.trim() === "" ? null : Math.round(Number(text) * 12));

export const bandsOf = ({ bands }: RangeValues): RangeBand[] =>
  bands.map(({ sex, from, to, low, high }) => ({
    sex: sex === "F" || sex === "M" ? sex : null,
    from: monthsOf(from),
    to: monthsOf(to),
    low: numberOf(low),
    high: numberOf(high),
  }));
