import type { ReactNode } from "react";
import type { Column } from "./table-column.ts";
import { useParts } from "./use-parts.tsx";

const PART = 100;

interface CardListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  onOpen?: ((row: Row) => void) | undefined;
  card?: ((row: Row) => ReactNode) | undefined;
}

/** A table's rows on a phone: each a card made from the columns' phone roles, or drawn by the caller. */
export function CardList<Row>({ label, columns, rows, rowKey, onOpen, card }: CardListProps<Row>) {
  const { shown, more } = useParts(rows, PART);
  return (
    <>
      <ul aria-label={label}>
        {shown.map((row) => (
          <li
            key={rowKey(row)}
            className="drawn-in-sight relative border-t border-line [--out-of-sight:6rem] first:border-t-0"
          >
            {card ? card(row) : <RowCard {...{ columns, row, onOpen }} />}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function RowCard<Row>({
  columns,
  row,
  onOpen,
}: {
  columns: readonly Column<Row>[];
  row: Row;
  onOpen: ((row: Row) => void) | undefined;
}) {
  const named = columns.some(({ phone }) => phone === "title");
  const role = (column: Column<Row>, index: number) =>
    column.phone ?? (!named && index === 0 ? "title" : "line");
  const cells = (wanted: Column<Row>["phone"]) =>
    columns.filter((column, index) => role(column, index) === wanted);
  const title = cells("title").map((column) => <span key={column.id}>{column.cell(row)}</span>);
  // Buttons inside the card are above the title's click area, which covers the whole card.
  return (
    <div className="px-4 py-3 [&_a]:z-1 [&_button:not([data-open])]:relative [&_button:not([data-open])]:z-1">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {onOpen ? (
            <button
              type="button"
              data-open=""
              onClick={() => onOpen(row)}
              className="text-left font-medium text-balance after:absolute after:inset-0"
            >
              {title}
            </button>
          ) : (
            <div className="font-medium text-balance">{title}</div>
          )}
          {cells("line").map((column) => (
            <div key={column.id} className="text-sm text-ink-2">
              {column.cell(row)}
            </div>
          ))}
        </div>
        <div className="grid justify-items-end gap-1 text-sm tabular-nums">
          {cells("aside").map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      </div>
      {cells("foot").length > 0 && (
        <div className="mt-1 -mb-2 -ml-3.5 flex flex-wrap items-center gap-2">
          {cells("foot").map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      )}
    </div>
  );
}
