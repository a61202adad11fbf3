import type { ReactNode } from "react";

/** A part with its name above it. */
export function Caption({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-sm text-ink-3">{name}</p>
      {children}
    </div>
  );
}

/** A line of parts with their name in the margin. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="w-37.5 text-sm text-ink-3 max-md:w-full">{name}</span>
      {children}
    </div>
  );
}
