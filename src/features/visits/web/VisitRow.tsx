import { Activity, Banknote, Check, Ellipsis, Eye, Printer, Volume2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { takePayment } from "#features/billing/contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { moveInQueue, moveVisit, printSlip, type Visit } from "#features/visits/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import {
  isWaitingState,
  type VisitPriority,
  type VisitState,
  visitPriorities,
  visitPriorityLabels,
  visitStateLabels,
} from "#shared/clinical/visit-states.ts";
import { formatClock, formatDay } from "#shared/formats/dates.ts";
import { useCan } from "#web/data/session.tsx";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { Menu, type MenuItem } from "#web/ui/overlays/Menu.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { stateInWords, timeInState, waitsLong } from "./queue-words.ts";
import type { Queue } from "./use-queue.ts";

/** The clinic's steps between arriving and Done. */
export type QueueSteps = { hasVitals: boolean; hasPayment: boolean };

export type VisitActions = {
  steps: QueueSteps;
  queue: Queue;
  onOpen: (patientId: number) => void;
  onVitals: (patientId: number) => void;
  onPay: (patientId: number) => void;
  onReason: (visit: Visit) => void;
};

/** One patient of the queue: number, name and reason, waiting time, the main action, and the others in a menu. */
export function VisitRow({
  visit,
  waiting,
  now,
  today,
  placeName,
  actions,
}: {
  visit: Visit;
  /** The waiting visits in order, including this one. */
  waiting: readonly Visit[];
  now: Date;
  today: string;
  /** Shown when the clinic has several places. */
  placeName?: string | undefined;
  actions: VisitActions;
}) {
  const { patientName, number, reason, priority, appointmentAt, state, day } = visit;
  const isCalled = state === "with_doctor";
  return (
    <li
      data-patient={visit.patientId}
      data-print="whole"
      className={cx(
        "relative flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 md:min-h-14.5 md:flex-nowrap md:py-2.25",
        isCalled && "before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-brand-ring",
      )}
    >
      <span className="w-9 shrink-0 text-right text-xl font-strong tabular-nums max-md:self-start max-md:text-left">
        <span className="sr-only">Number </span>
        {number ?? "–"}
      </span>
      <span className="max-md:hidden">
        <Initials name={patientName} of="patient" src={visit.patientPhoto} />
      </span>
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-3.75rem)]">
        <p className="font-strong text-balance wrap-anywhere">{patientName}</p>
        <p className="line-clamp-2 text-sm text-ink-2 wrap-anywhere">
          <Dotted
            parts={[
              ageSex(visit, day),
              priority && (
                <b className="font-strong text-info print:text-ink" key="priority">
                  {visitPriorityLabels[priority]}
                </b>
              ),
              visit.isMoved && waiting.length > 0 && "moved",
              reason,
              appointmentAt && state !== "booked" && `booked ${formatClock(appointmentAt)}`,
              placeName,
              day !== today && formatDay(day),
            ]}
          />
        </p>
      </div>
      <p className="shrink-0 text-sm text-ink-3 tabular-nums max-md:order-last max-md:flex-1 max-md:pl-12 md:text-right">
        {visit.closedAt === null && (
          <b
            className={cx(
              "font-strong md:block",
              waitsLong(visit, now) ? "text-bad print:text-ink" : "text-ink",
            )}
          >
            {state === "booked" && appointmentAt ? formatClock(appointmentAt) : timeInState(visit, now)}{" "}
          </b>
        )}
        {stateInWords(visit)}
      </p>
      <div className="flex shrink-0 items-center justify-end gap-1 max-md:order-last md:w-44" data-print="no">
        <VisitMenu {...{ visit, waiting, actions }} />
        <NextAct visit={visit} actions={actions} />
      </div>
    </li>
  );
}

/** The main action in the current state. */
function NextAct({
  visit,
  actions: { steps, queue, onVitals, onPay },
}: {
  visit: Visit;
  actions: VisitActions;
}) {
  const can = useCan();
  const to = (state: VisitState) => () => void queue.move(visit, state);
  const act = (label: string, icon: ReactNode, onClick: () => void) => (
    <Button
      size="sm"
      icon={icon}
      onClick={onClick}
      busy={queue.isMoving(visit)}
      aria-label={`${label} ${visit.patientName}`}
      className="max-md:min-h-touch"
    >
      {label}
    </Button>
  );
  if (visit.state === "arrived" && steps.hasVitals && can(recordVitals))
    return act("Vitals", <Activity />, () => onVitals(visit.patientId));
  if (visit.state === "for_payment" && can(takePayment))
    return act("Take Payment", <Banknote />, () => onPay(visit.patientId));
  if (!can(moveVisit)) return null;
  if (isWaitingState(visit.state)) return act("Call", <Volume2 />, to("with_doctor"));
  if (visit.state === "with_doctor" && steps.hasPayment)
    return act("For Payment", <Banknote />, to("for_payment"));
  if (visit.state === "for_payment" || visit.state === "with_doctor")
    return act("Done", <Check />, to("done"));
  return visit.state === "booked" ? act("Arrived", <Check />, to("arrived")) : null;
}

const others: Partial<Record<VisitState, readonly VisitState[]>> = {
  booked: ["no_show", "cancelled"],
  arrived: ["vitals_taken", "with_doctor", "done", "left", "cancelled"],
  vitals_taken: ["arrived", "for_payment", "done", "left"],
  with_doctor: ["vitals_taken", "done", "left"],
  for_payment: ["done", "with_doctor", "left"],
  done: ["for_payment", "with_doctor"],
  left: ["arrived"],
  no_show: ["arrived"],
  cancelled: ["arrived"],
};

/** Without steps that the clinic has turned off, and without the row's own button. */
const isOffered = (state: VisitState, from: VisitState, { hasVitals, hasPayment }: QueueSteps) =>
  (hasVitals || state !== "vitals_taken") &&
  (hasPayment || (state !== "for_payment" && !(state === "done" && from === "with_doctor"))) &&
  (hasVitals || !(state === "with_doctor" && from === "arrived"));

/** The neighbors in the queue, and where Move Up and Move Down put the visit. */
function movesIn(waiting: readonly Visit[], visit: Visit): [label: string, before: Visit | null][] {
  const at = waiting.findIndex(({ id }) => id === visit.id);
  const [before, after] = [waiting[at - 1], waiting[at + 1]];
  const [first] = waiting;
  return [
    ...(before && first && at > 1 ? ([["Move to Front", first]] as const) : []),
    ...(before ? ([["Move Up", before]] as const) : []),
    ...(after ? ([["Move Down", waiting[at + 2] ?? null]] as const) : []),
  ].map(([label, target]) => [label, target]);
}

function VisitMenu({
  visit,
  waiting,
  actions: { steps, queue, onOpen, onPay, onReason },
}: {
  visit: Visit;
  waiting: readonly Visit[];
  actions: VisitActions;
}) {
  const can = useCan();
  const slip = usePdf(printSlip, { params: { id: String(visit.id) } }, "The number could not be printed");
  useEffect(() => {
    if (slip.failure) notify({ kind: "error", title: "Not printed", description: slip.failure });
  }, [slip.failure]);
  const items: (MenuItem | "divider")[] = [];
  if (can(onePatient))
    items.push({ label: "Open Record", icon: <Eye />, onSelect: () => onOpen(visit.patientId) });
  if (can(printSlip) && visit.number !== null)
    items.push({ label: "Print Number", icon: <Printer />, onSelect: () => void slip.fetch("print") });
  if (can(takePayment) && visit.state !== "for_payment")
    items.push({ label: "Take Payment", icon: <Banknote />, onSelect: () => onPay(visit.patientId) });
  if (can(moveVisit)) {
    if (items.length > 0) items.push("divider");
    for (const state of (others[visit.state] ?? []).filter((to) => isOffered(to, visit.state, steps)))
      items.push({ label: visitStateLabels[state], onSelect: () => void queue.move(visit, state) });
    if (can(moveInQueue)) {
      const behind = waiting[waiting.indexOf(visit) + 1] ?? null;
      for (const [label, before] of movesIn(waiting, visit))
        items.push({ label, onSelect: () => void queue.moveBefore(visit, before, behind) });
    }
    if (visit.closedAt === null) {
      const priorities: (VisitPriority | null)[] = [...visitPriorities, null];
      items.push("divider", { label: "Reason…", onSelect: () => onReason(visit) });
      for (const priority of priorities)
        if (priority !== visit.priority)
          items.push({
            label: priority ? `Priority: ${visitPriorityLabels[priority]}` : "No priority",
            onSelect: () => queue.change(visit, { priority }),
          });
    }
  }
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${visit.patientName}`} size="sm" icon={<Ellipsis />} />}
      title={visit.patientName}
      detail={visit.number === null ? undefined : `Number ${visit.number}`}
      items={items}
    />
  );
}

/** The parts with middle dots between them. */
export function Dotted({ parts }: { parts: readonly ReactNode[] }) {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== "" && part !== false)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other order than this one
      <span key={index}>
        {index > 0 && (
          <span aria-hidden="true" className="text-ink-3">
            {" · "}
          </span>
        )}
        {part}
      </span>
    ));
}
