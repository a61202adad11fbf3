import { useEffect, useRef } from "react";

/** For a list's container: scrolls to the first row of a new page. */
export function useListTop<Box extends HTMLElement>(firstRow: number) {
  const box = useRef<Box>(null);
  const shown = useRef(firstRow);
  useEffect(() => {
    if (shown.current === firstRow) return;
    shown.current = firstRow;
    if (box.current && box.current.getBoundingClientRect().top < 0)
      box.current.scrollIntoView({ block: "start" });
  }, [firstRow]);
  return box;
}
