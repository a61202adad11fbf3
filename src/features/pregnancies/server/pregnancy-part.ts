import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { datedText, earlierText, outcomeText } from "#features/pregnancies/words.ts";
import type { RecordPart } from "#server/pdf/record-pdf.ts";
import { formatLongDay } from "#shared/formats/dates.ts";

/** A pregnancy in the patient's copy. */
export function pregnancyPart(pregnancy: Pregnancy): RecordPart {
  const { state, dueOn, lmp, endedOn, note } = pregnancy;
  const label =
    state === "earlier"
      ? "Earlier pregnancies"
      : dueOn
        ? `Pregnancy, EDC ${formatLongDay(dueOn)}`
        : "Pregnancy";
  return {
    label: state === "entered_in_error" ? `${label} (entered in error)` : label,
    text:
      [
        dueOn && datedText(pregnancy),
        lmp && pregnancy.datedBy === "ultrasound" && `LMP ${formatLongDay(lmp)}`,
        endedOn && `${outcomeText(pregnancy)}, ${formatLongDay(endedOn)}`,
        earlierText(pregnancy),
        note,
      ]
        .filter(Boolean)
        .join("; ") || null,
  };
}
