import type { ReactNode } from "react";

/** The title of a page, with a line below it and the page's buttons beside it. */
export function PageTitle({
  children,
  note,
  actions,
  isHidden = false,
}: {
  children: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  /** For screen readers only, where the header shows it. */
  isHidden?: boolean | undefined;
}) {
  if (isHidden) return <h1 className="sr-only">{children}</h1>;
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-80">
        <h1 className="text-xl font-strong tracking-tight md:text-2xl">{children}</h1>
        {note !== undefined && <p className="text-ink-2">{note}</p>}
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap gap-2" data-print="no">
          {actions}
        </div>
      )}
    </div>
  );
}
