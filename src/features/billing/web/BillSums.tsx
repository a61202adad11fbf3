import { discountLabels } from "#shared/billing/bill-sums.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { cx } from "#web/ui/cx.ts";
import type { sumsOf } from "./payment-form.ts";

/** How the amount due is computed, step by step. */
export function BillSums({
  sums,
  kind,
  isVatRegistered,
}: {
  sums: ReturnType<typeof sumsOf>;
  kind: keyof typeof discountLabels | null;
  isVatRegistered: boolean;
}) {
  const isLegal = kind === "senior" || kind === "pwd";
  return (
    <dl aria-label="Sums" className="grid gap-1 text-sm text-ink-2 tabular-nums">
      <Step label="Charges" amount={formatMoney(sums.charges)} />
      {isLegal && isVatRegistered && (
        <Step label="VAT exemption, 12% included" amount={`−${formatMoney(sums.vatExemption)}`} />
      )}
      {kind && sums.percent !== null && (
        <Step
          label={`${discountLabels[kind]}, ${sums.percent}% of ${formatMoney(sums.discountedFrom)}${isLegal && !isVatRegistered ? ", not VAT-registered" : ""}`}
          amount={`−${formatMoney(sums.discount)}`}
        />
      )}
      <Step label="Due" amount={formatMoney(sums.due)} isStrong />
      {centavos(sums.hmoBalance) > 0n && (
        <>
          <Step label="The HMO owes" amount={formatMoney(sums.hmoBalance)} />
          <Step label="The patient owes" amount={formatMoney(sums.patientBalance)} isStrong />
        </>
      )}
    </dl>
  );
}

const Step = ({ label, amount, isStrong }: { label: string; amount: string; isStrong?: boolean }) => (
  <div
    className={cx(
      "flex justify-between gap-4",
      isStrong && "border-t border-line-strong pt-1.5 text-lg font-strong text-ink",
    )}
  >
    <dt>{label}</dt>
    <dd className="whitespace-nowrap">{amount}</dd>
  </div>
);
