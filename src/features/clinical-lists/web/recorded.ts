import type { Medicine } from "#features/clinical-lists/contract.ts";
import { sourceLabels } from "#features/clinical-lists/words.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
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

/** "BID", "from elsewhere", "since 2019", "no end given": the parts of a medicine's second line. */
export const medicineDetails = ({ frequency, source, since, until, state, stopReason }: Medicine) => [
  frequency,
  sourceLabels[source],
  since && `since ${formatPartialDay(since)}`,
  until
    ? `${state === "stopped" ? "stopped" : "until"} ${formatDay(until)}`
    : source === "prescription" && "no end given",
  stopReason,
];
