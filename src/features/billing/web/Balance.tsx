import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { cx } from "#web/ui/cx.ts";
import type { PaymentValues, sumsOf } from "./payment-form.ts";

/** What the typed payments come to: the rest, and the change to give back. Nothing before an amount is entered. */
export function Balance({
  sums,
  rows,
  amounts,
  change,
}: {
  sums: ReturnType<typeof sumsOf>;
  rows: PaymentValues["payments"];
  /** Of each row. */
  amounts: readonly string[];
  change: string;
}) {
  const paid = amounts.reduce((total, amount) => total + centavos(amount), 0n);
  const rest = centavos(sums.balance) - paid;
  const ofPatient = centavos(sums.patientBalance) - paid;
  const isEnough = rest >= 0n && ofPatient <= 0n;
  const words =
    rest < 0n
      ? `${formatMoney(fromCentavos(-rest))} more than is due`
      : ofPatient <= 0n
        ? "Paid in full"
        : `Still to pay ${formatMoney(fromCentavos(ofPatient))}`;
  const how = rows.flatMap(({ method }, index) =>
    centavos(amounts[index] ?? "0") > 0n
      ? [`${formatMoney(amounts[index] ?? "0")} ${paymentMethodLabels[method]}`]
      : [],
  );
  return (
    // In sight while an amount is typed, also in a low window.
    <p role="status" className="sticky bottom-2 z-1 empty:hidden">
      {paid > 0n && (
        <span
          className={cx(
            "flex flex-wrap items-baseline gap-x-3 rounded-md border px-3 py-2",
            isEnough ? "border-ok-line bg-ok-bg text-ok" : "border-warn-line bg-warn-bg text-warn",
          )}
        >
          <b className="font-strong">{words}</b>
          <span className="text-sm text-ink-2 tabular-nums">{how.join(" · ")}</span>
          {centavos(change) > 0n && (
            <b className="ml-auto text-xl font-strong text-ink tabular-nums">Change {formatMoney(change)}</b>
          )}
        </span>
      )}
    </p>
  );
}
