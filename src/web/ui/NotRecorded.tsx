import { cx } from "./cx.ts";

/** A dash where nothing was recorded. */
export const NotRecorded = ({ className }: { className?: string }) => (
  <span className={cx("text-ink-3", className)}>
    <span aria-hidden="true">—</span>
    <span className="sr-only">not recorded</span>
  </span>
);
