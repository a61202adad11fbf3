import { formatInstant } from "#shared/formats/dates.ts";
import type { FullHistory } from "./contract.ts";

/** The type of a consultation that names none. */
export const DEFAULT_TYPE = "General Consultation";

/** A consultation stored without a type is General. */
export const typeWord = (type: string): string => (type === "" || type === DEFAULT_TYPE ? "General" : type);

/** "Finished Nov 20, 2026, 10:42 AM by Rafael Peñaflor", or who edited a draft last. */
export function fullHistoryState(record: FullHistory): string {
  const { status, finishedAt, updatedAt, doctorName, writtenByName } = record;
  const by = (name: string | null) => (name ? ` by ${name}` : "");
  return status === "finished"
    ? `Finished ${formatInstant(finishedAt ?? updatedAt)}${by(doctorName)}`
    : `Last written ${formatInstant(updatedAt)}${by(writtenByName)}`;
}
