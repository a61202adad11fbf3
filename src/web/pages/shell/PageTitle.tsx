import type { ReactNode } from "react";

/** The one title of a page, with a line under it. */
export function PageTitle({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="mb-5">
      <h1 className="text-xl font-strong tracking-tight md:text-2xl">{children}</h1>
      {note !== undefined && <p className="text-ink-2">{note}</p>}
    </div>
  );
}
