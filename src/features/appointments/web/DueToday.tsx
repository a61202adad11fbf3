import type { Recall } from "#features/appointments/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { IfCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";

const PART = 20;

/** Patients asked to return today who have not come. */
export function DueToday({
  due,
  onView,
  onQueue,
}: {
  due: readonly Recall[];
  onView: (patientId: number) => void;
  onQueue: ((patientId: number) => void) | undefined;
}) {
  const today = useToday();
  const parts = useParts(due, PART);
  return (
    <Section flush title="Follow-ups due today" note={<Count value={due.length} exact />}>
      <ul>
        {parts.shown.map(({ patientId, patientName, diagnosis, contactNumber, ...person }) => (
          <li
            key={patientId}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <span className="font-strong">{patientName}</span>
              <span className="block text-sm text-ink-2">
                {[ageSex(person, today), diagnosis, contactNumber && formatPhone(contactNumber)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </p>
            <span className="flex items-center gap-1" data-print="no">
              <IfCan do={onePatient}>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`View ${patientName}`}
                  onClick={() => onView(patientId)}
                >
                  View
                </Button>
              </IfCan>
              {onQueue && (
                <Button
                  size="sm"
                  aria-label={`Add to Queue ${patientName}`}
                  onClick={() => onQueue(patientId)}
                >
                  Add to Queue
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {parts.more}
    </Section>
  );
}
