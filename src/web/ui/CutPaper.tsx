import type { ReactNode } from "react";

/** A small sheet with its corner cut, around a 20 px icon. */
export function CutPaper({ icon }: { icon: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="mb-2 grid h-13 w-11 place-items-center rounded-[4px_12px_4px_4px] bg-paper text-ink-3 inset-ring-1 inset-ring-line-strong [&_svg]:size-5"
    >
      {icon}
    </span>
  );
}
