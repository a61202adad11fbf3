import type { Analytics } from "#features/reports/contract.ts";
import { formatMonth } from "#shared/formats/dates.ts";
import { formatPesosWhole } from "#shared/formats/money.ts";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { inPatients } from "./report-words.ts";

/** The minimum width of a bar, in percent of its track (specification, section 9). A month of nothing has none. */
const NARROWEST = 5;

/**
 * Patients and revenue of the last six months. A bar is the month's revenue relative to the best month's, or its
 * patients in a clinic that enters no amounts. The current month is hatched.
 */
export function MonthTrend({ trend }: Pick<Analytics, "trend">) {
  const hasRevenue = trend.some(({ revenue }) => Number(revenue) > 0);
  const sizeOf = ({ patients, revenue }: (typeof trend)[number]) => (hasRevenue ? Number(revenue) : patients);
  const largest = Math.max(1, ...trend.map(sizeOf));
  const hasBars = trend.some((month) => sizeOf(month) > 0);
  const [running = ""] = formatMonth(trend.at(-1)?.month ?? "").split(" ");
  return (
    <Section
      title="6-Month Trend"
      flush
      actions={
        <span className="text-sm text-ink-3">
          {hasBars && `Bars show ${hasRevenue ? "revenue" : "patients"} · `}
          {running} to date
        </span>
      }
    >
      <ol className="tabular-nums">
        {trend.map((month, index) => (
          <li
            key={month.month}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0 md:grid-cols-[8.5rem_minmax(0,1fr)_6.5rem_7rem]"
            data-print="whole"
          >
            <span>{formatMonth(month.month)}</span>
            <span
              aria-hidden="true"
              className={cx(
                "h-2.5 overflow-hidden rounded-sm max-md:order-last max-md:col-span-3 md:h-4.5",
                hasBars ? "bg-sunk print:border print:border-line" : "max-md:hidden",
              )}
            >
              {sizeOf(month) > 0 && (
                <span
                  data-bar=""
                  className={cx(
                    "block h-full rounded-sm bg-brand-ring print-color-exact",
                    index === trend.length - 1 && "hatched",
                  )}
                  style={{ width: `${Math.max(NARROWEST, (100 * sizeOf(month)) / largest)}%` }}
                />
              )}
            </span>
            <span className="text-right text-ink-2">{inPatients(month.patients)}</span>
            <span className="text-right font-medium">{formatPesosWhole(month.revenue)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
