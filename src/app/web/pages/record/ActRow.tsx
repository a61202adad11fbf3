import { Ellipsis, FileCheck } from "lucide-react";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Menu, type MenuEntry } from "#web/ui/overlays/Menu.tsx";
import { useMedia } from "#web/ui/use-media.ts";
import type { Act, Acts } from "./use-acts.tsx";

export const ActButton = ({ act, className }: { act: Act | null; className?: string }) =>
  act && (
    <Button
      variant="primary"
      icon={act.icon}
      busy={act.isBusy ?? false}
      onClick={act.run}
      className={className}
    >
      {act.label}
    </Button>
  );

export const ActMenu = ({
  acts,
  items,
  large,
}: {
  acts: Acts;
  items: readonly MenuEntry[];
  large?: boolean;
}) => (
  <Menu
    trigger={
      <IconButton
        label={`More for ${acts.patientName}`}
        icon={<Ellipsis />}
        variant={large ? "secondary" : "ghost"}
        {...(large && { className: "size-12!" })}
      />
    }
    title={acts.patientName}
    detail={acts.detail}
    items={items}
  />
);

/** The one filled act, then the others, always in one order. Below 1200 px the last two are in the menu. */
export function ActRow({ acts, hidden }: { acts: Acts; hidden: boolean }) {
  const isWide = useMedia("screen and (min-width: 1200px)");
  const plain = isWide ? acts.plain : acts.plain.filter(({ isWide }) => !isWide);
  return (
    <div
      data-print="no"
      className={cx(
        "flex min-h-13 items-center gap-1 border-t border-line py-2 pr-3 pl-3.25",
        hidden && "invisible",
      )}
    >
      <ActButton act={acts.primary} className="mr-2" />
      {plain.map((act) =>
        "items" in act ? (
          <Menu
            key={act.label}
            align="start"
            trigger={
              <Button variant="ghost" icon={<FileCheck />}>
                {act.label}
              </Button>
            }
            items={act.items}
          />
        ) : (
          <Button key={act.label} variant="ghost" icon={act.icon} onClick={act.run}>
            {act.label}
          </Button>
        ),
      )}
      <ActMenu acts={acts} items={isWide ? acts.rest : acts.restAndWide} />
    </div>
  );
}

/** On phones the act stands at the thumb, in the place of the bottom bar. */
export const ThumbBar = ({ acts }: { acts: Acts }) => (
  <div
    data-print="no"
    className="fixed inset-x-0 bottom-0 z-bar flex low:static low:-mx-gutter gap-2 border-t border-line-strong bg-surface px-gutter pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
  >
    <ActButton act={acts.primary} className="min-h-12! flex-1" />
    {!acts.primary && <span className="flex-1" />}
    <ActMenu acts={acts} items={acts.onPhone} large />
  </div>
);
