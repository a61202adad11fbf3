import type { ReactNode } from "react";

/** One method of signing in, its state, and its actions. */
export function SecurityRow({
  icon,
  title,
  note,
  children,
}: {
  icon?: ReactNode;
  title: string;
  note: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      {icon ?? <span aria-hidden="true" className="size-4 shrink-0" />}
      <span className="min-w-0 flex-1 basis-50">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-ink-2">{note}</span>
      </span>
      {children}
    </div>
  );
}

/** Of a row's icon. */
export const rowIcon = { className: "shrink-0" } as const;
