import { Bell, ChevronDown, Search } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { ariaKeys, useKeyHint } from "#web/shortcuts.ts";
import { cx } from "../cx.ts";
import { Initials } from "../Initials.tsx";
import { Kbd } from "../Kbd.tsx";

/** The bar at the top of every signed-in page: search at the left, actions, bell and profile at the right. */
export function TopBar({
  start,
  end,
  onBrand,
  className,
}: {
  start: ReactNode;
  end: ReactNode;
  /** In the clinic's color, as wide as the page: it contains what the sidebar has at its top. */
  onBrand?: boolean;
  className?: string;
}) {
  return (
    <header
      data-print="no"
      className={cx(
        "flex h-header items-center gap-3 px-gutter max-md:gap-2",
        onBrand
          ? "bg-brand text-brand-on md:-ml-(--frame-left)"
          : "border-b border-line bg-paper max-md:pr-1.5",
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-2.5">{start}</div>
      <div className="flex items-center gap-2 md:gap-3">{end}</div>
    </header>
  );
}

/** Looks like a search field and opens the palette. */
export function FinderButton({
  children = "Search patients...",
  ...rest
}: Omit<ComponentPropsWithRef<"button">, "className">) {
  const shortcut = useKeyHint()("search");
  return (
    <button
      {...rest}
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcut && ariaKeys("search")}
      className="flex min-h-8.5 w-full max-w-95 max-md:min-h-touch items-center gap-2 rounded-md border border-line-control bg-surface pr-2 pl-2.5 text-left text-ink-3"
    >
      <Search className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && (
        <span aria-hidden="true">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </button>
  );
}

/** The bell with the number of unread notifications. */
export function BellButton({
  unread,
  onBrand,
  ...rest
}: Omit<ComponentPropsWithRef<"button">, "className" | "children"> & {
  unread: number;
  /** For the clinic's color as background. */
  onBrand?: boolean | undefined;
}) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
      className={cx(
        "relative grid size-control shrink-0 place-items-center rounded-md",
        onBrand
          ? "border border-current/60 focus-visible:outline-current"
          : "text-ink-2 hover:bg-sunk hover:text-ink",
      )}
    >
      <Bell className="size-4.5 max-md:size-5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={cx(
            "absolute top-0 left-[calc(50%+2px)] min-w-4.25 rounded-full bg-bad px-1 text-center text-[0.65625rem]/4.25 font-strong text-white tabular-nums ring-2 max-md:top-1",
            onBrand ? "ring-white" : "ring-paper",
          )}
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </button>
  );
}

/** The user; the trigger of the profile menu. */
export function ProfileButton({
  name,
  caption,
  ...rest
}: Omit<ComponentPropsWithRef<"button">, "className" | "children"> & {
  name: string;
  caption: string;
}) {
  return (
    <button
      {...rest}
      type="button"
      className="flex shrink-0 items-center gap-2 rounded-md p-1 text-left hover:bg-sunk max-md:size-touch max-md:justify-center"
    >
      <Initials name={name} of="user" size={32} brand />
      <span className="max-w-56 max-xl:sr-only">
        <b className="block truncate text-sm/4 font-medium">{name}</b>
        <span className="block text-xs/3.5 text-ink-3">{caption}</span>
      </span>
      <ChevronDown className="text-ink-2 max-xl:hidden" />
    </button>
  );
}
