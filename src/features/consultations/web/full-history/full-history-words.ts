import type { FullHistory } from "#features/consultations/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";

/** "Finished Nov 20, 2026, 10:42 AM by Rafael Peñaflor", or who edited a draft last. */
export function stateLine({ status, finishedAt, updatedAt, doctorName, writtenByName }: FullHistory): string {
  const by = (name: string | null) => (name ? ` by ${name}` : "");
  return status === "finished"
    ? `Finished ${formatInstant(finishedAt ?? updatedAt)}${by(doctorName)}`
    : `Last written ${formatInstant(updatedAt)}${by(writtenByName)}`;
}
