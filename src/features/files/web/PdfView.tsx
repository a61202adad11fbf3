import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { PdfPage } from "./PdfPage.tsx";
import { usePdf } from "./use-pdf.ts";
import { type ViewProps, ViewTools, ZoomTools } from "./ViewTools.tsx";

/** px around a page. */
const MARGIN = 12;
const STEP = 1.25;
/** px that an arrow key scrolls. */
const NUDGE = 60;

/** A PDF, page below page, rendered by pdf.js: browsers on Android do not display PDFs. */
export function PdfView({ file, takeKeys, onProblem }: ViewProps) {
  const opened = usePdf(file, onProblem);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState(0);
  const [page, setPage] = useState(1);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const isAcross = turn % 180 !== 0;
  const first = opened?.first ?? { width: 1, height: 1 };
  const fitted = (width - 2 * MARGIN) / (isAcross ? first.height : first.width);
  const scale = fitted * zoom;
  const pages = opened?.document.numPages ?? 0;

  const zoomTo = (next: number) => {
    const element = scroller.current;
    const bounded = Math.min(8, Math.max(0.25, next));
    // Keeps the center in place.
    const share = element ? (element.scrollTop + element.clientHeight / 2) / element.scrollHeight : 0;
    setZoom(bounded);
    requestAnimationFrame(() => {
      if (element) element.scrollTop = share * element.scrollHeight - element.clientHeight / 2;
    });
  };
  const goTo = (number: number) => {
    const bounded = Math.min(pages, Math.max(1, number));
    setPage(bounded);
    scroller.current?.querySelector(`[data-page="${bounded}"]`)?.scrollIntoView({ block: "start" });
  };
  const scrollBy = (x: number, y: number): boolean => {
    const element = scroller.current;
    if (!element) return false;
    const before = [element.scrollLeft, element.scrollTop];
    element.scrollBy(x, y);
    return element.scrollLeft !== before[0] || element.scrollTop !== before[1];
  };
  const rotate = () => setTurn((turn + 90) % 360);
  useEffect(() => {
    takeKeys((key) => {
      const page = (scroller.current?.clientHeight ?? 0) * 0.9;
      const moves: Record<string, [x: number, y: number]> = {
        ArrowUp: [0, -NUDGE],
        ArrowDown: [0, NUDGE],
        ArrowLeft: [-NUDGE, 0],
        ArrowRight: [NUDGE, 0],
        PageUp: [0, -page],
        PageDown: [0, page],
      };
      const move = moves[key];
      if (move) return scrollBy(...move);
      if (key === "+" || key === "=") zoomTo(zoom * STEP);
      else if (key === "-") zoomTo(zoom / STEP);
      else if (key === "0") zoomTo(1);
      else if (key === "r" || key === "R") rotate();
      else return false;
      return true;
    });
  });

  /** The page in the upper third of the viewport. */
  const notePage = () => {
    const element = scroller.current;
    if (!element) return;
    const line = element.getBoundingClientRect().top + element.clientHeight / 3;
    const drawn = [...element.querySelectorAll<HTMLElement>("[data-page]")];
    const at = drawn.findLast((one) => one.getBoundingClientRect().top <= line);
    if (at) setPage(Number(at.dataset.page));
  };

  return (
    <>
      <ViewTools>
        <ZoomTools
          view={{
            scale,
            isFit: zoom === 1,
            zoomIn: () => zoomTo(zoom * STEP),
            zoomOut: () => zoomTo(zoom / STEP),
            fit: () => zoomTo(1),
            rotate,
          }}
          fitLabel="Fit width"
        />
        {pages > 1 && (
          <div className="ml-auto flex items-center md:gap-1">
            <IconButton
              label="Previous page"
              size="sm"
              icon={<ChevronUp />}
              disabled={page <= 1}
              onClick={() => goTo(page - 1)}
            />
            <span role="status" className="text-sm text-ink-2 tabular-nums">
              <span className="max-md:sr-only">Page</span> {page} of {pages}
            </span>
            <IconButton
              label="Next page"
              size="sm"
              icon={<ChevronDown />}
              disabled={page >= pages}
              onClick={() => goTo(page + 1)}
            />
          </div>
        )}
      </ViewTools>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is a stop for the keys
        tabIndex={0}
        aria-label="Pages"
        data-print="unclipped"
        onScroll={notePage}
        className="min-h-0 flex-1 overflow-auto bg-sunk p-3 focus-visible:-outline-offset-2"
      >
        {opened && width > 0 ? (
          <div className="grid w-fit min-w-full justify-items-center gap-3">
            {Array.from({ length: pages }, (_, index) => (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a file never change
                key={index}
                document={opened.document}
                number={index + 1}
                scale={scale}
                turn={turn}
                likely={first}
                onFailed={() => index === 0 && onProblem("This PDF is damaged and cannot be shown.")}
              />
            ))}
          </div>
        ) : (
          <SkeletonBar className="mx-auto h-full w-full max-w-180" />
        )}
      </section>
    </>
  );
}
