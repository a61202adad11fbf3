import { formatDay, formatInstant, manilaDay } from "#shared/formats/dates.ts";

/** "Added Nov 20, 2026, last used Nov 23, 2026, 7:52 AM" */
export const addedAndUsed = ({ addedAt, lastUsedAt }: { addedAt: string; lastUsedAt: string | null }) =>
  `Added ${formatDay(manilaDay(new Date(addedAt)))}, ${
    lastUsedAt === null ? "not used yet" : `last used ${formatInstant(lastUsedAt)}`
  }`;
