import { useEffect, useRef } from "react";
import { activeUserEmail } from "#web/storage-keys.ts";

/**
 * Back may restore a page from the bfcache with all its content. After sign-out or a change of user it is hidden
 * before it is cached, and reloaded when restored.
 */
export function useBfcacheGuard(isAtWork: boolean, loadAnew = () => location.reload()): void {
  const email = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (isAtWork) email.current = activeUserEmail();
  }, [isAtWork]);
  const again = useRef(loadAnew);
  useEffect(() => {
    const isOver = () => email.current !== undefined && activeUserEmail() !== email.current;
    const hide = () => {
      if (isOver()) document.body.hidden = true;
    };
    const come = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isOver()) again.current();
    };
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", come);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", come);
    };
  }, []);
}
