import { useLocation, useRouter } from "@tanstack/react-router";
import { isPage, pageAt } from "#app/web/pages/shell/navigation.tsx";

const list = "/patients";

/** The page from which the record was opened: its name, and the way back. Without one it is the list of patients. */
export function useOrigin(): { title: string; goBack: () => void } {
  const router = useRouter();
  const from = useLocation({ select: ({ state }) => state.recordFrom });
  const { pathname } = new URL(from?.href ?? list, location.origin);
  return {
    title: pageAt(isPage(pathname) ? pathname : list).title,
    goBack: () => {
      const steps = from ? from.entry - router.state.location.state.__TSR_index : 0;
      // Where it was left, scrolled as it was.
      if (steps < 0) router.history.go(steps);
      else router.history.push(from?.href ?? list);
    },
  };
}
