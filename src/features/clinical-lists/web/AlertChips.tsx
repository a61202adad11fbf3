import { Info, Pencil, TriangleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { addAlert } from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { Badge } from "#web/ui/Badge.tsx";

const ListDialogs = lazyPart(() => import("./ListDialogs.tsx"), "ListDialogs");

/** A patient's alerts as chips at the head of the record, and the button that edits them. */
export function AlertChips({ patientId }: { patientId: number }) {
  const { data } = useCall(summary, { params: { id: String(patientId) } });
  const mayChange = useCan()(addAlert);
  const [isOpen, setOpen] = useState(false);
  const rest = data?.more.alerts ?? 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {data?.alerts.map(({ id, words, isWarning }) => (
        <Badge
          key={id}
          small
          tone={isWarning ? "warn" : "quiet"}
          icon={isWarning ? <TriangleAlert /> : <Info />}
        >
          {words}
        </Badge>
      ))}
      {rest > 0 && <span className="text-xs text-ink-3">{rest} more</span>}
      {mayChange && (
        <button
          type="button"
          data-print="no"
          aria-label="Change alerts"
          onClick={() => setOpen(true)}
          className="inline-flex min-h-5 items-center gap-0.5 rounded-sm px-0.5 text-xs font-medium text-brand-text hover:underline max-md:-my-3 max-md:min-h-touch"
        >
          <Pencil className="size-3" /> Alerts
        </button>
      )}
      <Suspense fallback={null}>
        {isOpen && <ListDialogs list="alerts" patientId={patientId} onClose={() => setOpen(false)} />}
      </Suspense>
    </span>
  );
}
