import type { Acknowledgement, AcknowledgementRow } from "#shared/billing/acknowledgement.ts";
import { cx } from "#web/ui/cx.ts";

/** A preview of the print. */
export function AcknowledgementPreview({ sheet }: { sheet: Acknowledgement }) {
  return (
    <article
      aria-label="Preview of the acknowledgement"
      className="bg-white p-5 text-xs/4 text-black shadow-menu ring-1 ring-line wrap-anywhere"
    >
      <p className="text-base font-strong">{sheet.clinic.name}</p>
      {sheet.clinic.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="mt-3 border-t border-black pt-2 text-sm font-strong">{sheet.title}</p>
      {sheet.about.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Rows rows={sheet.charges} />
      <Rows rows={sheet.payments} hasRule />
      <Rows rows={sheet.balance} hasRule />
      <div className="mt-3">
        {sheet.blanks.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {sheet.foot.map((line) => (
        <p key={line} className="mt-3 border-t border-dashed border-black/50 pt-2 text-[0.625rem]/3.5">
          {line}
        </p>
      ))}
    </article>
  );
}

const Rows = ({ rows, hasRule = false }: { rows: readonly AcknowledgementRow[]; hasRule?: boolean }) => (
  <dl className={cx("mt-1.5 grid gap-0.5", hasRule && "border-t border-black pt-1")}>
    {rows.map(({ label, amount, isStrong }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
      <div key={index} className={cx("flex items-end gap-3", isStrong && "font-strong")}>
        <dt className="min-w-0 flex-1">{label}</dt>
        <dd className="tabular-nums">{amount}</dd>
      </div>
    ))}
  </dl>
);
