import { ReceiptText } from "lucide-react";
import { useState } from "react";
import {
  closeStatement,
  exportStatement,
  type Statement,
  statement,
} from "#features/billing/statements-contract.ts";
import { addDays, formatDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import type { DaySpan } from "#shared/formats/pay-periods.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { SumLine } from "./SumLine.tsx";
import { ByDay, StatementFigures, spanWords } from "./statement-tables.tsx";

/** A doctor's statement that is not closed. */
export function OpenStatement({
  practitionerId,
  span,
  onClosed,
}: {
  practitionerId: string;
  span: DaySpan;
  onClosed: (id: number) => void;
}) {
  const asked = { practitionerId, ...span };
  const query = useCall(statement, { query: asked }, { keepsPrevious: true, refetchOnMount: "always" });
  const can = useCan();
  const [isClosing, setClosing] = useState(false);
  const { data } = query;
  if (!data)
    return (
      <Section flush>
        <QueryPending query={query} title="Failed to load the statement" skeleton={<SkeletonCard />} />
      </Section>
    );
  return (
    <>
      {data.closed && (
        <NoteBox
          tone="info"
          actions={
            <Button size="sm" onClick={() => onClosed(data.closed?.id ?? 0)}>
              Open It
            </Button>
          }
        >
          {spanWords(data.closed)} is closed. Below is what was recorded since.
        </NoteBox>
      )}
      <StatementFigures sums={data} />
      {data.late > 0 && (
        <p className="text-sm text-ink-2">
          {data.late === 1 ? "1 entry" : `${data.late} entries`} of days that were closed before{" "}
          {data.late === 1 ? "it was" : "they were"} recorded.
        </p>
      )}
      <Section
        flush
        title={data.doctorName}
        note={<span className="text-sm text-ink-2">{spanWords(data)}, not closed</span>}
        actions={
          <span className="flex flex-wrap gap-2" data-print="no">
            <ExportButton
              quiet
              endpoint={exportStatement}
              sent={{ query: asked }}
              total={data.entries}
              nothing="Nothing is open on these days."
              failed="Failed to export the statement"
            >
              Export
            </ExportButton>
            {can(closeStatement) && (
              <Button
                size="sm"
                variant="primary"
                disabled={data.entries === 0 || data.closed !== null || query.isPlaceholderData}
                onClick={() => setClosing(true)}
              >
                Close Statement
              </Button>
            )}
          </span>
        }
      >
        {data.days.length === 0 ? (
          <Empty
            icon={<ReceiptText />}
            title="Nothing is open on these days"
            why="What is billed and collected appears here until the statement is closed."
          />
        ) : (
          <ByDay days={data.days} />
        )}
      </Section>
      {isClosing && <CloseDialog of={data} onClosed={onClosed} onClose={() => setClosing(false)} />}
    </>
  );
}

/** Asks before a statement closes. */
function CloseDialog({
  of,
  onClosed,
  onClose,
}: {
  of: Statement;
  onClosed: (id: number) => void;
  onClose: () => void;
}) {
  const { practitionerId, doctorName, from, to, collected, share, clinic } = of;
  const { mutateAsync } = useEndpointMutation(closeStatement, {
    done: (closed) => ({
      title: "Statement closed",
      description: `${closed.doctorName}: ${formatMoney(closed.share)} of ${formatMoney(closed.collected)}`,
    }),
    failed: { title: "Error", fallback: "The statement could not be closed" },
    invalidatesOnError: true,
  });
  return (
    <ConfirmDialog
      open
      title="Close this statement?"
      description={`${doctorName}, ${spanWords({ from, to })}. A closed statement is final: what is paid, voided or corrected later belongs to the next one, from ${formatDay(addDays(to, 1))}.`}
      confirmLabel="Close Statement"
      onClose={onClose}
      onConfirm={() =>
        mutateAsync({ body: { practitionerId, from, to } })
          .then(({ id }) => {
            onClose();
            onClosed(id);
          })
          .catch(onClose)
      }
    >
      <dl className="text-sm tabular-nums">
        <SumLine label="Collected" hasRule>
          {formatMoney(collected)}
        </SumLine>
        <SumLine label="Clinic" hasRule>
          {formatMoney(clinic)}
        </SumLine>
        <SumLine label="Doctor's share" hasRule className="font-strong">
          {formatMoney(share)}
        </SumLine>
      </dl>
    </ConfirmDialog>
  );
}
