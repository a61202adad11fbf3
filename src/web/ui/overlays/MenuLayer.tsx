import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "../cx.ts";
import { Kbd } from "../Kbd.tsx";
import { usePhone } from "../use-media.ts";
import type { MenuItem, MenuProps } from "./menu-item.ts";

/** A menu opens downwards, or upwards where it would be cut, but never over the header, which is 56 px high. */
const UNDER_HEADER = 64;

/** The open menu: its code loads with the first click on the button. */
export function MenuLayer({
  trigger,
  items,
  title,
  detail,
  titleOnDesk,
  align = "end",
  startsInside,
}: MenuProps & {
  /** Opened by keyboard: the first item gets the focus. */
  startsInside: boolean;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // The chosen action runs after the menu has closed and returned the focus, so that a dialog it opens has the button
  // as its opener.
  const chosen = useRef<(() => void) | undefined>(undefined);
  const openOrClose = (next: boolean) => {
    // Inside the dialog it was opened from, since only that can be reached; else inside the page's main landmark.
    if (next)
      setContainer(button.current?.closest<HTMLElement>("[role=dialog]") ?? document.querySelector("main"));
    setOpen(next);
  };
  const openFirst = useEffectEvent(() => openOrClose(true));
  useEffect(() => {
    openFirst();
  }, []);
  // The first opening by keyboard: Radix was not loaded yet. Immediate, so that the next key reaches an item.
  const goesInside = useRef(startsInside);
  const enterFirst = (event: FocusEvent) => {
    if (!goesInside.current || event.target !== event.currentTarget) return;
    goesInside.current = false;
    list.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus({ preventScroll: true });
  };
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={openOrClose}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={{ top: UNDER_HEADER, right: 8, bottom: 8, left: 8 }}
          loop
          // The scrim above a phone's sheet belongs to it: a press there only closes.
          onClick={(event) => event.target === event.currentTarget && setOpen(false)}
          onFocus={enterFirst}
          onCloseAutoFocus={() => {
            const act = chosen.current;
            chosen.current = undefined;
            if (act) queueMicrotask(act);
          }}
          // With reduced motion the animation has no duration, and Radix may wait forever for its end before it
          // closes.
          className="menu-sheet z-menu min-w-52 animate-rise rounded-md bg-surface shadow-menu outline-none max-md:animate-from-bottom motion-reduce:animate-none!"
        >
          <div
            ref={list}
            className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1 max-md:max-h-[80dvh] max-md:p-2 max-md:pb-[max(1rem,env(safe-area-inset-bottom))]"
          >
            {title !== undefined && (
              <DropdownMenu.Label
                className={cx(
                  "mb-1 border-b border-line px-2.5 py-2",
                  titleOnDesk ? "max-w-72" : "md:hidden",
                )}
              >
                <span className="block font-strong text-balance">{title}</span>
                {detail !== undefined && <span className="block pt-0.5 text-sm text-ink-3">{detail}</span>}
              </DropdownMenu.Label>
            )}
            {items.map((item, index) =>
              item === "divider" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a divider has no other identity
                <DropdownMenu.Separator key={`divider-${index}`} className="my-1 h-px bg-line" />
              ) : "heading" in item ? (
                <DropdownMenu.Label
                  key={item.heading}
                  className="px-2.5 pt-2 pb-1 text-sm text-ink-3 not-first:mt-1 not-first:border-t not-first:border-line"
                >
                  {item.heading}
                </DropdownMenu.Label>
              ) : (
                <Item key={item.label} item={item} onChoose={() => (chosen.current = item.onSelect)} />
              ),
            )}
          </div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const off = item.disabled !== undefined;
  // On phones the sheet may open under the pointer: releasing it there is not a choice, a press inside is.
  const phone = usePhone();
  const pressed = useRef(false);
  return (
    <DropdownMenu.Item
      onPointerDown={() => {
        pressed.current = true;
      }}
      onPointerUp={(event) => {
        if (phone && !pressed.current) event.preventDefault();
      }}
      // Nor is the click that follows: it goes to what is under the finger by then.
      onClick={(event) => {
        if (phone && event.detail > 0 && !pressed.current) event.preventDefault();
        pressed.current = false;
      }}
      {...(item.checked !== undefined && { role: "menuitemradio", "aria-checked": item.checked })}
      aria-disabled={off || undefined}
      onSelect={(event) => {
        if (off) event.preventDefault();
        else onChoose();
      }}
      className={cx(
        "flex min-h-item items-center gap-2.5 rounded-sm px-2.5 whitespace-nowrap outline-none select-none [&>svg]:shrink-0",
        off
          ? "text-ink-3 data-highlighted:bg-paper"
          : item.danger
            ? "cursor-pointer text-bad data-highlighted:bg-bad-bg"
            : "cursor-pointer text-ink data-highlighted:bg-sunk [&>svg]:text-ink-3",
      )}
    >
      {item.icon}
      {item.label}
      {item.checked && <Check className="ml-auto" />}
      {item.note !== undefined && " "}
      {item.note !== undefined && (
        <span className="ml-auto pl-4 text-sm text-ink-3 tabular-nums">{item.note}</span>
      )}
      {off ? (
        <span className="ml-auto pl-4 text-xs whitespace-normal">{item.disabled}</span>
      ) : (
        item.shortcut !== undefined && <Kbd className="ml-auto">{item.shortcut}</Kbd>
      )}
    </DropdownMenu.Item>
  );
}
