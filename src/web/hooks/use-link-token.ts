import { useEffect, useState } from "react";

const tokenIn = (fragment: string) => new URLSearchParams(fragment.slice(1)).get("token");

/**
 * The token of the mailed link that opened this page, or null. It is removed from the address immediately, so that
 * it is not in the history of a shared computer. `onToken`: another link was pasted into the open page.
 */
export function useLinkToken(onToken: () => void): string | null {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    const take = () => {
      const found = tokenIn(location.hash);
      if (found === null) return;
      history.replaceState(history.state, "", location.pathname);
      setToken(found);
      onToken();
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, [onToken]);
  return token;
}
