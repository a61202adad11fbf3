import type { MouseEvent, ReactNode } from "react";

export interface NavItem {
  id: string;
  label: string;
  icon: ReactNode;
  href: string;
  count?: number | undefined;
}

/** Navigates without reloading the page: the router's `navigate`. */
export type Navigate = (href: string) => void;

/** A plain click uses the router; with Ctrl, a middle button or a target the browser handles it. */
export function followLink(navigate: Navigate | undefined, href: string) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!navigate || !plain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };
}
