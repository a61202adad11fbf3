import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, Suspense, useState } from "react";
import { stepOf } from "#web/hooks/result-keyboard-nav.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { cx } from "../cx.ts";
import { usePhone, usePrinting } from "../use-media.ts";
import { CardList } from "./CardList.tsx";
import { ScrollBox } from "./ScrollBox.tsx";
import type { Column } from "./table-column.ts";
import { nextSort, sortRows, type TableSort } from "./table-sort.ts";

const VirtualBody = lazyPart(() => import("./VirtualBody.tsx"), "VirtualBody");

/** With more rows than this, only visible ones are rendered. Printing always renders all. */
const VIRTUAL_FROM = 300;

export type { Column } from "./table-column.ts";

interface TableProps<Row> {
  /** What the table contains, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Data attributes that identify a row. */
  rowData?: ((row: Row) => Record<`data-${string}`, string | number>) | undefined;
  /** Click or Enter on a row. Buttons inside a row handle their own clicks. */
  onOpen?: ((row: Row) => void) | undefined;
  /** With `onSort` the caller sorts the rows; alone, it is the initial order. */
  sort?: TableSort | undefined;
  onSort?: ((sort: TableSort) => void) | undefined;
  /** A whole card for phones, instead of the columns' `phone` roles. */
  card?: ((row: Row) => ReactNode) | undefined;
  /** Below the rows: a Pager or Load More. */
  foot?: ReactNode;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  /** Older data stays visible while newer loads. */
  stale?: boolean | undefined;
  minWidth?: string | undefined;
  className?: string | undefined;
}

/** Rows and columns; cards below 768 px; all rows on paper. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, sort, onSort, card, foot, empty } = props;
  const [ownSort, setOwnSort] = useState(sort);
  const [focused, setFocused] = useState(0);
  const phone = usePhone();
  const printing = usePrinting();

  const shown = onSort ? sort : ownSort;
  const sorter = onSort ? undefined : columns.find(({ id }) => id === ownSort?.column)?.sortBy;
  const ordered = sorter && ownSort ? sortRows(rows, sorter, ownSort.direction) : rows;
  const press = (column: string) => {
    const next = nextSort(shown, column);
    if (onSort) onSort(next);
    else setOwnSort(next);
  };

  if (rows.length === 0 && empty !== undefined) return <div className={props.className}>{empty}</div>;
  if (phone && !printing) {
    return (
      <div className={cx(props.className, props.stale && "opacity-60")}>
        <CardList {...{ label, columns, rowKey, onOpen, card }} rows={ordered} />
        {foot}
      </div>
    );
  }

  const drawRow = (row: Row, index: number) => (
    <TableRow
      key={rowKey(row)}
      {...{ row, columns, onOpen }}
      data={props.rowData?.(row)}
      // One Tab stop; the arrow keys move from there.
      tabStop={index === Math.min(focused, ordered.length - 1)}
      onFocus={() => setFocused(index)}
    />
  );
  const plainBody = <tbody>{ordered.map(drawRow)}</tbody>;
  const virtual = ordered.length > VIRTUAL_FROM && !printing;
  const headCell =
    "h-8.5 border-b border-line-strong bg-sunk px-3 text-left text-xs font-medium whitespace-nowrap text-ink-2";

  return (
    <div className={cx(props.className, props.stale && "opacity-60 transition-opacity")}>
      <ScrollBox
        label={label}
        focusable={!onOpen}
        className={virtual ? "max-h-[75dvh] overflow-auto" : "max-xl:overflow-x-auto"}
      >
        <table
          className="w-full border-separate border-spacing-0"
          style={props.minWidth === undefined ? undefined : { minWidth: props.minWidth }}
          aria-label={label}
          aria-rowcount={virtual ? ordered.length + 1 : undefined}
        >
          <thead
            className={cx(
              "z-1",
              virtual ? "sticky top-0 low:static" : "xl:sticky xl:top-(--frame-top,0px) low:static!",
            )}
          >
            <tr>
              {columns.map((column) => {
                const direction = shown?.column === column.id ? shown.direction : undefined;
                const canSort = column.sortable || column.sortBy !== undefined;
                return (
                  <th
                    key={column.id}
                    scope="col"
                    aria-sort={direction ?? (canSort ? "none" : undefined)}
                    style={column.width === undefined ? undefined : { width: column.width }}
                    className={cx(headCell, column.align === "right" && "text-right", column.className)}
                  >
                    {column.hideHeader ? (
                      <span className="sr-only">{column.header}</span>
                    ) : canSort ? (
                      <SortButton
                        header={column.header}
                        direction={direction}
                        onPress={() => press(column.id)}
                      />
                    ) : (
                      column.header
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          {virtual ? (
            <Suspense fallback={<tbody>{ordered.slice(0, 30).map(drawRow)}</tbody>}>
              <VirtualBody
                count={ordered.length}
                columns={columns.length}
                draw={(index) => {
                  const row = ordered[index];
                  return row === undefined ? null : drawRow(row, index);
                }}
              />
            </Suspense>
          ) : (
            plainBody
          )}
        </table>
      </ScrollBox>
      {foot}
    </div>
  );
}

function SortButton({
  header,
  direction,
  onPress,
}: {
  header: string;
  direction: TableSort["direction"] | undefined;
  onPress: () => void;
}) {
  const Icon = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 font-medium hover:text-ink"
    >
      {header}
      <Icon className={cx("size-3.5", direction ? "text-ink" : "text-ink-3")} />
    </button>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  onOpen: ((row: Row) => void) | undefined;
  tabStop: boolean;
  onFocus: () => void;
  data: Record<`data-${string}`, string | number> | undefined;
}

function TableRow<Row>({ row, columns, onOpen, tabStop, onFocus, data }: TableRowProps<Row>) {
  return (
    <tr
      tabIndex={onOpen ? (tabStop ? 0 : -1) : undefined}
      data-row=""
      {...data}
      onFocus={onFocus}
      onClick={(event) => {
        if (onOpen && !fromControl(event.target, event.currentTarget)) onOpen(row);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter" && onOpen) onOpen(row);
        else moveFocus(event);
      }}
      className={cx("group/row hover:bg-paper focus-visible:-outline-offset-2", onOpen && "cursor-pointer")}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            "h-row border-b border-line px-3 py-1.25 text-sm/4.5 group-last/row:border-b-0",
            column.align === "right" && "text-right tabular-nums whitespace-nowrap",
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Whether the press was on a button, link or field inside the row, or in a dialog that the row opened. */
function fromControl(target: EventTarget, row: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  if (!row.contains(target)) return true;
  const control = target.closest("a, button, input, select, textarea, label, [role=menuitem]");
  return control !== null && row.contains(control);
}

function moveFocus(event: KeyboardEvent<HTMLTableRowElement>) {
  const row = event.currentTarget;
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.indexOf(row);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = stepOf(event);
  const to = step ? at + step : { Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[to]?.focus();
}
