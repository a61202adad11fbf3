import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  type Closing,
  type DayCount,
  dayBills,
  dayCount,
  exportBills,
  exportPayments,
} from "#features/billing/contract.ts";
import { differenceWords } from "#shared/billing/cash-difference.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { addDays, formatDay, formatInstant, formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import { centavos, formatAmount, formatMoney } from "#shared/formats/money.ts";
import { formatPesosShort } from "#shared/formats/short-pesos.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { cx } from "#web/ui/cx.ts";
import { Figures } from "#web/ui/Figures.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { CloseCount } from "./CloseCount.tsx";
import { DayBills } from "./DayBills.tsx";

const pollEvery = 60_000;

/** The day of the count, between its buttons: beside the page's heading. */
export function DayChooser({ day, onDay }: { day: string; onDay: (day: string | null) => void }) {
  const today = useToday();
  const isToday = day === today;
  const go = (days: number) => {
    const next = addDays(day, days);
    onDay(next >= today ? null : next);
  };
  return (
    <div ref={holdFocus} className="flex items-center gap-1">
      <IconButton label="Previous day" icon={<ChevronLeft />} onClick={() => go(-1)} />
      <h2 className="min-w-0 text-center font-strong">
        {isToday && "Today, "}
        {dayInWords(day)}
      </h2>
      <IconButton label="Next day" icon={<ChevronRight />} disabled={isToday} onClick={() => go(1)} />
    </div>
  );
}

const dayInWords = (day: string) => `${formatWeekday(day)}, ${formatLongDay(day)}`;

/** A day's payments by method and person, and the count of the drawer. */
export function DayCountSheet({ day }: { day: string }) {
  const isToday = day === useToday();
  const query = useCall(
    dayCount,
    { query: { day } },
    { pollEvery, keepsPrevious: true, refetchOnMount: "always" },
  );
  return (
    <div ref={holdFocus} className="grid gap-5">
      {/* The buttons beside the heading are not printed. */}
      <p className="hidden font-strong print:block">{dayInWords(day)}</p>
      {query.data ? (
        <Sheet count={query.data} isToday={isToday} />
      ) : (
        <Section flush>
          <QueryPending query={query} title="Failed to load the day's count" skeleton={<SkeletonCard />} />
        </Section>
      )}
    </div>
  );
}

function Sheet({ count, isToday }: { count: DayCount; isToday: boolean }) {
  const {
    bills,
    billed,
    collected,
    hmoDue,
    open,
    notStated,
    methods,
    people,
    uncounted,
    closings,
    day,
    withoutBill,
  } = count;
  const can = useCan();
  const whichDay = { sent: { query: { from: day, to: day } }, total: undefined };
  return (
    <>
      <Figures
        slim
        items={[
          {
            label: "Billed",
            value: formatPesosShort(billed),
            note: bills === 1 ? "1 bill" : `${bills} bills`,
          },
          {
            label: "Collected",
            value: formatPesosShort(collected),
            note:
              methods
                .map(({ method, amount }) => `${paymentMethodLabels[method]}\u00a0${formatAmount(amount)}`)
                .join("\u00a0· ") || "no payments",
          },
          { label: "HMO due", value: formatPesosShort(hmoDue), note: "of these bills" },
          { label: "Open", value: formatPesosShort(open), note: "owed by patients" },
        ]}
      />
      {centavos(notStated) !== 0n && (
        <p className="text-sm text-ink-2">
          Not in the count: {formatMoney(notStated)} marked as paid in patient records, with no method stated.
        </p>
      )}
      {withoutBill.length > 0 && !can(dayBills) && (
        <p className={cx("text-sm", withoutBill[0]?.reason === null ? "text-warn" : "text-ink-2")}>
          Done without a bill:{" "}
          {withoutBill.map(({ reason, visits }) => `${visits} ${reason ?? "without a reason"}`).join(" · ")}
        </p>
      )}
      {uncounted.since !== null && uncounted.since < day && isToday && (
        <p className="text-sm text-warn">Payments since {formatDay(uncounted.since)} are not counted yet.</p>
      )}
      <div className={cx("grid items-start gap-5", isToday && "xl:grid-cols-[minmax(0,1fr)_20rem]")}>
        {/* First for the keyboard and on phones. */}
        {isToday && (
          <div className="lg:order-last">
            <CloseCount count={count} />
          </div>
        )}
        {can(dayBills) && (
          <Section
            flush
            title={isToday ? "Today's bills and payments" : "Bills and payments"}
            actions={
              <span className="flex flex-wrap gap-2" data-print="no">
                {can(exportBills) && (
                  <ExportButton
                    quiet
                    endpoint={exportBills}
                    {...whichDay}
                    nothing="Nothing was billed on this day."
                    failed="Failed to export the bills"
                  >
                    Export Bills
                  </ExportButton>
                )}
                {can(exportPayments) && (
                  <ExportButton
                    quiet
                    endpoint={exportPayments}
                    {...whichDay}
                    nothing="Nothing was paid on this day."
                    failed="Failed to export the payments"
                  >
                    Export Payments
                  </ExportButton>
                )}
              </span>
            }
          >
            <DayBills day={day} pollEvery={pollEvery} />
          </Section>
        )}
      </div>
      {people.length > 1 && (
        <Section flush title="Collected by person">
          <Sums
            rows={people.map(({ userId, name, amount, methods: own }) => ({
              key: userId,
              label: name,
              amount,
              note: own
                .map((sum) => `${paymentMethodLabels[sum.method]} ${formatMoney(sum.amount)}`)
                .join(" · "),
            }))}
          />
        </Section>
      )}
      {closings.length > 0 && (
        <Section flush title={closings.length === 1 ? "Count" : "Counts"}>
          <ul>
            {closings.map((closing) => (
              <ClosingItem key={closing.id} closing={closing} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const countWords = (payments: number) => (payments === 1 ? "1 payment" : `${payments} payments`);

type SumRow = { key: string | number; label: string; amount: string; note: string };

const Sums = ({ rows }: { rows: readonly SumRow[] }) => (
  <dl>
    {rows.map(({ key, label, amount, note }) => (
      <div
        key={key}
        className="flex min-h-13 items-center gap-4 border-t border-line px-4 py-2 first:border-t-0"
      >
        <dt className="min-w-0 flex-1 wrap-anywhere">
          {label}
          <span className="block text-sm text-ink-3 tabular-nums">{note}</span>
        </dt>
        <dd className="font-strong whitespace-nowrap tabular-nums">{formatMoney(amount)}</dd>
      </div>
    ))}
  </dl>
);

function ClosingItem({ closing }: { closing: Closing }) {
  const { userName, closedByName, closedAt, expected, counted, difference, note, payments } = closing;
  const { openingFloat, pettyCash } = closing;
  const off = centavos(difference);
  const drawer = [
    centavos(openingFloat) > 0n && `float ${formatMoney(openingFloat)}`,
    centavos(pettyCash) > 0n && `petty cash ${formatMoney(pettyCash)}`,
  ];
  return (
    <li
      data-print="whole"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0"
    >
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {userName ? `${userName}'s payments` : "Everybody's payments"}
        <span className="block text-sm text-ink-3">
          {[`${formatInstant(closedAt)} by ${closedByName}`, countWords(payments), ...drawer, note]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span className="text-sm md:text-right tabular-nums">
        expected {formatMoney(expected)}, counted {formatMoney(counted)}
        <b className={cx("block font-strong print:text-ink", off === 0n ? "text-ok" : "text-bad")}>
          {off === 0n ? "No difference" : differenceWords(off)}
        </b>
      </span>
    </li>
  );
}
