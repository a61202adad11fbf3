import { useEffect } from "react";

/** The title of the browser's tab. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - Klinika`;
  }, [title]);
}
