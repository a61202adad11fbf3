import { discountLabels, isLegalDiscount } from "#shared/billing/bill-sums.ts";
import { loaWords } from "#shared/billing/loa.ts";
import { centavos, formatDeduction, formatMoney } from "#shared/formats/money.ts";
import type { sumsOf } from "./payment-form.ts";
import { SumLine } from "./SumLine.tsx";

/** From the charges to what is due from the patient, step by step; nothing where the charges are all of it, or nothing is charged yet. */
export function BillSums({
  sums,
  kind,
  isVatRegistered,
  cover,
}: {
  sums: ReturnType<typeof sumsOf>;
  kind: keyof typeof discountLabels | null;
  isVatRegistered: boolean;
  /** Who pays a part: "Maxicare", with its letter of authorization. */
  cover: { company: string; loa: string | null } | null;
}) {
  const isLegal = isLegalDiscount(kind);
  const ofHmo = centavos(sums.hmoBalance) > 0n;
  if ((kind === null && !ofHmo) || centavos(sums.charges) === 0n) return null;
  return (
    <dl aria-label="Sums" className="text-sm text-ink-2 tabular-nums">
      {sums.lines.length > 1 && <Step label="Charges" amount={formatMoney(sums.charges)} />}
      {isLegal && isVatRegistered && (
        <Step label="VAT exemption, 12% included" amount={formatDeduction(sums.vatExemption)} />
      )}
      {kind && sums.percent !== null && (
        <Step
          label={`${discountLabels[kind]}, ${sums.percent}% of ${formatMoney(sums.discountedFrom)}${isLegal && !isVatRegistered ? ", not VAT-registered" : ""}`}
          amount={formatDeduction(sums.discount)}
        />
      )}
      {cover && ofHmo && (
        <Step
          label={[`${cover.company} pays`, cover.loa && loaWords(cover.loa)].filter(Boolean).join(", ")}
          amount={formatDeduction(sums.hmoBalance)}
        />
      )}
    </dl>
  );
}

const Step = ({ label, amount }: { label: string; amount: string }) => (
  <SumLine label={label} hasRule>
    {amount}
  </SumLine>
);
