import type {
  Alert,
  Allergy,
  Medicine,
  NoKnownAllergies,
  Problem,
} from "#features/clinical-lists/contract.ts";
import {
  medicineStateLabels,
  rowStateLabels,
  sourceLabels,
  wayKnownLabels,
} from "#features/clinical-lists/words.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
import { formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { safeDose } from "#shared/prescription/safe-doses.ts";
import { alertList } from "./alerts.ts";
import { readAllergies } from "./allergies.ts";
import { readMedicines } from "./medicines.ts";
import { problemList } from "./problems.ts";

export type ListChunk =
  | { name: "allergies"; rows: Allergy[] }
  | { name: "noKnownAllergies"; rows: NoKnownAllergies[] }
  | { name: "problems"; rows: Problem[] }
  | { name: "medicines"; rows: Medicine[] }
  | { name: "alerts"; rows: Alert[] };

export const listTitles: Record<ListChunk["name"], string> = {
  allergies: "Allergies",
  noKnownAllergies: "No known allergies",
  problems: "Problems",
  medicines: "Medicines",
  alerts: "Alerts",
};

/** The lists of a patient for their copy, including resolved rows and those recorded by mistake. */
export async function readLists(clinic: ClinicScope, patientId: number, now: Date): Promise<ListChunk[]> {
  const [{ rows, noKnown }, problems, { medicines }, alerts] = await Promise.all([
    readAllergies(clinic, patientId),
    problemList.read(clinic, patientId),
    readMedicines(clinic, patientId, manilaDay(now)),
    alertList.read(clinic, patientId),
  ]);
  return [
    { name: "allergies", rows },
    { name: "noKnownAllergies", rows: noKnown ? [noKnown] : [] },
    { name: "problems", rows: problems },
    { name: "medicines", rows: medicines },
    { name: "alerts", rows: alerts },
  ];
}

const joined = (parts: readonly (string | null | false | undefined)[]) => parts.filter(Boolean).join(", ");
const noted = ({ recordedAt, recordedByName }: { recordedAt: string; recordedByName: string | null }) =>
  `recorded ${formatInstant(recordedAt)}${recordedByName ? ` by ${recordedByName}` : ""}`;

/** Each row as a label with its text. */
export function listParts(chunk: ListChunk): { label: string; text: string }[] {
  switch (chunk.name) {
    case "allergies":
      return chunk.rows.map((row) => ({
        label: row.substance,
        text: joined([
          row.reaction,
          row.severity,
          row.howKnown && wayKnownLabels[row.howKnown],
          row.state !== "active" && rowStateLabels[row.state],
          noted(row),
        ]),
      }));
    case "noKnownAllergies":
      return chunk.rows.map((row) => ({ label: row.words, text: noted(row) }));
    case "problems":
      return chunk.rows.map((row) => ({
        label: row.words,
        text: joined([
          row.code,
          row.since && `since ${formatPartialDay(row.since)}`,
          row.state !== "active" && rowStateLabels[row.state],
          noted(row),
        ]),
      }));
    case "medicines":
      return chunk.rows.map((row) => ({
        label: row.generic,
        text: joined([
          row.dose && safeDose(row.dose),
          row.frequency && safeDose(row.frequency),
          row.since && `since ${formatPartialDay(row.since)}`,
          row.until && `until ${formatLongDay(row.until)}`,
          sourceLabels[row.source],
          row.state !== "active" && medicineStateLabels[row.state],
          row.stopReason,
          noted(row),
        ]),
      }));
    case "alerts":
      return chunk.rows.map((row) => ({
        label: row.words,
        text: joined([row.state !== "active" && rowStateLabels[row.state], noted(row)]),
      }));
  }
}
