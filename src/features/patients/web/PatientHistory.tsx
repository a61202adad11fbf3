import { History } from "lucide-react";
import { useState } from "react";
import { type HistoryEntry, patientHistory } from "#features/patients/contract.ts";
import { usePages } from "#web/calls.ts";
import { HistoryList } from "#web/clinical/HistoryList.tsx";
import { useCan } from "#web/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/Section.tsx";
import { changesInWords } from "./history-in-words.ts";

/** Who read or changed the record, what and when. Read on demand, for reading it is itself noted. */
export function PatientHistory({ patientId }: { patientId: number }) {
  const [isShown, setShown] = useState(false);
  if (!useCan()(patientHistory)) return null;
  return (
    <Section
      flush
      title="History"
      actions={
        !isShown && (
          <Button
            size="sm"
            icon={<History aria-hidden="true" className="size-4" />}
            onClick={() => setShown(true)}
          >
            Show History
          </Button>
        )
      }
    >
      {isShown ? (
        <Entries patientId={patientId} />
      ) : (
        <p className="px-4 py-3 text-sm text-ink-3">
          Who opened, changed, printed or shared this record, and when.
        </p>
      )}
    </Section>
  );
}

function Entries({ patientId }: { patientId: number }) {
  const read = usePages(patientHistory, { params: { id: String(patientId) }, query: { limit: "20" } });
  return (
    <HistoryList
      read={read}
      label="History"
      empty="Changes and views of this record appear here."
      lineOf={(entry) => ({
        id: entry.id,
        at: entry.happenedAt,
        what: entry.label,
        by: entry.userName ?? whoElseDid(entry),
        staffModeOf: entry.ownerName,
        changes: changesInWords(entry.changes),
      })}
    />
  );
}

/** Of a referral the other clinic answers, and says no more of who pressed. What Klinika's operator does has no user. */
function whoElseDid({ event, changes }: HistoryEntry): string {
  if (typeof changes.byClinic === "string") return changes.byClinic;
  return event === "patient.restore" ? "Klinika, on request" : "somebody whose account is gone";
}
