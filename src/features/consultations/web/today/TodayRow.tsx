import { Check } from "lucide-react";
import { completeConsultation, type TodayItem } from "#features/consultations/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { isNewVisit } from "#shared/clinical/visit-states.ts";
import { formatClock, manilaDay } from "#shared/formats/dates.ts";
import { IfCan } from "#web/data/session.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Initials } from "#web/ui/Initials.tsx";
import { consultedSince, stateInWords } from "./today-words.ts";

interface TodayRowProps {
  item: TodayItem;
  now: Date;
  /** Whether the clinic uses its queue today. */
  hasQueue: boolean;
  onView: () => void;
  onEdit: () => void;
  onDone: () => void;
  onQueue?: (() => void) | undefined;
}

/** One patient of the day: time, name, reason, state in the queue, and actions. */
export function TodayRow({ item, now, hasQueue, onView, onEdit, onDone, onQueue }: TodayRowProps) {
  const { patientName, chiefComplaint } = item;
  const fresh = isNewVisit(item.consultationCreatedAt, now);
  const state = stateInWords(item, now, hasQueue);
  const isServed = item.queue?.state === "with_doctor" || item.queue?.state === "for_payment";
  const consultedAt = consultedSince(item);
  return (
    <li
      data-print="whole"
      className={cx(
        "flex min-h-14.5 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 pr-3.5 first:border-t-0 md:flex-nowrap md:py-2.25 md:pr-4",
        fresh && "bg-brand-wash",
      )}
    >
      <VisitTime at={item.visitAt} />
      <span className="max-md:hidden">
        <Initials name={patientName} of="patient" src={item.patientPhoto} />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-strong text-balance">
          {patientName}{" "}
          {fresh && (
            <Badge tone="new" small>
              NEW
            </Badge>
          )}
        </p>
        <p className="line-clamp-2 text-sm text-ink-2 max-md:line-clamp-3">
          <Dotted
            parts={[
              ageSex(item, manilaDay(now)),
              chiefComplaint,
              consultedAt && `Consulted ${formatClock(consultedAt)}`,
            ]}
          />
          {state && (
            <>
              <Dot />
              <span className={cx("whitespace-nowrap", !isServed && "text-warn")}>{state}</span>
            </>
          )}
        </p>
      </div>
      <div
        className={cx("flex items-center gap-0.5 max-md:w-full max-md:flex-wrap", !onQueue && "max-md:pl-13")}
        data-print="no"
      >
        <IfCan do={onePatient}>
          <Button variant="ghost" size="sm" onClick={onView} aria-label={`View ${patientName}`}>
            View
          </Button>
        </IfCan>
        <IfCan do={editPatient}>
          <Button variant="ghost" size="sm" onClick={onEdit} aria-label={`Edit ${patientName}`}>
            Edit
          </Button>
        </IfCan>
        {onQueue && (
          <Button size="sm" onClick={onQueue} aria-label={`Add to Queue ${patientName}`} className="ml-1">
            Add to Queue
          </Button>
        )}
        <IfCan do={completeConsultation}>
          <Button
            size="sm"
            onClick={onDone}
            aria-label={`Done ${patientName}`}
            icon={<Check />}
            className={cx("ml-1 max-md:ml-auto", !onQueue && "max-md:min-w-26")}
          >
            Done
          </Button>
        </IfCan>
      </div>
    </li>
  );
}

function VisitTime({ at }: { at: string }) {
  const [clock, half] = formatClock(at).split(" ");
  return (
    <time
      dateTime={at}
      className="w-13 shrink-0 self-start text-right font-medium whitespace-nowrap tabular-nums md:ml-4 md:w-16 md:self-center"
    >
      {clock} <small className="text-2xs font-normal text-ink-3 max-md:block">{half}</small>
    </time>
  );
}

function Dotted({ parts }: { parts: readonly (string | null)[] }) {
  const shown = parts.filter((part) => part !== null && part !== "");
  return shown.map((part, index) => (
    <span key={part}>
      {index > 0 && <Dot />}
      {part}
    </span>
  ));
}

const Dot = () => (
  <span aria-hidden="true" className="text-ink-3">
    {" · "}
  </span>
);

/** The line at the current time, between past and coming appointments. */
export function NowLine({ now }: { now: Date }) {
  const clock = formatClock(now);
  return (
    <li aria-label={`Now, ${clock}`} className="relative z-1 flex h-0 items-center" data-print="no">
      <time
        dateTime={now.toISOString()}
        className="z-1 ml-2 min-w-11 rounded-full px-1.5 border border-brand-ring bg-surface text-center text-2xs/4 font-strong text-brand-text tabular-nums md:ml-6"
      >
        {clock}
      </time>
      <span aria-hidden="true" className="h-0.5 flex-1 bg-brand-ring" />
    </li>
  );
}
