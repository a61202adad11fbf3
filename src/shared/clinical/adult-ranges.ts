import * as z from "zod/mini";

const Stored = z.optional(z.object({ low: z.optional(z.number()), high: z.optional(z.number()) }));

/** A clinic's ranges for adults as stored; a sign without one has the default. */
export const AdultRanges = z.object({
  pulse: Stored,
  respiratoryRate: Stored,
  temperature: Stored,
  oxygenSaturation: Stored,
  systolic: Stored,
  diastolic: Stored,
});
export type AdultRanges = z.output<typeof AdultRanges>;
