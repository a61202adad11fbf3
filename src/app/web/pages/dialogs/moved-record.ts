import { type RecordTab, recordAddress } from "#shared/record-address.ts";
import type { PageSearch } from "#web/page-search.ts";
import { levelsOf, written } from "./use-dialogs.ts";

/** Dialogs of earlier releases that are pages now, by the tab of the record. */
const movedTabs: Partial<Record<string, RecordTab>> = { details: "visits", results: "results" };

/** The address of a record that was a dialog in earlier releases, `?open=details&patient=12`; null for any other. */
export function movedRecord(search: PageSearch): { to: string; search: PageSearch } | null {
  const before = levelsOf(search);
  const at = before.findLastIndex(({ name = "", patientId }) => movedTabs[name] && patientId !== null);
  const { name = "", patientId } = before[at] ?? {};
  if (!patientId) return null;
  return {
    to: recordAddress(patientId, movedTabs[name]),
    search: written(before.slice(at + 1)),
  };
}
