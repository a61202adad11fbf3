import { cloneElement, type MouseEvent, Suspense, useState } from "react";
import { lazyPart } from "#web/lazy-part.ts";
import type { MenuProps } from "./menu-item.ts";

export type { MenuItem, MenuProps } from "./menu-item.ts";

const MenuLayer = lazyPart(() => import("./MenuLayer.tsx"), "MenuLayer");

/**
 * A menu under its button; on phones a sheet at the foot of the screen. Until it is first used it is the button alone:
 * a list of patients has one on every card, and what places and locks a menu is a fifth of such a page.
 */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState<"by pointer" | "by keyboard" | null>(null);
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void MenuLayer.preload(),
    onFocus: () => void MenuLayer.preload(),
    // A click without presses is one made by a key.
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
