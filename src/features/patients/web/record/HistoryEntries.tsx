import { type HistoryEntry, patientHistory } from "#features/patients/contract.ts";
import { HistoryList } from "#web/clinical/HistoryList.tsx";
import { usePages } from "#web/data/calls.ts";
import { changesInWords } from "./history-in-words.ts";

/** The events of one record, newest first. */
export function HistoryEntries({ patientId }: { patientId: number }) {
  const read = usePages(patientHistory, { params: { id: String(patientId) }, query: { limit: "20" } });
  return (
    <HistoryList
      read={read}
      label="Activity Log"
      empty="Changes and views of this record appear here."
      lineOf={(entry) => ({
        id: entry.id,
        at: entry.happenedAt,
        what: entry.label,
        by: entry.userName ?? whoElseDid(entry),
        staffModeOf: entry.ownerName,
        changes: changesInWords(entry.changes, entry.entity),
      })}
    />
  );
}

/**
 * A referral is answered by the other clinic, without a user's name. Changes by Klinika's operator or by an update have
 * no user.
 */
function whoElseDid({ event, changes }: HistoryEntry): string {
  if (typeof changes.byClinic === "string") return changes.byClinic;
  if (event === "patient.amount") return "Klinika, with an update";
  return event === "patient.restore" ? "Klinika, on request" : "a deleted account";
}
