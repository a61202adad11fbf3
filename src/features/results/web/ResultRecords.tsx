import { FlaskConical, Plus, Table2 } from "lucide-react";
import { Suspense, useState } from "react";
import { addResult, type Result } from "#features/results/contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { FlaggedText } from "./FlaggedText.tsx";
import { useResultPages } from "./use-result-pages.ts";

const EnterResultsDialog = lazyPart(() => import("./EnterResultsDialog.tsx"), "EnterResultsDialog");

/** Rows in the record; the table has all of them. */
const SHOWN = 5;

/** A patient's newest results in the record: flagged ones, and a link to the table. */
export function ResultRecords({ patientId, onOpen }: { patientId: number; onOpen: () => void }) {
  const { pages, results } = useResultPages(patientId);
  const [isEntering, setEntering] = useState(false);
  const valid = results?.filter(({ state }) => state !== "entered_in_error");
  return (
    <Section
      flush
      title="Results"
      actions={
        <>
          {valid && valid.length > 0 && (
            <Button size="sm" icon={<Table2 />} onClick={onOpen}>
              All Results
            </Button>
          )}
          <IfCan do={addResult}>
            <Button size="sm" icon={<Plus />} onClick={() => setEntering(true)}>
              Enter Results
            </Button>
          </IfCan>
        </>
      }
    >
      <QueryList
        query={pages}
        title="Failed to load the results"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        rowsOf={() => valid ?? []}
        empty={
          <Empty
            icon={<FlaskConical />}
            title="No results yet"
            why="Values typed from a laboratory's paper are checked against the range for sex and age, and compared over time."
          />
        }
      >
        {(results) => (
          <ul aria-label="Newest results">
            {results.slice(0, SHOWN).map((result) => (
              <ResultItem key={result.id} result={result} />
            ))}
          </ul>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {isEntering && <EnterResultsDialog patientId={patientId} onClose={() => setEntering(false)} />}
      </Suspense>
    </Section>
  );
}

/** Values in a line without flags. */
const FEW = 3;

function ResultItem({ result }: { result: Result }) {
  const flagged = result.values.filter(({ flag }) => flag !== null);
  const named = flagged.length > 0 || result.values.length > FEW ? flagged : result.values;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line px-4 py-2.5 first:border-t-0">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">
          {result.panelName} <ConfidentialBadge of={result} />
        </span>
        <span className="block text-sm wrap-anywhere text-ink-3">
          {[formatDay(manilaDay(new Date(result.collectedAt))), result.laboratory]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span className="min-w-0 flex-2 basis-52 text-sm wrap-anywhere tabular-nums">
        {named.length === 0
          ? `${result.values.length} values, none flagged`
          : named.map(({ analyte, name, value, unit, flag }, index) => (
              <span key={analyte}>
                {index > 0 && ", "}
                {name} <FlaggedText text={[value, unit].filter(Boolean).join(" ")} flag={flag} />
              </span>
            ))}
      </span>
    </li>
  );
}
