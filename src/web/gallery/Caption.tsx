import type { ReactNode } from "react";
import { Section } from "#web/ui/frame/Section.tsx";

/** A component with its name above it, on a sheet if it is a list's. */
export function Caption({
  name,
  onSheet = false,
  children,
}: {
  name: string;
  onSheet?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-sm text-ink-3">{name}</p>
      {onSheet ? <Section flush>{children}</Section> : children}
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
