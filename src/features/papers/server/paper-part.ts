import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import type { PaperRow } from "./paper-rows.ts";

/** A certificate or request in the patient's copy of the record. */
export const paperPart = ({ title, number, day, sheet, withdrawnAt }: PaperRow) => ({
  label: `${title}, No. ${number}, ${formatLongDay(day)}`,
  text: [
    withdrawnAt && `Withdrawn on ${formatLongDay(manilaDay(new Date(withdrawnAt)))}`,
    ...sheet.paragraphs,
    ...sheet.groups.map(({ label, items }) => `${label}: ${items.join(", ")}`),
    ...sheet.notes.map(({ label, text }) => `${label}: ${text}`),
    sheet.doctor && `Signed: ${sheet.doctor.name}`,
  ]
    .filter(Boolean)
    .join("\n"),
});
