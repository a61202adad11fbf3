import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort key. Only needed where the table sorts itself. */
  sortBy?: ((row: Row) => string | number | null) | undefined;
  /** The caller sorts (`onSort`); the header only shows it. */
  sortable?: boolean | undefined;
  /** Numbers are right-aligned, with tabular figures. */
  align?: "left" | "right" | undefined;
  /** Hides the header's text, for a column of buttons. */
  hideHeader?: boolean | undefined;
  /** The cell's position in a phone's card: title, line below it, right side, foot; or none. */
  phone?: "title" | "line" | "aside" | "foot" | "none" | undefined;
  width?: string | undefined;
  className?: string | undefined;
}
