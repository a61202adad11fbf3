import * as z from "zod/mini";
import { VitalSignReading } from "#features/consultations/contract.ts";
import { endpoint, IdText } from "#shared/endpoint.ts";
import { requiredLine } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

/** Why something must not be used. */
export const InErrorReason = z.strictObject({ reason: requiredLine("Say what is wrong", 500) });

export const VitalSignsMark = z.discriminatedUnion(
  "state",
  [
    z.extend(InErrorReason, { state: z.literal("entered_in_error") }),
    z.strictObject({ state: z.literal("final") }),
  ],
  { error: "Use final or entered_in_error" },
);
export type VitalSignsMark = z.output<typeof VitalSignsMark>;

/**
 * Marks a set of vital signs as entered in error, or as usable again. The set itself never changes. Marking it twice
 * keeps the first mark.
 */
export const markVitalSigns = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/vital-signs/:readingId",
  access: mayViewPatients,
  audit: "vitals.mark",
  changes: ["patients", "recordHistory", "consultations", "vitalSigns", "visits"],
  params: z.object({ id: IdText, readingId: IdText }),
  body: VitalSignsMark,
  response: VitalSignReading,
});
