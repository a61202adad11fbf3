import type { ClosedStatement, Statement } from "#features/billing/statements-contract.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { formatDay, formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import { centavos, formatAmount, formatMoney } from "#shared/formats/money.ts";
import type { DaySpan } from "#shared/formats/pay-periods.ts";
import { Figures } from "#web/ui/Figures.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";

export const spanWords = ({ from, to }: DaySpan) =>
  from === to ? formatLongDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

export type Sums = Pick<Statement, "charged" | "discounts" | "hmoDue" | "collected" | "share" | "clinic">;

const amount = (value: string) =>
  centavos(value) === 0n ? <span className="text-ink-3">0.00</span> : formatAmount(value);

/** The columns of amounts, the same of doctors and of days. */
export const amountColumns: Column<Sums>[] = [
  { id: "charged", header: "Charged", align: "right", cell: ({ charged }) => amount(charged) },
  { id: "discounts", header: "Discounts", align: "right", cell: ({ discounts }) => amount(discounts) },
  { id: "hmo", header: "HMO due", align: "right", cell: ({ hmoDue }) => amount(hmoDue) },
  { id: "collected", header: "Collected", align: "right", cell: ({ collected }) => amount(collected) },
  {
    id: "share",
    header: "Doctor",
    align: "right",
    className: "font-strong",
    cell: ({ share }) => amount(share),
  },
  { id: "clinic", header: "Clinic", align: "right", cell: ({ clinic }) => amount(clinic) },
];

/** On phones: what is collected large, the rest in words. */
export function SumsCard({ title, sums }: { title: string; sums: Sums }) {
  const { charged, discounts, hmoDue, collected, share, clinic } = sums;
  return (
    <div className="flex items-start gap-4 px-4 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-ink-2 tabular-nums">
          charged {formatAmount(charged)}
          {centavos(discounts) !== 0n && `, discounts ${formatAmount(discounts)}`}
          {centavos(hmoDue) !== 0n && `, HMO due ${formatAmount(hmoDue)}`}
        </span>
      </span>
      <span className="shrink-0 text-right tabular-nums">
        <b className="block font-strong">{formatMoney(collected)}</b>
        <span className="block text-sm text-ink-2">doctor {formatAmount(share)}</span>
        <span className="block text-sm text-ink-2">clinic {formatAmount(clinic)}</span>
      </span>
    </div>
  );
}

/** A statement in sums, and by the ways in which patients and HMOs paid. */
export function StatementFigures({ sums }: { sums: Statement | ClosedStatement }) {
  const { charged, discounts, hmoDue, hmoCollected, collected, methods, share, clinic } = sums;
  return (
    <>
      <Figures
        items={[
          {
            label: "Charged",
            value: formatMoney(charged),
            note: centavos(discounts) === 0n ? "no discounts" : `${formatMoney(discounts)} discounts`,
          },
          {
            label: "HMO due",
            value: formatMoney(hmoDue),
            note: `${formatMoney(hmoCollected)} collected`,
          },
          { label: "Collected", value: formatMoney(collected), note: "patients and HMOs" },
          { label: "Doctor's share", value: formatMoney(share), note: `clinic ${formatMoney(clinic)}` },
        ]}
      />
      {methods.length > 0 && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {methods.map(({ method, payments, amount: of }) => (
            <div key={method} className="flex gap-1.5">
              <dt className="text-ink-2">{paymentMethodLabels[method]}</dt>
              <dd className="tabular-nums">
                {formatMoney(of)} <span className="text-ink-3">({payments})</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

export function ByDay({ days }: { days: Statement["days"] }) {
  return (
    <Table
      label="By day"
      columns={[
        {
          id: "day",
          header: "Day",
          cell: ({ day }: Statement["days"][number]) => `${formatWeekday(day)}, ${formatDay(day)}`,
        },
        ...amountColumns,
      ]}
      rows={days}
      rowKey={({ day }) => day}
      card={(row) => <SumsCard title={`${formatWeekday(row.day)}, ${formatDay(row.day)}`} sums={row} />}
    />
  );
}
