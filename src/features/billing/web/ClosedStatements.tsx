import { ReceiptText } from "lucide-react";
import { closedStatement, closedStatements, exportStatement } from "#features/billing/statements-contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ByDay, StatementFigures, spanWords } from "./statement-tables.tsx";

/** Those of one doctor, or of all: the latest first. */
export function ClosedStatements({
  practitionerId,
  onOpen,
}: {
  practitionerId: string;
  onOpen: (id: number) => void;
}) {
  const query = useCall(closedStatements, {
    query: practitionerId === "" ? {} : { practitionerId },
  });
  return (
    <Section flush title="Closed statements" className="print:hidden">
      <QueryList
        query={query}
        title="Failed to load the closed statements"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        empty={
          <Empty
            icon={<ReceiptText />}
            title="No closed statements"
            why="A statement that is closed stays here as it was."
          />
        }
      >
        {(statements) => (
          <ul aria-label="Closed statements">
            {statements.map((closed) => (
              <li key={closed.id} className="border-t border-line first:border-t-0">
                <button
                  type="button"
                  onClick={() => onOpen(closed.id)}
                  className="flex min-h-13 w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-left hover:bg-paper focus-visible:-outline-offset-2"
                >
                  <span className="min-w-0 flex-1 basis-56">
                    <span className="block font-medium wrap-anywhere">{closed.doctorName}</span>
                    <span className="block text-sm text-ink-2">
                      {spanWords(closed)} · closed {formatInstant(closed.closedAt)} by {closed.closedByName}
                    </span>
                  </span>
                  <span className="text-sm tabular-nums md:text-right">
                    collected {formatMoney(closed.collected)}
                    <b className="block font-strong">share {formatMoney(closed.share)}</b>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Section>
  );
}

/** One, as it was closed. */
export function ClosedStatementSheet({ id, onBack }: { id: number; onBack: () => void }) {
  const query = useCall(closedStatement, { params: { id: String(id) } });
  const { data } = query;
  return (
    <div className="grid gap-5">
      <div data-print="no">
        <Button variant="link" onClick={onBack} data-autofocus="">
          All Statements
        </Button>
      </div>
      {data ? (
        <>
          <StatementFigures sums={data} />
          <Section
            flush
            title={data.doctorName}
            note={<span className="text-sm text-ink-2">{spanWords(data)}</span>}
            actions={
              <ExportButton
                quiet
                endpoint={exportStatement}
                sent={{ query: { id: String(id) } }}
                total={data.entries}
                nothing="The statement is empty."
                failed="Failed to export the statement"
              >
                Export
              </ExportButton>
            }
            foot={
              <p className="text-sm text-ink-2">
                Closed {formatInstant(data.closedAt)} by {data.closedByName}. It stays as it is.
              </p>
            }
          >
            <ByDay days={data.days} />
          </Section>
        </>
      ) : (
        <Section flush>
          <QueryPending query={query} title="Failed to load the statement" skeleton={<SkeletonCard />} />
        </Section>
      )}
    </div>
  );
}
