import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { isPage, pageAt } from "#app/web/pages/shell/navigation.tsx";
import { recordAddress } from "#shared/record-address.ts";
import { usePageKey } from "#web/hooks/use-page-key.ts";

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

/** J and K go to the next and the previous patient of the list from which the record was opened. */
export function useNeighbours(patientId: number): { hasNeighbours: boolean } {
  const navigate = useNavigate();
  const from = useLocation({ select: ({ state }) => state.recordFrom });
  const patients = from?.patients ?? [];
  const at = patients.indexOf(patientId);
  const step = (by: 1 | -1) => {
    const next = at < 0 ? undefined : patients[at + by];
    if (next !== undefined)
      void navigate({ to: recordAddress(next), replace: true, state: { recordFrom: from } });
  };
  usePageKey("next", () => step(1));
  usePageKey("previous", () => step(-1));
  return { hasNeighbours: at >= 0 && patients.length > 1 };
}
