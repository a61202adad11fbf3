import { ChevronLeft, ChevronRight, Wallet } from "lucide-react";
import { useState } from "react";
import { exportBills, exportPayments } from "#features/billing/contract.ts";
import { type Closing, type DayCount, dayCount } from "#features/billing/day-count-contract.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { addDays, formatDay, formatInstant, formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Figures } from "#web/ui/Figures.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { CloseCount } from "./CloseCount.tsx";
import { differenceWords } from "./cash-difference.ts";

const pollEvery = 60_000;

/** A day's payments by method and person, and the count of the drawer. */
export function DayCountSheet() {
  const today = useToday();
  const [chosen, choose] = useState<string | null>(null);
  const day = chosen ?? today;
  const isToday = day === today;
  const can = useCan();
  const { data, error, refetch, isFetching } = useCall(
    dayCount,
    { query: { day } },
    { pollEvery, keepsPrevious: true, refetchOnMount: "always" },
  );
  const go = (days: number) => {
    const next = addDays(day, days);
    choose(next >= today ? null : next);
  };
  return (
    <div ref={holdFocus} className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex" data-print="no">
          <IconButton label="Previous day" icon={<ChevronLeft />} onClick={() => go(-1)} />
          <IconButton label="Next day" icon={<ChevronRight />} disabled={isToday} onClick={() => go(1)} />
        </span>
        <h2 className="min-w-0 flex-1 text-lg font-strong tracking-snug">
          {isToday && "Today, "}
          {formatWeekday(day)}, {formatLongDay(day)}
        </h2>
        <span className="ml-auto flex flex-wrap gap-2 max-md:basis-full" data-print="no">
          {can(exportBills) && (
            <ExportButton
              endpoint={exportBills}
              sent={{ query: { from: day, to: day } }}
              total={undefined}
              nothing="Nothing was billed on this day."
              failed="Failed to export the bills"
            >
              Export Bills
            </ExportButton>
          )}
          {can(exportPayments) && (
            <ExportButton
              endpoint={exportPayments}
              sent={{ query: { from: day, to: day } }}
              total={undefined}
              nothing="Nothing was paid on this day."
              failed="Failed to export the payments"
            >
              Export Payments
            </ExportButton>
          )}
        </span>
      </div>
      {data ? (
        <Sheet count={data} isToday={isToday} />
      ) : error ? (
        <Section flush>
          <ErrorState
            title="Failed to load the day's count"
            why={error.shown()}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Section>
      ) : (
        <Waiting skeleton={<SkeletonCard />} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function Sheet({ count, isToday }: { count: DayCount; isToday: boolean }) {
  const { billed, collected, notStated, methods, people, uncounted, expectedCash, closings, day } = count;
  return (
    <>
      <Figures
        items={[
          { label: "Billed", value: formatMoney(billed), note: isToday ? "today" : formatDay(day) },
          { label: "Collected", value: formatMoney(collected), note: paymentsIn(methods) },
          {
            label: "Cash to count",
            value: formatMoney(expectedCash),
            note:
              uncounted.since === null
                ? "all is counted"
                : uncounted.since === day
                  ? "since the last count"
                  : `since ${formatDay(uncounted.since)}`,
          },
        ]}
      />
      {centavos(notStated) !== 0n && (
        <p className="text-sm text-ink-2">
          Not in the count: {formatMoney(notStated)} marked paid in patient records, “Not stated” in the
          exported payments.
        </p>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Section flush title="Collected by method">
          {methods.length === 0 ? (
            <Empty icon={<Wallet />} title="No payments" why="Payments of this day appear here." />
          ) : (
            <Sums
              rows={methods.map(({ method, amount, payments }) => ({
                key: method,
                label: paymentMethodLabels[method],
                amount,
                note: countWords(payments),
              }))}
            />
          )}
        </Section>
        <Section flush title="Collected by person">
          {people.length === 0 ? (
            <Empty
              icon={<Wallet />}
              title="Nobody yet"
              why="Everyone who takes a payment on this day appears here."
            />
          ) : (
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
          )}
        </Section>
      </div>
      {isToday && <CloseCount count={count} />}
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

const paymentsIn = (methods: DayCount["methods"]) =>
  countWords(methods.reduce((sum, { payments }) => sum + payments, 0));

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
  const off = centavos(difference);
  return (
    <li
      data-print="whole"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0"
    >
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {userName ? `${userName}'s payments` : "Everybody's payments"}
        <span className="block text-sm text-ink-3">
          {[`${formatInstant(closedAt)} by ${closedByName}`, countWords(payments), note]
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
