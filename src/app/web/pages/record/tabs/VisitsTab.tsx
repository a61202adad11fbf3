import { Suspense, useId } from "react";
import { usePrintedWhole } from "#web/printing/print-whole.ts";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { RecordVisits } from "../RecordVisits.tsx";
import { FullHistories } from "../record-parts.ts";
import type { TabProps } from "../tab-props.ts";

/** On paper, where there are no tabs, the heading is seen, and the full history follows, which has a dialog of its own. */
export function VisitsTab({ patient: { id } }: TabProps) {
  const heading = useId();
  const isWhole = usePrintedWhole();
  return (
    <>
      <section aria-labelledby={heading}>
        <div className="sr-only print:not-sr-only">
          <h2 id={heading} className="border-b border-line px-4 py-2 text-lg font-strong tracking-snug">
            Consultation Records
          </h2>
        </div>
        <RecordVisits patientId={id} />
      </section>
      {isWhole && (
        <Suspense fallback={<Waiting skeleton={<SkeletonRows rows={1} initials={false} />} />}>
          <FullHistories patientId={id} />
        </Suspense>
      )}
    </>
  );
}
