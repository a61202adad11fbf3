import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { cx } from "./cx.ts";
import { Kbd } from "./Kbd.tsx";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** The key that does the same, shown at the right. */
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  /** Why it cannot be chosen: "Ask the owner". It stays reachable, so that the reason can be read. */
  disabled?: string | undefined;
}

export interface MenuProps {
  /** One button. */
  trigger: ReactNode;
  items: readonly (MenuItem | "divider")[];
  /** Whose menu it is. Phones show it above the items; patients' names belong here. */
  title?: ReactNode;
  /** A second line under the title: "38 / M · 20261120-002". */
  detail?: ReactNode;
  /** Shows the title on desks too. */
  titleOnDesk?: boolean | undefined;
  align?: "start" | "center" | "end" | undefined;
}

/** A menu under its button; on phones a sheet at the foot of the screen. */
export function Menu({ trigger, items, title, detail, titleOnDesk, align = "end" }: MenuProps) {
  // What was chosen runs after the menu has closed and given the focus back, so that a dialog it opens
  // finds the button as its opener.
  const chosen = useRef<(() => void) | undefined>(undefined);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          loop
          onCloseAutoFocus={() => {
            const act = chosen.current;
            chosen.current = undefined;
            if (act) queueMicrotask(act);
          }}
          className="menu-sheet z-menu max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-rise overflow-y-auto rounded-md bg-surface p-1 shadow-menu max-md:animate-from-bottom max-md:p-2"
        >
          {title !== undefined && (
            <DropdownMenu.Label
              className={cx("mb-1 border-b border-line px-2.5 py-2", titleOnDesk ? "max-w-72" : "md:hidden")}
            >
              <span className="block font-strong text-balance">{title}</span>
              {detail !== undefined && <span className="block pt-0.5 text-sm text-ink-3">{detail}</span>}
            </DropdownMenu.Label>
          )}
          {items.map((item, index) =>
            item === "divider" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a divider has no other identity
              <DropdownMenu.Separator key={`divider-${index}`} className="my-1 h-px bg-line" />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                aria-disabled={item.disabled === undefined ? undefined : true}
                onSelect={(event) => {
                  if (item.disabled === undefined) chosen.current = item.onSelect;
                  else event.preventDefault();
                }}
                className={cx(
                  "flex min-h-item items-center gap-2.5 rounded-sm px-2.5 whitespace-nowrap outline-none select-none [&>svg]:size-4 [&>svg]:shrink-0",
                  item.disabled !== undefined
                    ? "text-ink-3 data-highlighted:bg-paper"
                    : item.danger
                      ? "text-bad data-highlighted:bg-bad-bg"
                      : "text-ink data-highlighted:bg-sunk [&>svg]:text-ink-3",
                  item.disabled === undefined && "cursor-pointer",
                )}
              >
                {item.icon}
                {item.label}
                {item.disabled !== undefined ? (
                  <span className="ml-auto pl-4 text-xs whitespace-normal">{item.disabled}</span>
                ) : (
                  item.shortcut !== undefined && <Kbd className="ml-auto">{item.shortcut}</Kbd>
                )}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
