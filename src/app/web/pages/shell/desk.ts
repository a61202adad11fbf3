import type { Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import type { NavItem } from "#web/ui/frame/nav-item.ts";

/** What the shortcuts and the palette of a signed-in page need. */
export type Desk = {
  user: CurrentUser;
  dialogs: Dialogs;
  /** The palette's pages: those of the screen's own navigation. */
  pages: readonly NavItem[];
  mayAdd: boolean;
  onNavigate: (href: string) => void;
  /** All results, on a page of their own. */
  onSearch: (search: string) => void;
};
