import { useState } from "react";
import { useMedia } from "#web/ui/use-media.ts";

const key = "sidebarFolded";

/** Whether the sidebar shows only icons: below 1024 px always, above as the user left it. */
export function useFold(): [isFolded: boolean, fold: ((folded: boolean) => void) | null] {
  const isNarrow = useMedia("screen and (max-width: 1023.98px)");
  const [isFolded, setFolded] = useState(readFold);
  if (isNarrow) return [true, null];
  return [
    isFolded,
    (folded) => {
      setFolded(folded);
      try {
        localStorage.setItem(key, folded ? "yes" : "no");
      } catch {
        // Without storage the sidebar is expanded again at the next load.
      }
    },
  ];
}

function readFold(): boolean {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}
