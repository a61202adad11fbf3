import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { cx } from "#web/ui/cx.ts";
import type { sumsOf } from "./payment-form.ts";

/** The balance after the form's payments. */
export function Balance({
  sums,
  amounts,
  change,
}: {
  sums: ReturnType<typeof sumsOf>;
  amounts: readonly string[];
  change: string;
}) {
  const paid = amounts.reduce((total, amount) => total + centavos(amount), 0n);
  const rest = centavos(sums.balance) - paid;
  const ofPatient = centavos(sums.patientBalance) - paid;
  const isEnough = rest >= 0n && ofPatient <= 0n;
  const words =
    rest < 0n
      ? "More than is due"
      : rest === 0n
        ? "Paid in full"
        : ofPatient <= 0n
          ? "The HMO owes the rest"
          : "Still to pay";
  return (
    <p
      role="status"
      className={cx(
        "flex items-baseline gap-3 rounded-md border px-3 py-2.5",
        isEnough ? "border-ok-line bg-ok-bg text-ok" : "border-warn-line bg-warn-bg text-warn",
      )}
    >
      <b className="font-strong">{words}</b>
      {centavos(change) > 0n && <span className="text-sm">change {formatMoney(change)}</span>}
      <b className="ml-auto font-strong text-ink tabular-nums">{formatMoney(fromCentavos(rest))}</b>
    </p>
  );
}
