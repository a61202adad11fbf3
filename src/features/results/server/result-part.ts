import type { Result } from "#features/results/contract.ts";
import { valueInWords } from "#shared/clinical/results/value-words.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";

/** Papers that were given out before have other values. */
const stateWords = { final: null, corrected: "Corrected", entered_in_error: "Entered in error" } as const;

/** A result in the patient's copy of the record. */
export const resultPart = ({ panelName, collectedAt, laboratory, state, values, note }: Result) => ({
  label: [panelName, formatLongDay(manilaDay(new Date(collectedAt))), laboratory].filter(Boolean).join(", "),
  text: [stateWords[state], ...values.map(valueInWords), note].filter(Boolean).join("\n"),
});
