import * as z from "zod/mini";
import { EnteredInError, VitalSignReading } from "#features/consultations/contract.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { requiredLine } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";

// Apart from contract.ts: of zod no screen loads what these shapes need.

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
  body: VitalSignsMark,
  response: VitalSignReading,
});

const markedEntries = ["consultation", "addendum", "fullHistory"] as const;
export type MarkedEntry = (typeof markedEntries)[number];

const named = {
  entry: z.enum(markedEntries, { error: `Use ${markedEntries.join(", ")}` }),
  entryId: z.int({ error: "Name the entry by its id" }).check(z.positive("Name the entry by its id")),
};

export const EntryMark = z.discriminatedUnion(
  "state",
  [
    z.extend(InErrorReason, { ...named, state: z.literal("entered_in_error") }),
    z.strictObject({ ...named, state: z.literal("final") }),
  ],
  { error: "Use final or entered_in_error" },
);
export type EntryMark = z.output<typeof EntryMark>;

/**
 * Marks what was written, such as in another patient's record, as entered in error, or as usable again. Only its author
 * and the clinic's owner may. It never changes and stays readable, but is not used any more: the vital signs of a
 * consultation are marked with it, and a draft of a full history is discarded. Marking it twice keeps the first mark.
 */
export const markEntry = endpoint({
  method: "PUT",
  path: "/api/patients/:id/entered-in-error",
  access: mayViewPatients,
  audit: "entry.mark",
  changes: ["patients", "recordHistory", "consultations", "vitalSigns", "visits", "fullHistories"],
  body: EntryMark,
  response: z.object({
    entry: z.enum(markedEntries),
    entryId: Id,
    enteredInError: z.nullable(EnteredInError),
  }),
});
