import { Pencil } from "lucide-react";
import { changeResult, type Result } from "#features/results/contract.ts";
import { rangeInWords } from "#shared/clinical/results/judge.ts";
import { BandChart } from "#web/clinical/BandChart.tsx";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { FlaggedText } from "./FlaggedText.tsx";
import { seriesInWords } from "./ResultsTable.tsx";
import { type ResultColumn, type ResultRow, seriesOf } from "./result-table.ts";

/** One test over time: its line over the range, and every value with its source. */
export function TestDialog({
  row,
  columns,
  today,
  onCorrect,
  onClose,
}: {
  row: ResultRow;
  columns: readonly ResultColumn[];
  today: string;
  onCorrect: (result: Result) => void;
  onClose: () => void;
}) {
  const series = seriesOf(row, columns);
  const values = columns.flatMap((column) => {
    const cell = row.cells.get(column.key);
    return cell ? [{ column, cell }] : [];
  });
  return (
    <Dialog open onClose={onClose} title={row.name} description={row.range || undefined} bodyLabel={row.name}>
      {series && (
        <div className="pb-4">
          <BandChart
            label={seriesInWords(row, series.texts)}
            points={series.points}
            scale={series.scale}
            edges={series.edges}
            today={today}
            height={150}
          />
        </div>
      )}
      <ul aria-label={`Values of ${row.name}`}>
        {values.toReversed().map(({ column, cell: { text, flag, result, range, source } }) => (
          <li
            key={column.key}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5"
          >
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-medium">
                {[column.label, column.time, result.state === "corrected" && "corrected"]
                  .filter(Boolean)
                  .join(" · ")}{" "}
                <ConfidentialBadge of={result} />
              </span>
              <span className="block text-sm wrap-anywhere text-ink-3">
                {[
                  result.laboratory,
                  rangeInWords(range) && `range ${rangeInWords(range)}`,
                  source,
                  result.recordedByName && `entered by ${result.recordedByName}`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <span className="text-right wrap-anywhere tabular-nums">
              <FlaggedText text={[text, row.unit].filter(Boolean).join(" ")} flag={flag} />
            </span>
            <IfCan do={changeResult}>
              <Button
                size="sm"
                variant="ghost"
                icon={<Pencil />}
                aria-label={`Correct ${result.panelName}, ${column.label}`}
                onClick={() => onCorrect(result)}
              >
                Correct
              </Button>
            </IfCan>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
