import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { visitPriorities } from "#shared/clinical/visit-states.ts";

/**
 * A walk-in's entry in the queue: an empty priority is proposed from the age, an empty place is the first one, an empty
 * doctor the only one.
 */
export const QueueEntry = z.object({
  priority: z.enum(["", ...visitPriorities]),
  placeId: z.string(),
  practitionerId: z.string(),
});
export type QueueEntry = z.output<typeof QueueEntry>;
export type QueueEntryForm = UseFormReturn<z.input<typeof QueueEntry>, unknown, QueueEntry>;
