import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Count } from "../Count.tsx";
import { cx } from "../cx.ts";

export interface Tab {
  id: string;
  label: string;
  count?: number | undefined;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  content: ReactNode;
  /** Stays mounted but hidden while another tab is open: for running queries and typed values. */
  staysMounted?: boolean | "once opened" | undefined;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** Omit for uncontrolled tabs. */
  value?: string | undefined;
  /** The tab that uncontrolled tabs start with, else the first. */
  initially?: string | undefined;
  onChange?: ((id: string) => void) | undefined;
  /** Padding of the tab list inside a flush section. */
  listClassName?: string | undefined;
  className?: string | undefined;
}

/** More tabs are closer, so that a small laptop shows them all. */
const MANY = 10;

/** Tabs with counts, in several rows where they do not fit: each is in sight. The arrow keys move between them. */
export function Tabs({ label, tabs, value, initially, onChange, listClassName, className }: TabsProps) {
  const [opened, setOpened] = useState((tabs.find(({ id }) => id === initially) ?? tabs[0])?.id ?? "");
  const shown = value ?? opened;
  const [seen, setSeen] = useState<readonly string[]>([shown]);
  if (!seen.includes(shown)) setSeen([...seen, shown]);
  const isMounted = ({ id, staysMounted }: Tab) =>
    staysMounted === "once opened" ? seen.includes(id) : staysMounted;
  return (
    <Radix.Root
      className={cx("min-w-0", className)}
      value={shown}
      onValueChange={(id) => {
        setOpened(id);
        onChange?.(id);
      }}
    >
      <div className={cx("border-b border-line", listClassName)}>
        {/* Wider than its text, so that there is room for a focus ring around the first and the last. */}
        <Radix.List
          aria-label={label}
          className={cx("-mx-1.5 flex flex-wrap", tabs.length > MANY ? "gap-x-1" : "gap-x-2")}
        >
          {tabs.map(({ id, label: name, count, icon, disabled }) => (
            <Radix.Trigger
              key={id}
              value={id}
              disabled={disabled}
              className="relative inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-sm px-1.5 font-medium whitespace-nowrap text-ink-2 transition-colors after:absolute after:inset-x-1.5 after:bottom-0 hover:text-ink focus-visible:-outline-offset-2 disabled:text-ink-disabled data-[state=active]:text-brand-text data-[state=active]:after:border-b-2 data-[state=active]:after:border-brand-ring max-md:min-h-touch"
            >
              {icon}
              {name}
              {count !== undefined && <Count value={count} />}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          {...(isMounted(tab) && { forceMount: true as const, hidden: tab.id !== shown })}
          className="focus-visible:-outline-offset-2"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
