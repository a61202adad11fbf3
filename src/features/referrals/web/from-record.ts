import type { Medicine } from "#features/clinical-lists/contract.ts";
import type { Summary } from "#features/clinical-lists/summary-contract.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
import { gestationDays, openGestationText } from "#shared/clinical/pregnancy.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { safeDose } from "#shared/prescription/safe-doses.ts";

type Pregnancy = NonNullable<Summary["pregnancy"]>;

/** "G2P1 (1-0-0-1), LMP Jun 8, 2026, EDC Mar 15, 2027, AOG 24 weeks 3 days on Nov 26, 2026": the weeks go on. */
export function pregnancyText({ score, lmp, dueOn, datedBy }: Pregnancy, today: string): string {
  return [
    score,
    lmp && `LMP ${formatDay(lmp)}`,
    `EDC ${formatDay(dueOn)}${datedBy === "ultrasound" ? " by ultrasound" : ""}`,
    `AOG ${openGestationText(gestationDays(dueOn, today))} on ${formatDay(today)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** "warfarin 2.5 mg, OD, prescribed until Dec 26, 2026", a line each. */
export const medicinesText = (medicines: readonly Medicine[]): string => medicines.map(lineOf).join("\n");

const lineOf = ({ generic, dose, frequency, since, until, source }: Medicine): string => {
  const isPrescribed = source === "prescription";
  return [
    safeDose([generic, dose].filter(Boolean).join(" ")),
    frequency && safeDose(frequency),
    // A repeated prescription is newer than the treatment.
    since && !isPrescribed && `since ${formatPartialDay(since)}`,
    until && `${isPrescribed ? "prescribed until" : "until"} ${formatDay(until)}`,
  ]
    .filter(Boolean)
    .join(", ")
    .replace(/\s+/g, " ");
};
