import { Banknote, CircleAlert, Ellipsis, Printer } from "lucide-react";
import { Suspense, useState } from "react";
import {
  type Bill,
  dayBills,
  type Payment,
  printBill,
  voidBill,
  voidPayment,
} from "#features/billing/contract.ts";
import { hmoOwes, isLive, mayPrintBill, mayVoidBill, patientOwes } from "#features/billing/rules.ts";
import { changeVisit, type Visit } from "#features/visits/contract.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { lacksBill } from "#shared/clinical/visit-states.ts";
import { formatClock, manilaDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { storedAcknowledgementPaper } from "#web/device-preferences.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { openForPrinting } from "#web/printing/show-for-printing.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { Menu, type MenuItem } from "#web/ui/overlays/Menu.tsx";
import { VisuallyHidden } from "#web/ui/VisuallyHidden.tsx";
import { BillState } from "./BillState.tsx";
import { printAcknowledgement } from "./print-acknowledgement.ts";
import { ReferenceAlsoOn } from "./ReferenceAlsoOn.tsx";

const TakePaymentDialog = lazyPart(() => import("./TakePaymentDialog.tsx"), "TakePaymentDialog");
const VoidDialog = lazyPart(() => import("./VoidDialog.tsx"), "VoidDialog");
const VisitReasonDialog = lazyPart(() => import("#web/clinical/VisitReasonDialog.tsx"), "VisitReasonDialog");

type Open =
  | { what: "pay"; patientId: number }
  | { what: "why"; visit: Visit }
  | { what: "void"; bill: Bill; payment: Payment | null; thenPay: boolean };

const columns = "md:grid-cols-[4.5rem_minmax(0,1fr)_6.5rem_minmax(0,1fr)_9rem_2.25rem]";

/** A day's bills with their payments, each to be corrected or printed again in its row. */
export function DayBills({ day, pollEvery }: { day: string; pollEvery: number }) {
  const query = useCall(dayBills, { query: { day } }, { pollEvery, keepsPrevious: true });
  const [open, show] = useState<Open | null>(null);
  const doctors = useCurrentUser().data?.doctors;
  const [doctor, choose] = useState("");
  const { data } = query;
  if (!data)
    return (
      <QueryPending query={query} title="Failed to load the bills" skeleton={<SkeletonRows rows={4} />} />
    );
  if (data.bills.length + data.ofDeleted.length + data.withoutBill.length === 0)
    return <Empty icon={<Banknote />} title="No bills" why="Bills and payments of this day appear here." />;
  const bills = data.bills.filter(
    ({ lines }) => doctor === "" || lines.some(({ practitionerId }) => String(practitionerId) === doctor),
  );
  return (
    <>
      {doctors && (
        <div
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2"
          data-print="no"
        >
          <Select
            aria-label="Doctor"
            className="md:w-64"
            value={doctor}
            onChange={(event) => choose(event.target.value)}
            options={[
              { value: "", label: "All doctors" },
              ...doctors.map(({ id, letter, name }) => ({ value: String(id), label: `${letter} · ${name}` })),
            ]}
          />
          {doctor !== "" && (
            <p className="text-sm text-ink-2" role="status">
              {bills.length === 1 ? "1 bill" : `${bills.length} bills`} with lines of this doctor
            </p>
          )}
        </div>
      )}
      <div
        aria-hidden="true"
        className={cx(
          "hidden gap-3 border-b border-line bg-sunk px-4 py-2 text-sm text-ink-2 md:grid",
          columns,
        )}
      >
        <span>Time</span>
        <span>Patient</span>
        <span className="text-right">Bill</span>
        <span>Paid with</span>
        <span>State</span>
      </div>
      <ul aria-label="Bills and payments">
        {bills.map((bill) => (
          <BillRow key={bill.id} bill={bill} day={day} onOpen={show} />
        ))}
        {(doctor === "" ? data.withoutBill : []).map((visit) => (
          <UnbilledRow key={visit.id} visit={visit} onWhy={() => show({ what: "why", visit })} />
        ))}
        {(doctor === "" ? data.ofDeleted : []).map(({ id, method, amount, takenAt, voidedAt }) => (
          <li key={id} className={cx("grid gap-x-3 border-t border-line px-4 py-2 text-sm", columns)}>
            <span className="text-ink-2 tabular-nums">{formatClock(takenAt)}</span>
            <span className="text-ink-2">Patient deleted</span>
            <span />
            <span className={cx("tabular-nums md:col-span-2", voidedAt && "line-through")}>
              {paymentMethodLabels[method]} {formatMoney(amount)}
            </span>
          </li>
        ))}
      </ul>
      {data.more > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-2">
          {data.more} more: export the day's bills and payments to see all of them.
        </p>
      )}
      <Suspense fallback={null}>
        {open?.what === "pay" && <TakePaymentDialog patientId={open.patientId} onClose={() => show(null)} />}
        {open?.what === "why" && <VisitReasonDialog visit={open.visit} onClose={() => show(null)} />}
        {open?.what === "void" && (
          <VoidDialog
            bill={open.bill}
            payment={open.payment}
            onVoided={() => {
              if (open.thenPay) show({ what: "pay", patientId: open.bill.patientId });
            }}
            onClose={() => show((now) => (now === open ? null : now))}
          />
        )}
      </Suspense>
    </>
  );
}

/** A visit that was done without a bill, in amber until somebody says why. */
function UnbilledRow({ visit, onWhy }: { visit: Visit; onWhy: () => void }) {
  const can = useCan();
  const { closedAt, patientName, noBillReason } = visit;
  const isOpen = lacksBill(visit);
  return (
    <li
      data-print="whole"
      className={cx(
        "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm first:border-t-0",
        columns,
        isOpen && "bg-warn-bg",
      )}
    >
      <span className="text-ink-2 tabular-nums">{closedAt && formatClock(closedAt)}</span>
      <span className="min-w-0">
        <span className="block text-md font-medium wrap-anywhere">{patientName}</span>
        <span className="block text-ink-2 tabular-nums">
          {visit.number === null ? "Done" : `number ${queueNumber(visit)}, Done`}
        </span>
      </span>
      <span className="max-md:hidden" />
      <span className="min-w-0 text-ink-2 wrap-anywhere max-md:col-start-2">
        {noBillReason ?? "Done without a bill"}
      </span>
      <span className="max-md:col-start-2">
        <Badge {...(isOpen && { tone: "warn", icon: <CircleAlert /> })}>No bill</Badge>
      </span>
      {isOpen && can(changeVisit) && (
        <span
          className="justify-self-end max-md:col-start-3 max-md:row-span-3 max-md:row-start-1 max-md:self-center md:-ml-12"
          data-print="no"
        >
          <Button size="sm" onClick={onWhy} aria-label={`Say Why ${patientName} has no bill`}>
            Say Why
          </Button>
        </span>
      )}
    </li>
  );
}

/** Of the bill's lines, by their letters; a former doctor by name. Nothing where one practised. */
function Doctors({ of: { lines } }: { of: Bill }) {
  const doctors = useCurrentUser().data?.doctors ?? [];
  const names = new Map(lines.map(({ practitionerId, doctorName }) => [practitionerId, doctorName]));
  return [...names].map(([id, name]) => {
    const letter = doctors.find((doctor) => doctor.id === id)?.letter;
    return (
      name !== undefined && (
        <span key={id} title={name}>
          {" · "}
          {letter === undefined ? (
            name
          ) : (
            <>
              <span aria-hidden="true">{letter}</span>
              <VisuallyHidden>{name}</VisuallyHidden>
            </>
          )}
        </span>
      )
    );
  });
}

function BillRow({ bill, day, onOpen }: { bill: Bill; day: string; onOpen: (open: Open) => void }) {
  const can = useCan();
  const isOf = (instant: string | null) => instant !== null && manilaDay(new Date(instant)) === day;
  const payments = bill.payments.filter(({ takenAt, voidedAt }) => isOf(takenAt) || isOf(voidedAt));
  const live = bill.payments.filter(isLive);
  const owes = patientOwes(bill);
  const isVoid = bill.state === "void";
  const act = (payment: Payment | null, thenPay: boolean) => () =>
    onOpen({ what: "void", bill, payment, thenPay });
  const items: (MenuItem | "divider")[] = [
    ...(owes
      ? [
          {
            label: "Take Payment",
            icon: <Banknote />,
            onSelect: () => onOpen({ what: "pay", patientId: bill.patientId }),
          },
        ]
      : []),
    ...(can(printBill) && mayPrintBill(bill)
      ? [
          {
            label: "Print Acknowledgement",
            icon: <Printer />,
            onSelect: () =>
              void printAcknowledgement(bill.id, storedAcknowledgementPaper(), openForPrinting()),
          },
        ]
      : []),
    ...(can(voidPayment)
      ? live.flatMap((payment): MenuItem[] => {
          const of = `${paymentMethodLabels[payment.method]} ${formatMoney(payment.amount)}`;
          return [
            { label: `Correct ${of}`, onSelect: act(payment, true) },
            { label: `Void ${of}`, onSelect: act(payment, false), danger: true },
          ];
        })
      : []),
    ...(can(voidBill) && mayVoidBill(bill)
      ? [
          { label: "Correct Bill", onSelect: act(null, true) },
          { label: "Void Bill", onSelect: act(null, false), danger: true },
        ]
      : []),
  ];
  return (
    <li
      data-print="whole"
      className={cx(
        "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm first:border-t-0",
        columns,
      )}
    >
      <span className="text-ink-2 tabular-nums">
        {formatClock(bill.day === day ? bill.createdAt : (payments[0]?.takenAt ?? bill.createdAt))}
      </span>
      <span className="min-w-0">
        <span className="block text-md font-medium wrap-anywhere">{bill.patientName}</span>
        <span className="block text-ink-3 tabular-nums">
          {bill.number}
          <Doctors of={bill} />
        </span>
      </span>
      <span className={cx("text-right tabular-nums", isVoid && "text-ink-3 line-through")}>
        {formatMoney(bill.due)}
      </span>
      <span className="min-w-0 max-md:col-span-2 max-md:col-start-2">
        {payments.map((payment) => (
          <span key={payment.id} className="block wrap-anywhere tabular-nums">
            <span className={cx(payment.voidedAt && "text-ink-3 line-through")}>
              {paymentMethodLabels[payment.method]} {formatMoney(payment.amount)}
            </span>
            {payment.voidedAt ? (
              <span className="text-ink-2"> voided, {payment.voidReason}</span>
            ) : (
              payment.reference && <span className="block text-ink-3">ref {payment.reference}</span>
            )}
            <ReferenceAlsoOn payment={payment} of={bill} />
          </span>
        ))}
        {bill.cover && hmoOwes(bill) && (
          <span className="block text-ink-2">
            {bill.cover.company} {formatMoney(bill.hmoBalance)} due
          </span>
        )}
        {owes && live.length === 0 && <span className="block font-medium text-warn">Pays later</span>}
        {isVoid && <span className="block text-ink-2">voided, {bill.voidReason}</span>}
      </span>
      <span className="max-md:col-start-2">
        <BillState bill={bill} />
      </span>
      <span className="justify-self-end max-md:col-start-3" data-print="no">
        {items.length > 0 && (
          <Menu
            trigger={<IconButton size="sm" label={`Actions for bill ${bill.number}`} icon={<Ellipsis />} />}
            title={bill.patientName}
            detail={`Bill ${bill.number}`}
            items={items}
            align="end"
          />
        )}
      </span>
    </li>
  );
}
