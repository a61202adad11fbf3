import { PanelLeftClose, PanelLeftOpen, Plus } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Count } from "../Count.tsx";
import { cx } from "../cx.ts";
import { followLink, type NavItem, type Navigate } from "./nav-item.ts";

interface SidebarProps {
  label?: string | undefined;
  /** The clinic's name, the role under it as `caption`, its mark or logo at the left. */
  head?: { name: string; caption: string; mark: ReactNode } | undefined;
  /** The most frequent action, under the head: a circle when folded. Where a page has none, its space stays. */
  add?: { label: string; onPress: () => void; onIntent: () => void; isHidden: boolean } | undefined;
  /** Parted by gaps. They scroll in a low window, while head and foot stay. */
  groups: readonly (readonly NavItem[])[];
  footItems?: readonly NavItem[] | undefined;
  current: string | undefined;
  onNavigate?: Navigate | undefined;
  folded: boolean;
  /** Omit where the width alone decides. */
  onFold?: ((folded: boolean) => void) | undefined;
}

/** The product's pages at the left edge; folds to icons. */
export function Sidebar(props: SidebarProps) {
  const { label = "Main", head, add, groups, footItems, current, onNavigate, folded, onFold } = props;
  const places = useRef<HTMLDivElement>(null);
  // The current place may be below the fold of a low window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another place, and another height
  useLayoutEffect(() => showIn(places.current, "[aria-current]"), [current, folded]);
  const list = (of: readonly NavItem[], key?: number) => (
    <ul key={key} className="grid gap-0.5">
      {of.map((item) => (
        <li key={item.id}>
          <SideLink {...{ item, folded, onNavigate }} current={item.id === current} />
        </li>
      ))}
    </ul>
  );
  const Fold = folded ? PanelLeftOpen : PanelLeftClose;
  const foldLabel = folded ? "Open the side bar" : "Collapse";
  return (
    <nav
      aria-label={label}
      data-print="no"
      className={cx(
        "flex h-full flex-col overflow-x-hidden overflow-y-auto border-r border-line py-3",
        folded ? "w-rail px-2" : "w-sidebar px-3",
      )}
    >
      {head && (
        <div
          className={cx(
            "flex min-w-0 items-center gap-2.5 pb-3.5",
            folded ? "justify-center" : "px-1.5 pt-1",
          )}
        >
          {head.mark}
          {!folded && (
            <span className="min-w-0">
              <b
                title={head.name}
                className="line-clamp-3 leading-4.5 font-strong text-balance wrap-anywhere"
              >
                {head.name}
              </b>
              <span className="block text-xs text-ink-3">{head.caption}</span>
            </span>
          )}
        </div>
      )}
      {add && (
        <button
          type="button"
          onClick={add.onPress}
          onPointerEnter={add.onIntent}
          onFocus={add.onIntent}
          aria-label={folded ? add.label : undefined}
          title={folded ? add.label : undefined}
          className={cx(
            "mb-2.5 flex shrink-0 items-center justify-center gap-2 rounded-full border border-line-button bg-surface font-medium shadow-menu hover:bg-sunk",
            folded ? "size-10" : "min-h-9.5",
            add.isHidden && "invisible",
          )}
        >
          <Plus className="size-4.25" />
          {!folded && add.label}
        </button>
      )}
      <div
        ref={places}
        className={cx(
          "min-h-24 overflow-x-hidden overflow-y-auto py-0.5 [scrollbar-width:thin]",
          folded ? "-mx-2 px-2" : "-mx-3 px-3",
        )}
      >
        <div className="grid gap-2.75">{groups.map(list)}</div>
      </div>
      <div className="relative mt-auto grid gap-0.5 border-t border-line pt-2">
        {footItems && list(footItems)}
        {onFold && (
          <button
            type="button"
            aria-expanded={!folded}
            onClick={() => onFold(!folded)}
            aria-label={foldLabel}
            title={foldLabel}
            className={cx(
              "grid min-h-8.5 place-items-center rounded-md text-ink-3 hover:bg-sunk hover:text-ink",
              !folded && "absolute right-0 bottom-0 w-8.5",
            )}
          >
            <Fold className="size-4.25" />
          </button>
        )}
      </div>
    </nav>
  );
}

/** Scrolls the box, and nothing around it, until it shows the element. */
function showIn(box: HTMLElement | null, selector: string): void {
  const shown = box?.querySelector(selector)?.getBoundingClientRect();
  if (!box || !shown) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (shown.bottom > bottom) box.scrollTop += shown.bottom - bottom;
  else if (shown.top < top) box.scrollTop -= top - shown.top;
}

function SideLink({
  item,
  current,
  folded,
  onNavigate,
}: {
  item: NavItem;
  current: boolean;
  folded: boolean;
  onNavigate: Navigate | undefined;
}) {
  return (
    <a
      href={item.href}
      onClick={followLink(onNavigate, item.href)}
      aria-current={current ? "page" : undefined}
      title={folded ? item.label : undefined}
      className={cx(
        "relative flex min-h-8.5 items-center gap-2.5 rounded-md font-medium text-ink-2 no-underline hover:bg-sunk hover:text-ink [&_svg]:size-4.25 [&_svg]:shrink-0 [&_svg]:text-ink-3",
        "aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-line aria-[current]:[&_svg]:text-brand-text",
        "before:absolute before:inset-y-1.75 before:w-0.75 before:rounded-r-[3px] aria-[current]:before:bg-brand-ring",
        folded ? "justify-center before:-left-2" : "px-2.5 before:-left-3",
      )}
    >
      {item.icon}
      <span className={folded ? "sr-only" : "min-w-0 flex-1"}>{item.label}</span>
      {item.count !== undefined && (
        <Count
          value={item.count}
          exact={!folded}
          className={folded ? "absolute -top-0.5 -right-1" : "bg-transparent text-ink-3"}
        />
      )}
    </a>
  );
}
