import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { currentUser } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { currentUserQuery } from "#web/data/session.tsx";
import { endSuspension } from "#web/suspension.ts";

/** ms between two polls. */
const everyMs = 30_000;
/**
 * ms before the first: requests of the loading page are refused even where the clinic's data is released to its
 * owner.
 */
const firstMs = 3000;

/**
 * While the modal is open, checks whether the clinic is active again: periodically, and when the tab becomes
 * visible. The session still exists, so the page continues without a sign-in.
 */
export function usePollSuspension(isSuspended: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSuspended) return;
    const stop = new AbortController();
    const look = () => {
      if (document.visibilityState !== "visible") return;
      call(currentUser, {}, { signal: stop.signal, isPoll: true }).then(
        ({ data }) => {
          endSuspension();
          queries.setQueryData(currentUserQuery.queryKey, data);
        },
        // Still suspended, or no response: the modal stays.
        () => undefined,
      );
    };
    const first = setTimeout(look, firstMs);
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      stop.abort();
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isSuspended, queries]);
}
