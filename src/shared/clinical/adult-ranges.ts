import * as z from "zod/mini";

const Stored = z.optional(z.object({ low: z.optional(z.number()), high: z.optional(z.number()) }));

/** What a clinic has set for adults, as it is stored; a sign without one has the default. */
export const AdultRanges = z.object({
  pulse: Stored,
  respiratoryRate: Stored,
  temperature: Stored,
  oxygenSaturation: Stored,
  systolic: Stored,
  diastolic: Stored,
});
export type AdultRanges = z.output<typeof AdultRanges>;
