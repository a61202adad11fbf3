import { Plus } from "lucide-react";
import { cx } from "../cx.ts";
import { followLink, type NavItem, type Navigate } from "./nav-item.ts";

/** A page, or a button such as More that opens something. */
type BottomItem = NavItem | (Omit<NavItem, "href"> & { onPress: () => void });

const itemClass =
  "relative grid h-full w-full content-center justify-items-center gap-0.75 text-2xs font-medium text-ink-2 no-underline focus-visible:-outline-offset-2 aria-[current]:text-brand-text [&_svg]:size-5 " +
  "before:absolute before:-top-px before:h-0.75 before:w-10 before:rounded-b-[3px] aria-[current]:before:bg-brand-ring";

/** The phone's frame: four pages, and a plus between them for the most frequent action. */
export function BottomBar({
  label = "Main",
  items,
  current,
  onNavigate,
  plus,
  className,
}: {
  label?: string | undefined;
  items: readonly BottomItem[];
  current: string | undefined;
  onNavigate?: Navigate | undefined;
  /** Missing for users who may not add. */
  plus?: { label: string; onPress: () => void } | undefined;
  className?: string | undefined;
}) {
  const half = Math.ceil(items.length / 2);
  const draw = (item: BottomItem) => (
    <li key={item.id}>
      {"href" in item ? (
        <a
          href={item.href}
          onClick={followLink(onNavigate, item.href)}
          aria-current={item.id === current ? "page" : undefined}
          className={itemClass}
        >
          {item.icon}
          {item.label}
        </a>
      ) : (
        <button
          type="button"
          onClick={item.onPress}
          aria-current={item.id === current || undefined}
          className={itemClass}
        >
          {item.icon}
          {item.label}
        </button>
      )}
    </li>
  );
  return (
    <nav
      aria-label={label}
      data-print="no"
      className={cx("border-t border-line-strong bg-surface pb-[env(safe-area-inset-bottom)]", className)}
    >
      <ul className="grid h-bottom-bar auto-cols-fr grid-flow-col items-stretch">
        {items.slice(0, half).map(draw)}
        {plus && (
          <li className="grid place-items-center">
            <button
              type="button"
              aria-label={plus.label}
              onClick={plus.onPress}
              className="grid size-11.5 place-items-center rounded-full border border-brand-ring bg-brand text-brand-on"
            >
              <Plus className="size-6" />
            </button>
          </li>
        )}
        {items.slice(half).map(draw)}
      </ul>
    </nav>
  );
}
