import { manilaMinute } from "#shared/formats/dates.ts";

/** Whether a specimen's time of collection is known: a day alone is stored as its first minute in Manila. */
export const hasTime = (collectedAt: Date): boolean => manilaMinute(collectedAt) !== 0;
