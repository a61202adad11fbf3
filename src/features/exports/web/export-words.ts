import type { ExportState } from "#features/exports/contract.ts";
import type { Tone } from "#web/ui/Badge.tsx";

export const stateWords: Record<ExportState, string> = {
  waiting: "Waiting",
  running: "In progress",
  ready: "Ready",
  failed: "Failed",
  cancelled: "Cancelled or removed",
  expired: "Expired",
};

export const stateTones: Record<ExportState, Tone> = {
  waiting: "info",
  running: "info",
  ready: "ok",
  failed: "bad",
  cancelled: "quiet",
  expired: "quiet",
};

/** Of `csv/patients.csv`: "Writing patients". */
export function partWords(part: string): string {
  const table = /^(?:data|csv|fhir)\/(.+?)(?:-\d+)?\.\w+$/.exec(part)?.[1];
  return `Writing ${(table ?? part).replaceAll("_", " ").toLowerCase()}`;
}
