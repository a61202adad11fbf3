import { Activity, Banknote, Check, Ellipsis, Printer, Volume2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { takePayment } from "#features/billing/contract.ts";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { moveInQueue, moveVisit, printSlip, type Visit } from "#features/visits/contract.ts";
import {
  lacksBill,
  mayPrintNumber,
  moveRefusal,
  movesOf,
  type QueueSteps,
  stepsOf,
} from "#features/visits/rules.ts";
import { ageSex } from "#shared/clinical/age.ts";
import {
  isNewVisit,
  isOpenVisit,
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
import { Menu, type MenuEntry, type MenuItem } from "#web/ui/overlays/Menu.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { type DayActions, DayRow } from "./DayRow.tsx";
import { stateInWords, timeInState, waitsLong } from "./day-words.ts";
import { FlaggedSign, isFlagged } from "./FlaggedSigns.tsx";
import type { Queue } from "./use-queue.ts";

export type VisitActions = DayActions & {
  steps: QueueSteps;
  queue: Queue;
  onVitals: (patientId: number) => void;
  onPay: (patientId: number) => void;
  onReason: (visit: Visit) => void;
  /** Of the patients in the queue, recorded today. */
  vitals: readonly TodaysVitals[];
};

/** One patient of the queue: number, name and reason, waiting time, View, Edit, the next step, Done, and a menu. */
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
  const { patientName, reason, priority, appointmentAt, state, day } = visit;
  const can = useCan();
  const signs = actions.vitals.find(({ patientId }) => patientId === visit.patientId)?.signs ?? [];
  const flagged = isOpenVisit(state) && day === today ? signs.filter(isFlagged) : [];
  return (
    <DayRow
      patient={{ ...visit, id: visit.patientId }}
      lead={
        <span className="w-9 shrink-0 text-right text-xl font-strong tabular-nums max-md:self-start max-md:text-left">
          <span className="sr-only">Number </span>
          {visit.number ?? "–"}
        </span>
      }
      isNew={isOpenVisit(state) && isNewVisit(visit.arrivedAt, now)}
      isCalled={state === "with_doctor"}
      isDetailWhole={flagged.length > 0}
      detail={[
        ageSex(visit, day),
        priority && (
          <b className="font-strong text-info print:text-ink" key="priority">
            {visitPriorityLabels[priority]}
          </b>
        ),
        ...flagged.map((sign) => <FlaggedSign key={sign.sign} sign={sign} />),
        visit.purpose === "results" && "results only",
        visit.isMoved && waiting.length > 0 && "moved",
        reason,
        visit.isUnbilled && `no bill${visit.noBillReason ? `: ${visit.noBillReason}` : ""}`,
        appointmentAt && state !== "booked" && `booked ${formatClock(appointmentAt)}`,
        placeName,
        day !== today && formatDay(day),
      ]}
      wait={
        <>
          {visit.closedAt === null && (
            <b
              className={cx(
                "font-strong md:block",
                waitsLong(visit, now) ? "text-bad print:text-ink" : "text-ink",
              )}
            >
              {state === "booked" && appointmentAt
                ? formatClock(appointmentAt)
                : timeInState(visit, now)}{" "}
            </b>
          )}
          {stateInWords(visit)}
        </>
      }
      menu={<VisitMenu {...{ visit, waiting, today, actions }} />}
      onOpen={actions.onOpen}
      onEdit={actions.onEdit}
    >
      <NextAct {...{ visit, today, actions }} />
      {isOpenVisit(state) && can(moveVisit) && (
        <Button
          size="sm"
          icon={<Check />}
          onClick={() => void actions.queue.move(visit, "done")}
          aria-label={`Done ${patientName}`}
          className="max-md:min-h-touch"
        >
          Done
        </Button>
      )}
    </DayRow>
  );
}

/** The next step in the current state; Done has its own button in every row. */
function NextAct({ visit, today, actions }: { visit: Visit; today: string; actions: VisitActions }) {
  const { queue, onVitals, onPay, onReason } = actions;
  const steps = stepsOf(visit, actions.steps);
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
  if (lacksBill(visit)) return act("Why No Bill?", <Banknote />, () => onReason(visit));
  if (isWaitingState(visit.state)) return act("Call", <Volume2 />, to("with_doctor"));
  if (visit.state === "with_doctor" && steps.hasPayment)
    return act("For Payment", <Banknote />, to("for_payment"));
  return visit.state === "booked" && moveRefusal(visit, "arrived", today) === null
    ? act("Arrived", <Check />, to("arrived"))
    : null;
}

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

/** What the menu says of a move; "Left" alone could be the doctor's, or a side. */
const moveLabel = (state: VisitState): string =>
  state === "left" ? "Left without being seen" : visitStateLabels[state];

/** Groups that have entries, each under its name. */
const grouped = (groups: readonly (readonly [string | null, readonly MenuItem[]])[]): MenuEntry[] =>
  groups.flatMap(([heading, items]) =>
    items.length === 0 ? [] : [...(heading === null ? [] : [{ heading }]), ...items],
  );

function VisitMenu({
  visit,
  waiting,
  today,
  actions,
}: {
  visit: Visit;
  waiting: readonly Visit[];
  today: string;
  actions: VisitActions;
}) {
  const { steps, queue, onVitals, onPay, onReason } = actions;
  const can = useCan();
  const slip = usePdf(printSlip, { params: { id: String(visit.id) } }, "The number could not be printed");
  useEffect(() => {
    if (slip.failure) notify({ kind: "error", title: "Not printed", description: slip.failure });
  }, [slip.failure]);
  const others: MenuItem[] = [];
  if (can(printSlip) && mayPrintNumber(visit))
    others.push({ label: "Print Number", icon: <Printer />, onSelect: () => void slip.fetch("print") });
  if (can(takePayment) && visit.state !== "for_payment")
    others.push({ label: "Take Payment", icon: <Banknote />, onSelect: () => onPay(visit.patientId) });
  const isOpen = visit.closedAt === null;
  const may = can(moveVisit);
  const states: MenuItem[] = (may ? movesOf(visit, steps, today) : []).map((state) => ({
    label: moveLabel(state),
    onSelect: () => void queue.move(visit, state),
  }));
  const behind = waiting[waiting.indexOf(visit) + 1] ?? null;
  const order: MenuItem[] = (can(moveInQueue) ? movesIn(waiting, visit) : []).map(([label, before]) => ({
    label,
    onSelect: () => void queue.moveBefore(visit, before, behind),
  }));
  const priorities: (VisitPriority | null)[] = may && isOpen ? [...visitPriorities, null] : [];
  for (const priority of priorities)
    if (priority !== visit.priority)
      order.push({
        label: priority ? visitPriorityLabels[priority] : "No priority",
        onSelect: () => queue.change(visit, { priority }),
      });
  const corrections: MenuItem[] = [];
  if (can(recordVitals) && isOpen)
    corrections.push({ label: "Vital signs", onSelect: () => onVitals(visit.patientId) });
  if (may && isOpen) corrections.push({ label: "Reason for the visit", onSelect: () => onReason(visit) });
  const items = grouped([
    [null, others],
    ["State", states],
    ["Priority", order],
    ["Correct", corrections],
  ]);
  if (items.length === 0) return null;
  return (
    // On phones beside the name: the buttons below fill their row.
    <span className="shrink-0 max-md:-mt-2 max-md:-mr-2.5 max-md:self-start md:-ml-2" data-print="no">
      <Menu
        trigger={<IconButton label={`Actions for ${visit.patientName}`} size="sm" icon={<Ellipsis />} />}
        title={visit.patientName}
        detail={visit.number === null ? undefined : `Number ${visit.number}`}
        items={items}
      />
    </span>
  );
}
