import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";

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
  trigger: ReactElement<ComponentPropsWithoutRef<"button">>;
  items: readonly (MenuItem | "divider")[];
  /** Whose menu it is. Phones show it above the items; patients' names belong here. */
  title?: ReactNode;
  /** A second line under the title: "38 / M · 20261120-002". */
  detail?: ReactNode;
  /** Shows the title on desks too. */
  titleOnDesk?: boolean | undefined;
  align?: "start" | "center" | "end" | undefined;
}
