import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What rows are ordered by. Only needed where the table orders them itself. */
  sortBy?: ((row: Row) => string | number | null) | undefined;
  /** Order is up to the caller (`onSort`); the head only shows it. */
  sortable?: boolean | undefined;
  /** Numbers are right-aligned, with tabular figures. */
  align?: "left" | "right" | undefined;
  /** Hides the words of the head, for a column of buttons. */
  hideHeader?: boolean | undefined;
  /** The cell's place in a phone's card: title, line under it, right side, foot; or none. */
  phone?: "title" | "line" | "aside" | "foot" | "none" | undefined;
  width?: string | undefined;
  className?: string | undefined;
}
