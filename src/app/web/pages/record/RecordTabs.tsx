import { useRouter } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { recordAddress } from "#shared/record-address.ts";
import { followLink } from "#web/ui/frame/nav-item.ts";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { fittingTabs } from "./fitting-tabs.ts";
import type { ShownTab } from "./use-tabs.ts";

/** The record's tabs, as links. Those that do not fit are in More: the row never scrolls, nor wraps. */
export function RecordTabs({
  tabs,
  shown,
  patientId,
}: {
  tabs: readonly ShownTab[];
  shown: string;
  patientId: number;
}) {
  const router = useRouter();
  const row = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const { inRow, inMore } = fittingTabs(tabs, shown, width);
  const go = (href: string) =>
    // The origin of the record stays with each of its tabs.
    void router.navigate({ to: href, resetScroll: false, state: ({ recordFrom }) => ({ recordFrom }) });
  return (
    <nav
      ref={row}
      aria-label="Record"
      data-print="no"
      className="sticky top-[calc(var(--frame-top)+3.25rem)] z-1 flex low:static gap-4.5 overflow-hidden rounded-t-md border-b border-line bg-surface px-4 max-md:gap-5 max-md:rounded-none"
    >
      {inRow.map((tab) => {
        const href = recordAddress(patientId, tab.id);
        return (
          <a
            key={tab.id}
            href={href}
            onClick={followLink(go, href)}
            aria-current={tab.id === shown ? "page" : undefined}
            className="relative inline-flex min-h-10 shrink-0 items-center gap-1.5 font-medium whitespace-nowrap text-ink-2 no-underline after:absolute after:inset-x-0 after:bottom-0 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-brand-text aria-[current]:after:border-b-2 aria-[current]:after:border-brand-ring max-md:min-h-touch"
          >
            <TabLabel tab={tab} />
          </a>
        );
      })}
      {inMore.length > 0 && (
        <Menu
          title="More of the record"
          trigger={
            <button
              type="button"
              className="ml-auto inline-flex min-h-10 shrink-0 items-center gap-1.5 font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 max-md:min-h-touch"
            >
              More <ChevronDown />
              {inMore.some(({ news }) => news) && <Dot words="with news" />}
            </button>
          }
          items={inMore.map(({ id, label, count, news }) => ({
            label: [label, count, news && `(${news})`].filter(Boolean).join(" "),
            onSelect: () => go(recordAddress(patientId, id)),
          }))}
        />
      )}
    </nav>
  );
}

const TabLabel = ({ tab: { label, count, news } }: { tab: ShownTab }) => (
  <>
    {label}
    {count !== undefined && (
      <span className="text-xs font-normal text-ink-3 tabular-nums"> {count > 99 ? "99+" : count}</span>
    )}
    {news && <Dot words={news} />}
  </>
);

const Dot = ({ words }: { words: string }) => (
  <>
    <span aria-hidden="true" className="size-1.75 shrink-0 rounded-full bg-bad" />
    <span className="sr-only">, {words}</span>
  </>
);
