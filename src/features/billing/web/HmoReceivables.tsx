import { HandCoins } from "lucide-react";
import { useState } from "react";
import {
  hmoReceivables,
  markClaimsBilled,
  markClaimsPaid,
  type Receivable,
} from "#features/billing/contract.ts";
import { loaWords } from "#shared/billing/loa.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { formatMoney, sumOf } from "#shared/formats/money.ts";
import { receivables } from "#shared/terms.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { ClaimsDialog } from "./ClaimsDialog.tsx";

/** What HMOs owe the clinic, by company and age. */
export function HmoReceivables() {
  const query = useCall(hmoReceivables, {}, { refetchOnMount: "always" });
  const { data } = query;
  if (data?.length === 0)
    return (
      <Section flush>
        <Empty
          icon={<HandCoins />}
          title="No HMO receivables"
          why="Bills covered by an HMO appear here until it pays."
        />
      </Section>
    );
  if (data)
    return (
      <div ref={holdFocus} className="grid gap-5">
        <p className="text-sm text-ink-2">{receivables}</p>
        {data.map((receivable) => (
          <Company key={receivable.company} receivable={receivable} />
        ))}
      </div>
    );
  return (
    <Section flush>
      <QueryPending
        query={query}
        title="Failed to load HMO receivables"
        skeleton={<SkeletonRows rows={4} initials={false} />}
      />
    </Section>
  );
}

function Company({ receivable: { company, amount, byAge, claims, more } }: { receivable: Receivable }) {
  const can = useCan();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [act, setAct] = useState<"billed" | "paid" | null>(null);
  const chosen = claims.filter(({ billId }) => marked.has(billId));
  const sum = sumOf(chosen.map(({ hmoBalance }) => hmoBalance));
  const mark = (ids: readonly number[], isOn: boolean) =>
    setMarked((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isOn ? ids : [])));
  return (
    <Section
      flush
      title={company}
      note={<span className="font-strong tabular-nums">{formatMoney(amount)}</span>}
      actions={
        can(markClaimsPaid) && (
          <span className="flex flex-wrap gap-2" data-print="no">
            <Button size="sm" disabled={chosen.length === 0} onClick={() => setAct("billed")}>
              Mark as Billed
            </Button>
            <Button size="sm" disabled={chosen.length === 0} onClick={() => setAct("paid")}>
              Mark as Paid
            </Button>
          </span>
        )
      }
    >
      <dl className="grid grid-cols-4 border-b border-line text-sm max-md:grid-cols-2">
        {(
          [
            ["Up to 30 days", byAge.to30],
            ["31 to 60", byAge.to60],
            ["61 to 90", byAge.to90],
            ["Older", byAge.older],
          ] as const
        ).map(([label, owed]) => (
          <div key={label} className="px-4 py-2">
            <dt className="text-ink-3">{label}</dt>
            <dd className="tabular-nums">{formatMoney(owed)}</dd>
          </div>
        ))}
      </dl>
      <div className="border-b border-line px-4 py-1.5" data-print="no">
        <Checkbox
          label={chosen.length === 0 ? "Choose all" : `${chosen.length} chosen, ${formatMoney(sum)}`}
          checked={claims.length > 0 && chosen.length === claims.length}
          onChange={(event) =>
            mark(
              claims.map(({ billId }) => billId),
              event.target.checked,
            )
          }
        />
      </div>
      <ul aria-label={`Claims on ${company}`}>
        {claims.map((claim) => (
          <li
            key={claim.billId}
            data-print="whole"
            className="flex items-center gap-4 border-t border-line px-4 py-2 first:border-t-0"
          >
            <Checkbox
              className="min-w-0 flex-1 wrap-anywhere"
              label={<span className="font-medium">{claim.patientName}</span>}
              checked={marked.has(claim.billId)}
              onChange={(event) => mark([claim.billId], event.target.checked)}
              hint={[
                claim.number,
                formatDay(claim.day),
                claim.card && `card ${claim.card}`,
                claim.loa && loaWords(claim.loa),
                claim.billedAt ? `billed with ${claim.reference}` : "not billed",
              ]
                .filter(Boolean)
                .join(" · ")}
            />
            <span className="shrink-0 text-right tabular-nums">
              <b className="block font-strong">{formatMoney(claim.hmoBalance)}</b>
              <span className="block text-sm text-ink-2">
                {claim.age === 0 ? "today" : claim.age === 1 ? "1 day" : `${claim.age} days`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-2">
          {formatCount(more)} newer {more === 1 ? "claim is" : "claims are"} in the sums, and listed once
          older ones are paid.
        </p>
      )}
      {act && (
        <ClaimsDialog
          company={company}
          billIds={chosen.map(({ billId }) => billId)}
          amount={sum}
          endpoint={act === "billed" ? markClaimsBilled : markClaimsPaid}
          onDone={() => setMarked(new Set())}
          onClose={() => setAct(null)}
        />
      )}
    </Section>
  );
}
