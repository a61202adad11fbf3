import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** At the right: an amount, or a second word for the same. */
  note?: string | undefined;
  /** One of a choice: the current one has a tick. */
  checked?: boolean | undefined;
  /** The key that does the same, shown at the right. */
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  /** Why it cannot be chosen: "Ask the owner". It stays focusable, so that the reason can be read. */
  disabled?: string | undefined;
}

/** An action, a line, or the name of the group that follows. */
export type MenuEntry = MenuItem | "divider" | { heading: string };

export interface MenuProps {
  /** A single button. */
  trigger: ReactElement<ComponentPropsWithoutRef<"button">>;
  items: readonly MenuEntry[];
  /** The menu's subject. Phones show it above the items; patients' names belong here. */
  title?: ReactNode;
  /** A second line below the title: "38 / M · 20261120-002". */
  detail?: ReactNode;
  /** Shows the title on desktops too. */
  titleOnDesk?: boolean | undefined;
  align?: "start" | "center" | "end" | undefined;
}
