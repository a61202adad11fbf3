import { cloneElement, type MouseEvent, Suspense, useState } from "react";
import { lazyPart } from "#web/lazy-part.ts";
import type { MenuProps } from "./menu-item.ts";

export type { MenuEntry, MenuItem, MenuProps } from "./menu-item.ts";

const MenuLayer = lazyPart(() => import("./MenuLayer.tsx"), "MenuLayer");

/**
 * A menu below its button; on phones a sheet at the bottom of the screen. Until it is first used only the button is
 * rendered: a list of patients has one on every card, and the code that positions and locks a menu is a fifth of such
 * a page.
 */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState<"by pointer" | "by keyboard" | null>(null);
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void MenuLayer.preload(),
    onFocus: () => void MenuLayer.preload(),
    // A click without pointer events comes from the keyboard.
    onClick: (event: MouseEvent) => setUsed(event.detail === 0 ? "by keyboard" : "by pointer"),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setUsed("by keyboard");
    },
  });
  if (!used) return button;
  return (
    <Suspense fallback={button}>
      <MenuLayer {...props} startsInside={used === "by keyboard"} />
    </Suspense>
  );
}
