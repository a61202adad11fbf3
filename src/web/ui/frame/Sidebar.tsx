import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Count } from "../Count.tsx";
import { cx } from "../cx.ts";
import { followLink, type NavItem, type Navigate } from "./nav-item.ts";

interface SidebarProps {
  label?: string | undefined;
  /** The clinic's name, the role under it as `caption`, its mark or logo at the left. */
  head?: { name: string; caption: string; mark: ReactNode } | undefined;
  items: readonly NavItem[];
  /** At the foot: settings. */
  footItems?: readonly NavItem[] | undefined;
  current: string | undefined;
  onNavigate?: Navigate | undefined;
  folded: boolean;
  /** Omit where the width alone decides. */
  onFold?: ((folded: boolean) => void) | undefined;
}

/** The product's pages at the left edge; folds to icons. */
export function Sidebar(props: SidebarProps) {
  const { label = "Main", head, items, footItems, current, onNavigate, folded, onFold } = props;
  const list = (of: readonly NavItem[]) => (
    <ul className="grid gap-0.5">
      {of.map((item) => (
        <li key={item.id}>
          <SideLink {...{ item, folded, onNavigate }} current={item.id === current} />
        </li>
      ))}
    </ul>
  );
  const Fold = folded ? PanelLeftOpen : PanelLeftClose;
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
      {list(items)}
      <div className="mt-auto grid gap-0.5 border-t border-line pt-2">
        {footItems && list(footItems)}
        {onFold && (
          <button
            type="button"
            aria-expanded={!folded}
            onClick={() => onFold(!folded)}
            title={folded ? "Open the side bar" : undefined}
            className={cx(
              "flex min-h-8.5 w-full items-center gap-2.5 rounded-md text-ink-3 hover:bg-sunk hover:text-ink",
              folded ? "justify-center" : "px-2.5",
            )}
          >
            <Fold className="size-4.25" />
            <span className={cx("text-sm", folded && "sr-only")}>
              {folded ? "Open the side bar" : "Collapse"}
            </span>
          </button>
        )}
      </div>
    </nav>
  );
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
      {item.count !== undefined && !folded && (
        <Count value={item.count} exact className="bg-transparent text-ink-3" />
      )}
    </a>
  );
}
