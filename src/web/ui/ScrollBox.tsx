import { type ReactNode, useEffect, useRef, useState } from "react";

/** A box that may scroll sideways. Where it does and holds nothing to focus, it is itself a stop for the keys. */
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
  useEffect(() => {
    const element = box.current;
    if (!element || !focusable || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const { overflowX, overflowY } = getComputedStyle(element);
      setScrolls(
        (overflowX !== "visible" && element.scrollWidth > element.clientWidth) ||
          (overflowY !== "visible" && element.scrollHeight > element.clientHeight),
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
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
