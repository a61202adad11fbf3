import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** A box that may scroll sideways. When it does and contains nothing focusable, it is focusable itself. */
export function ScrollBox({
  label,
  focusable = true,
  className,
  children,
}: {
  label: string;
  focusable?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !focusable || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const { overflowX, overflowY } = getComputedStyle(element);
      setScrolls(
        (overflowX !== "visible" && element.scrollWidth > element.clientWidth) ||
          (overflowY !== "visible" && element.scrollHeight > element.clientHeight),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Content that grows in a box at its largest size does not resize the box.
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [focusable]);
  return (
    <div
      ref={box}
      data-scroll-box=""
      data-print="unclipped"
      className={className}
      {...(scrolls ? { tabIndex: 0, role: "region", "aria-label": label } : {})}
    >
      {children}
    </div>
  );
}
