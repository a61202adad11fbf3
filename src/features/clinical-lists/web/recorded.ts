import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import type { Typed } from "./RowForm.tsx";

/** "recorded Nov 20, 2026 by Rafael Peñaflor" */
export const recordedWords = (row: {
  recordedAt: string;
  recordedByName?: string | null | undefined;
}): string =>
  `recorded ${formatDay(manilaDay(new Date(row.recordedAt)))}${row.recordedByName ? ` by ${row.recordedByName}` : ""}`;

/** Parts of a line, with a dot between them. */
export const dotted = (parts: readonly (string | null | false | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");

/** As a form sends it: empty is null. */
export const sent = (typed: Typed, name: string): string | null => typed[name]?.trim() || null;
