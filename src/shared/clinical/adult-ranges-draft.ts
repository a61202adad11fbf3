import * as z from "zod/mini";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import {
  ADULT_SIGNS,
  type AdultSign,
  DEFAULT_ADULT_BANDS,
  RED_LIMITS,
} from "#shared/clinical/vital-sign-bands.ts";

export type Edge = "low" | "high";

/** The allowed values of each limit: a step inside the red limits; a diastolic pressure below 60 is never high. */
const LIMITS: Record<AdultSign, { step: 1 | 0.1; edges: readonly Edge[]; from: number; to: number }> = {
  pulse: within("pulse", 1),
  respiratoryRate: within("respiratoryRate", 1),
  temperature: within("temperature", 0.1),
  oxygenSaturation: { step: 1, edges: ["low"], from: RED_LIMITS.oxygenSaturation[0] + 1, to: 99 },
  systolic: within("systolic", 1),
  diastolic: { step: 1, edges: ["high"], from: 60, to: RED_LIMITS.diastolic[1] - 1 },
};

/** The limits of a sign: saturation has no high one, diastolic pressure no low one. */
export const edgesOf = (sign: AdultSign): readonly Edge[] => LIMITS[sign].edges;

function within(sign: "pulse" | "respiratoryRate" | "temperature" | "systolic", step: 1 | 0.1) {
  const [low, high] = RED_LIMITS[sign];
  const edges: readonly Edge[] = ["low", "high"];
  return { step, edges, from: tenths(low + step), to: tenths(high - step) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** As typed: "36.1", "38.0", "51". */
export const limitText = (sign: AdultSign, value: number): string =>
  LIMITS[sign].step === 1 ? String(value) : value.toFixed(1);

function readLimit(sign: AdultSign, typed: string | number): number | string {
  const { step, from, to } = LIMITS[sign];
  const words = `from ${limitText(sign, from)} to ${limitText(sign, to)}`;
  const text = String(typed).trim();
  const isNumber = (step === 1 ? /^\d{1,3}$/ : /^\d{1,3}(\.\d)?$/).test(text);
  if (!isNumber) return step === 1 ? `Enter a whole number ${words}` : `Enter °C with one decimal, ${words}`;
  const value = Number(text);
  // Beyond these every value is red anyway.
  return value < from || value > to ? `Enter a number ${words}` : value;
}

const typed = z.union([z.string(), z.number()], { error: "Enter a number" });
const both = z.optional(z.strictObject({ low: typed, high: typed }));

/**
 * All ranges of a clinic as typed, text or numbers; a missing sign has the default. Defaults are not stored, so that a
 * later release may improve them; null if nothing differs.
 */
export const AdultRangesDraft = z.pipe(
  z.strictObject({
    pulse: both,
    respiratoryRate: both,
    temperature: both,
    oxygenSaturation: z.optional(z.strictObject({ low: typed })),
    systolic: both,
    diastolic: z.optional(z.strictObject({ high: typed })),
  }),
  z.transform((entry, context): AdultRanges | null => {
    const ranges: AdultRanges = {};
    for (const sign of ADULT_SIGNS) {
      const given: { low?: string | number; high?: string | number } | undefined = entry[sign];
      if (!given) continue;
      const range: { low?: number; high?: number } = {};
      for (const edge of LIMITS[sign].edges) {
        const read = readLimit(sign, given[edge] ?? "");
        if (typeof read === "number") range[edge] = read;
        else context.issues.push({ code: "custom", message: read, input: given[edge], path: [sign, edge] });
      }
      const { low, high } = range;
      if (low !== undefined && high !== undefined && low >= high) {
        const message = `Enter a number above the low limit, ${limitText(sign, low)}`;
        context.issues.push({ code: "custom", message, input: given.high, path: [sign, "high"] });
      }
      const [defaultLow, defaultHigh] = DEFAULT_ADULT_BANDS[sign];
      if ((low ?? defaultLow) !== defaultLow || (high ?? defaultHigh) !== defaultHigh) ranges[sign] = range;
    }
    return Object.keys(ranges).length > 0 ? ranges : null;
  }),
);
