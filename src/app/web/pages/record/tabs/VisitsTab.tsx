import { useId } from "react";
import { RecordVisits } from "../RecordVisits.tsx";
import type { TabProps } from "../tab-props.ts";

/** On paper, where there are no tabs, the heading is seen. */
export function VisitsTab({ patient: { id } }: TabProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className="sr-only print:not-sr-only">
        <h2 id={heading} className="border-b border-line px-4 py-2 text-lg font-strong tracking-snug">
          Consultation Records
        </h2>
      </div>
      <RecordVisits patientId={id} />
    </section>
  );
}
