import { useEffect, useRef } from "react";

/** For the list's box: another page begins at its first row, also when the reader stood at the foot of the last one. */
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
