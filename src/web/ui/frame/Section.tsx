import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

interface SectionProps {
  title?: ReactNode;
  /** Next to the title: a Count, a Badge. */
  note?: ReactNode;
  /** At the right of the header: buttons. */
  actions?: ReactNode;
  foot?: ReactNode;
  /** Body without padding, for tables and rows that reach the edge. */
  flush?: boolean | undefined;
  level?: 2 | 3 | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A white sheet: header, body, footer, separated by hairlines. */
export function Section({ title, note, actions, foot, flush, level = 2, className, children }: SectionProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const named = title !== undefined;
  return (
    <section
      aria-labelledby={named ? id : undefined}
      className={cx("min-w-0 rounded-md border border-line bg-surface", className)}
    >
      {(named || actions !== undefined) && (
        <div className="flex min-h-13 break-inside-avoid break-after-avoid flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          {named && (
            <Heading id={id} className="text-lg font-strong tracking-snug">
              {title}
            </Heading>
          )}
          {note}
          {actions !== undefined && (
            <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
          )}
        </div>
      )}
      <div className={flush ? undefined : "p-4"}>{children}</div>
      {foot !== undefined && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">{foot}</div>
      )}
    </section>
  );
}
