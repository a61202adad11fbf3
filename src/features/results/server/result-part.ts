import type { Result } from "#features/results/contract.ts";
import { valueInWords } from "#shared/clinical/results/value-words.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";

/** A result in the patient's copy of the record. */
export const resultPart = ({ panelName, collectedAt, laboratory, state, values, note }: Result) => ({
  label: [panelName, formatLongDay(manilaDay(new Date(collectedAt))), laboratory].filter(Boolean).join(", "),
  text: [state === "entered_in_error" && "Entered in error", ...values.map(valueInWords), note]
    .filter(Boolean)
    .join("\n"),
});
