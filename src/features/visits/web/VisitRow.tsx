import {
  Activity,
  ArrowLeftRight,
  Banknote,
  Check,
  ChevronDown,
  ChevronUp,
  CircleAlert,
  Clock,
  Ellipsis,
  Eye,
  FileText,
  Pencil,
  Printer,
  Star,
  Volume2,
} from "lucide-react";
import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { takePayment } from "#features/billing/contract.ts";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { moveInQueue, moveVisit, printSlip, type Visit } from "#features/visits/contract.ts";
import {
  lacksVitals,
  mayPrintNumber,
  moveRefusal,
  movesOf,
  type QueueSteps,
  stepsOf,
} from "#features/visits/rules.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import {
  isNewVisit,
  isOpenVisit,
  isWaitingState,
  lacksBill,
  type VisitPriority,
  type VisitState,
  visitPriorities,
  visitPriorityLabels,
  visitStateLabels,
  visitStates,
} from "#shared/clinical/visit-states.ts";
import { formatClock, formatDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { useCan } from "#web/data/session.tsx";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Menu, type MenuEntry, type MenuItem } from "#web/ui/overlays/Menu.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { usePhone } from "#web/ui/use-media.ts";
import { type DayActions, DayRow } from "./DayRow.tsx";
import { isVisitor, owesAfterVisit, stateInWords, timeInState, waitsLong } from "./day-words.ts";
import { FlaggedSign, isFlagged } from "./FlaggedSigns.tsx";
import type { Queue } from "./use-queue.ts";

export type VisitActions = DayActions & {
  steps: QueueSteps;
  queue: Queue;
  onVitals: (patientId: number) => void;
  onPay: (patientId: number) => void;
  onReason: (visit: Visit) => void;
  /** Hands the patient to another doctor. Missing where only one practises. */
  onHandOver?: ((visit: Visit) => void) | undefined;
  /** Who handed the patient over, in words; only where several practise. */
  HandedOver?: ComponentType<NonNullable<Visit["handover"]>>;
  /** How a row is drawn; as on the queue's own page without it. */
  Row?: typeof DayRow;
  /** In another page: View, Edit and Done in words, and the next act in the menu. */
  isPart: boolean;
  /** Of the patients in the queue, recorded today. */
  vitals: readonly TodaysVitals[];
};

/** One patient of the queue: number, name and what matters of the visit, waiting time, the next act, and a menu. */
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
  const { reason, priority, appointmentAt, state, day } = visit;
  const can = useCan();
  const signs = actions.vitals.find(({ patientId }) => patientId === visit.patientId)?.signs ?? [];
  const flagged = isOpenVisit(state) && day === today ? signs.filter(isFlagged) : [];
  const isUnmeasured = isWaitingState(state) && day === today && lacksVitals(visit, actions.steps);
  const { Row = DayRow, HandedOver } = actions;
  return (
    <Row
      patient={{ ...visit, id: visit.patientId }}
      lead={
        <span
          className={cx(
            "shrink-0 font-strong whitespace-nowrap max-md:self-start max-md:text-left",
            visit.letter
              ? cx(state === "with_doctor" && actions.Row ? "w-18 text-fig tracking-fig" : "w-13 text-title")
              : "w-9 text-right text-xl tabular-nums",
          )}
        >
          {isVisitor(visit) ? (
            <FileText className="inline text-ink-3" aria-hidden="true" />
          ) : (
            <>
              <span className="sr-only">Number </span>
              {queueNumber(visit)}
            </>
          )}
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
        moneyOf(visit),
        visit.purpose === "results" && "results only",
        isVisitor(visit) && `number ${queueNumber(visit)}`,
        visit.isMoved && waiting.length > 0 && "moved",
        reason,
        visit.handover && HandedOver && (
          <Suspense key="handover" fallback={null}>
            <HandedOver {...visit.handover} />
          </Suspense>
        ),
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
                waitsLong(visit, now) ? "text-warn print:text-ink" : "text-ink",
              )}
            >
              {state === "booked" && appointmentAt
                ? formatClock(appointmentAt)
                : timeInState(visit, now)}{" "}
            </b>
          )}
          {isUnmeasured ? <span className="text-warn">no vitals yet</span> : stateInWords(visit)}
        </>
      }
      menu={<VisitMenu {...{ visit, waiting, today, actions }} />}
      onDone={isOpenVisit(state) && can(moveVisit) ? () => void actions.queue.move(visit, "done") : undefined}
      act={!actions.isPart && <NextAct {...{ visit, today, actions }} />}
      isCompact={!actions.isPart}
      onOpen={actions.onOpen}
      onEdit={actions.onEdit}
    />
  );
}

/** What is paid of a visit, owed or not billed; nothing before that is known. */
function moneyOf(visit: Visit): ReactNode {
  const { billed, state, isUnbilled, noBillReason } = visit;
  if (lacksBill(visit)) return <Flagged icon={<CircleAlert />}>No bill</Flagged>;
  if (isUnbilled) return `no bill: ${noBillReason}`;
  if (!billed) return null;
  const { paid, patientBalance, hmoBalance } = billed;
  const ofHmo = centavos(hmoBalance) > 0n ? `, HMO ${formatMoney(hmoBalance)}` : "";
  if (state !== "done") return `${formatMoney(patientBalance)} due${ofHmo}`;
  return owesAfterVisit(visit) ? (
    <>
      <Flagged icon={<Clock />}>Unpaid {formatMoney(patientBalance)}</Flagged>
      {ofHmo}
    </>
  ) : (
    <>
      <Flagged icon={<Check />} isGood>
        Paid {formatMoney(paid)}
      </Flagged>
      {ofHmo && `${ofHmo} due`}
    </>
  );
}

const Flagged = ({
  icon,
  isGood = false,
  children,
}: {
  icon: ReactNode;
  isGood?: boolean;
  children: ReactNode;
}) => (
  <b
    className={cx(
      "font-strong [&_svg]:mr-1 [&_svg]:inline [&_svg]:size-3.5 [&_svg]:align-[-0.15em]",
      isGood ? "text-ok" : "text-warn",
    )}
  >
    {icon}
    {children}
  </b>
);

/** The next step in the current state. */
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
  if (
    (visit.state === "for_payment" || (visit.state === "done" && owesAfterVisit(visit))) &&
    can(takePayment)
  )
    return act("Take Payment", <Banknote />, () => onPay(visit.patientId));
  if (!can(moveVisit)) return null;
  if (lacksBill(visit)) return act("Say Why", null, () => onReason(visit));
  if (isVisitor(visit)) return act("Results Given", <Check />, to("done"));
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
  const isNarrow = usePhone() || actions.Row !== undefined;
  const others: MenuItem[] = [];
  if (isNarrow && !actions.isPart && can(onePatient))
    others.push({ label: "View", icon: <Eye />, onSelect: () => actions.onOpen(visit.patientId) });
  if (isNarrow && !actions.isPart && can(editPatient))
    others.push({ label: "Edit", icon: <Pencil />, onSelect: () => actions.onEdit(visit.patientId) });
  if (can(printSlip) && mayPrintNumber(visit))
    others.push({ label: "Print Number", icon: <Printer />, onSelect: () => void slip.fetch("print") });
  if (can(takePayment))
    others.push({ label: "Take Payment", icon: <Banknote />, onSelect: () => onPay(visit.patientId) });
  const isOpen = visit.closedAt === null;
  const may = can(moveVisit);
  if (actions.onHandOver && may && isOpen && visit.number !== null)
    others.push({
      label: "Hand to Another Doctor",
      icon: <ArrowLeftRight />,
      onSelect: () => actions.onHandOver?.(visit),
    });
  if (may && visit.state === "with_doctor" && visit.day === today)
    others.unshift({ label: "Call Again", icon: <Volume2 />, onSelect: () => void queue.callAgain(visit) });
  const moves = may ? movesOf(visit, steps, today) : [];
  const states: MenuItem[] = visitStates
    .filter((state) => moves.length > 0 && (state === visit.state || moves.includes(state)))
    .map((state) => ({
      label: visitStateLabels[state],
      checked: state === visit.state,
      onSelect: () => {
        if (state !== visit.state) void queue.move(visit, state);
      },
    }));
  const behind = waiting[waiting.indexOf(visit) + 1] ?? null;
  const order: MenuItem[] = (can(moveInQueue) ? movesIn(waiting, visit) : []).map(([label, before]) => ({
    label,
    icon: label === "Move Down" ? <ChevronDown /> : <ChevronUp />,
    onSelect: () => void queue.moveBefore(visit, before, behind),
  }));
  const priorities: (VisitPriority | null)[] = may && isOpen ? [...visitPriorities, null] : [];
  for (const priority of priorities)
    order.push({
      label: priority ? visitPriorityLabels[priority] : "No priority",
      icon: <Star />,
      checked: priority === visit.priority,
      onSelect: () => {
        if (priority !== visit.priority) queue.change(visit, { priority });
      },
    });
  const corrections: MenuItem[] = [];
  if (can(recordVitals) && isOpen)
    corrections.push({
      label: "Vital signs",
      icon: <Activity />,
      onSelect: () => onVitals(visit.patientId),
    });
  if (may && (isOpen || visit.isUnbilled))
    corrections.push({
      label: isOpen ? "Reason for the visit" : "Why there is no bill",
      icon: <Pencil />,
      onSelect: () => onReason(visit),
    });
  const items = grouped([
    [null, others],
    ["State", states],
    ["Priority", order],
    ["Correct", corrections],
  ]);
  if (items.length === 0) return null;
  return (
    // On phones beside the name.
    <span className="shrink-0 max-md:-mt-2 max-md:-mr-2.5 max-md:self-start md:-ml-2" data-print="no">
      <Menu
        trigger={<IconButton label={`Actions for ${visit.patientName}`} size="sm" icon={<Ellipsis />} />}
        title={visit.patientName}
        detail={visit.number === null ? undefined : `Number ${queueNumber(visit)}`}
        items={items}
      />
    </span>
  );
}
