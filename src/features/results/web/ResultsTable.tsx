import { Fragment } from "react";
import { BandChart } from "#web/clinical/BandChart.tsx";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { cx } from "#web/ui/cx.ts";
import { FlaggedText } from "./FlaggedText.tsx";
import {
  changeOf,
  type ResultColumn,
  type ResultGroup,
  type ResultRow,
  seriesOf,
  trendInWords,
} from "./result-table.ts";

/** Whether a result of that day is hidden from others. */
const isConfidential = ({ values }: ResultColumn) =>
  [...values.values()].some(({ result }) => result.isConfidential);

/** Tests by date, the newest date last and shaded, with the change from the previous value and the trend. */
export function ResultsTable({
  groups,
  columns,
  shown,
  today,
  onOpen,
  hasTrend = true,
}: {
  groups: readonly ResultGroup[];
  /** All of them, for changes and trends. */
  columns: readonly ResultColumn[];
  /** Those that have a column. */
  shown: readonly ResultColumn[];
  today: string;
  /** Opens one test. Missing on paper. */
  onOpen?: (analyte: string) => void;
  hasTrend?: boolean;
}) {
  const last = shown.at(-1);
  const isNewest = last !== undefined && last === columns.at(-1);
  return (
    <table className="w-full table-fixed border-collapse text-base tabular-nums">
      <thead className="bg-sunk text-sm text-ink-2">
        <tr>
          <th
            scope="col"
            className="w-[26%] border-b border-line-strong px-3 py-2 text-left font-medium max-md:w-[40%]"
          >
            Test
            <span className="block text-2xs font-normal text-ink-3">reference range</span>
          </th>
          {shown.map((column) => (
            <ColumnHead
              key={column.key}
              column={column}
              hasChange={column === last}
              isMarked={onOpen !== undefined && isConfidential(column)}
            />
          ))}
          {hasTrend && (
            <th
              scope="col"
              className="w-42 border-b border-line-strong px-3 py-2 text-right font-medium max-md:hidden"
            >
              {trendInWords(columns)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, rows }) => (
          <Fragment key={name}>
            <tr>
              <th
                scope="colgroup"
                colSpan={shown.length + (hasTrend ? 2 : 1)}
                className="border-b border-line px-3 pt-3.5 pb-1.5 text-left text-sm font-medium text-ink-2"
              >
                {name}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.analyte} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-3 py-2 text-left align-top font-medium wrap-anywhere">
                  <TestName row={row} onOpen={onOpen} />
                </th>
                {shown.map((column) => (
                  <td
                    key={column.key}
                    className={cx(
                      "px-3 py-2 text-right align-middle wrap-anywhere max-md:px-2.5",
                      column === last && isNewest && "bg-brand-wash",
                    )}
                  >
                    <Cell row={row} column={column} columns={columns} hasChange={column === last} />
                  </td>
                ))}
                {hasTrend && (
                  <td className="px-3 py-2 align-middle max-md:hidden">
                    <Trend row={row} columns={columns} today={today} />
                  </td>
                )}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead({
  column: { label, time, values },
  hasChange,
  isMarked,
}: {
  column: ResultColumn;
  hasChange: boolean;
  isMarked: boolean;
}) {
  const isCorrected = [...values.values()].some(({ result }) => result.state === "corrected");
  const more = [time, isCorrected && "corrected", hasChange && "change"].filter(Boolean).join(" · ");
  return (
    <th scope="col" className="border-b border-line-strong px-3 py-2 text-right font-medium max-md:px-2.5">
      {label}
      {more && <span className="block text-2xs font-normal text-ink-3">{more}</span>}
      {isMarked && (
        <span className="block">
          <ConfidentialBadge of={{ isConfidential: isMarked }} />
        </span>
      )}
    </th>
  );
}

function TestName({ row, onOpen }: { row: ResultRow; onOpen: ((analyte: string) => void) | undefined }) {
  const range = row.range && <span className="block text-sm font-normal text-ink-3">{row.range}</span>;
  if (!onOpen)
    return (
      <>
        {row.name}
        {range}
      </>
    );
  return (
    <button
      type="button"
      onClick={() => onOpen(row.analyte)}
      className="-mx-1 -my-0.5 block rounded-sm px-1 py-0.5 text-left hover:text-brand-text max-md:min-h-touch"
    >
      {row.name}
      {range}
    </button>
  );
}

function Cell({
  row,
  column,
  columns,
  hasChange,
}: {
  row: ResultRow;
  column: ResultColumn;
  columns: readonly ResultColumn[];
  hasChange: boolean;
}) {
  const cell = row.cells.get(column.key);
  if (!cell)
    return (
      <span className="text-ink-3">
        <span aria-hidden="true">·</span>
        <span className="sr-only">not tested</span>
      </span>
    );
  const change = hasChange ? changeOf(row, columns, column.key) : null;
  return (
    <>
      <FlaggedText text={cell.text} flag={cell.flag} />
      {change !== null && <span className="ml-1 text-sm whitespace-nowrap text-ink-3">{change}</span>}
    </>
  );
}

function Trend({ row, columns, today }: { row: ResultRow; columns: readonly ResultColumn[]; today: string }) {
  const series = seriesOf(row, columns);
  if (!series) return null;
  return (
    <div className="ml-auto w-33">
      <BandChart
        label={seriesInWords(row, series.texts)}
        points={series.points}
        scale={series.scale}
        today={today}
        height={30}
      />
    </div>
  );
}

export const seriesInWords = ({ name, unit, range }: ResultRow, texts: readonly string[]): string =>
  `${name}: ${texts.join(", then ")}${unit ? ` ${unit}` : ""}${range ? `; range ${range}` : ""}`;
