import type { ReactNode } from "react";

/** A row of a report on a phone: what it is and its figure, each with a note below. */
export const FigureCard = ({
  name,
  figure,
  note,
  share,
}: {
  name: string;
  figure: string;
  note: ReactNode;
  share: string;
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 tabular-nums">
    <span className="font-medium text-balance">{name}</span>
    <span className="text-right font-medium">{figure}</span>
    <span className="text-sm text-ink-2">{note}</span>
    <span className="text-right text-sm text-ink-2">{share}</span>
  </div>
);
