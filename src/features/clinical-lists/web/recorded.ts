import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import type { Typed } from "./RowForm.tsx";

/** "recorded Nov 20, 2026 by Rafael Peñaflor" */
export const recordedWords = (row: {
  recordedAt: string;
  recordedByName?: string | null | undefined;
}): string =>
  `recorded ${formatDay(manilaDay(new Date(row.recordedAt)))}${row.recordedByName ? ` by ${row.recordedByName}` : ""}`;

/** The parts of a line, joined with a dot. */
export const dotted = (parts: readonly (string | null | false | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");

/** For the request: empty is null. */
export const sent = (typed: Typed, name: string): string | null => typed[name]?.trim() || null;
