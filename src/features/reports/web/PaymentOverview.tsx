import type { Analytics } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { centavos, formatPesosWhole } from "#shared/formats/money.ts";
import { phic as phicTerm } from "#shared/terms.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { VisuallyHidden } from "#web/ui/VisuallyHidden.tsx";
import { inPercent, inPercents } from "./report-words.ts";
import { ShareBar } from "./ShareBar.tsx";
import { ShareLines } from "./ShareLines.tsx";

/** The revenue of the period: paid, outstanding (Pending plus Overdue), and owed by HMOs. Then the PHIC cases. */
export function PaymentOverview({ payments }: Pick<Analytics, "payments">) {
  const { paid, outstanding, hmo, overdue, phic, private: privately } = payments;
  const [paidPercent = "", outstandingPercent = "", hmoPercent = ""] = inPercents([
    centavos(paid.revenue),
    centavos(outstanding.revenue),
    centavos(hmo.revenue),
  ]);
  return (
    <Section title="Payment Overview">
      <ShareBar
        shares={[
          { label: "Paid", colour: "bg-ok-solid", percent: paid.percent },
          { label: "Pending", colour: "bg-warn-solid", percent: outstanding.percent },
          { label: "HMO receivable", colour: "bg-info-solid", percent: hmo.percent },
        ]}
      />
      <ShareLines
        lines={[
          {
            label: "Paid",
            colour: "bg-ok-solid",
            value: formatPesosWhole(paid.revenue),
            percent: paidPercent,
          },
          {
            label: "Pending",
            colour: "bg-warn-solid",
            value: formatPesosWhole(outstanding.revenue),
            percent: outstandingPercent,
            ...(overdue.patients > 0 && { note: `incl. ${formatPesosWhole(overdue.revenue)} overdue` }),
          },
          ...(centavos(hmo.revenue) > 0n
            ? [
                {
                  label: "HMO receivable",
                  colour: "bg-info-solid",
                  value: formatPesosWhole(hmo.revenue),
                  percent: hmoPercent,
                },
              ]
            : []),
          {
            label: "PHIC vs private",
            value: (
              <>
                {formatCount(phic.patients)}
                <span aria-hidden="true"> / </span>
                <VisuallyHidden> PHIC, </VisuallyHidden>
                {formatCount(privately.patients)}
                <VisuallyHidden> private</VisuallyHidden>
              </>
            ),
            percent: inPercent(phic.patients, phic.patients + privately.patients),
          },
        ]}
      />
      <p className="mt-2 text-sm text-ink-3">PHIC: {phicTerm}</p>
    </Section>
  );
}
