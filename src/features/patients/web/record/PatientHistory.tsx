import { History } from "lucide-react";
import { Suspense, useState } from "react";
import { patientHistory } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

const HistoryEntries = lazyPart(() => import("./HistoryEntries.tsx"), "HistoryEntries");

/** Who viewed or changed the record, what and when. Fetched on demand, since viewing it is itself logged. */
export function PatientHistory({ patientId }: { patientId: number }) {
  const [isShown, setShown] = useState(false);
  if (!useCan()(patientHistory)) return null;
  return (
    <Section
      flush
      title="Activity Log"
      actions={
        !isShown && (
          <Button size="sm" icon={<History />} onClick={() => setShown(true)}>
            Show Activity
          </Button>
        )
      }
    >
      {isShown ? (
        <Suspense fallback={null}>
          <HistoryEntries patientId={patientId} />
        </Suspense>
      ) : (
        <p className="px-4 py-3 text-sm text-ink-3">
          Who opened, changed, printed or shared this record, and when.
        </p>
      )}
    </Section>
  );
}
