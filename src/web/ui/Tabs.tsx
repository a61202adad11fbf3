import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Count } from "./Count.tsx";
import { cx } from "./cx.ts";

export interface Tab {
  id: string;
  label: string;
  count?: number | undefined;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** Leave out to let the part remember by itself, starting with the first. */
  value?: string | undefined;
  onChange?: ((id: string) => void) | undefined;
  /** Padding of the row of tabs where it stands inside a flush section. */
  listClassName?: string | undefined;
  className?: string | undefined;
}

/** Tabs with counts. The arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange, listClassName, className }: TabsProps) {
  const first = tabs[0]?.id;
  return (
    <Radix.Root
      className={cx("min-w-0", className)}
      {...(value === undefined ? { defaultValue: first ?? "" } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <Radix.List
        aria-label={label}
        className={cx("flex gap-5 overflow-x-auto scrollbar-none border-b border-line", listClassName)}
      >
        {tabs.map(({ id, label: name, count, icon, disabled }) => (
          <Radix.Trigger
            key={id}
            value={id}
            disabled={disabled}
            className="inline-flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 disabled:text-ink-disabled data-[state=active]:border-brand-ring data-[state=active]:text-brand-text max-md:min-h-touch"
          >
            {icon}
            {name}
            {count !== undefined && <Count value={count} />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="focus-visible:-outline-offset-2">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
