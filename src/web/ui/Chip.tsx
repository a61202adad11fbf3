import { X } from "lucide-react";
import type { ReactNode } from "react";

/**
 * An active filter with its remove button. `removeLabel` names what it removes: "Remove filter: payment overdue".
 */
export function Chip({
  children,
  onRemove,
  removeLabel,
}: {
  children: ReactNode;
  onRemove: () => void;
  removeLabel: string;
}) {
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line-strong bg-surface pr-1 pl-2.5 text-sm whitespace-nowrap max-md:h-touch max-md:pr-0 max-md:pl-3.5">
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="-m-0.5 grid size-6 place-items-center rounded-full text-ink-3 hover:bg-sunk hover:text-ink max-md:size-touch"
      >
        <X className="size-3.25" />
      </button>
    </span>
  );
}
