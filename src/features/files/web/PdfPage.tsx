import {
  type PDFDocumentProxy,
  RenderingCancelledException,
  TextLayer,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";
import "./pdf-text.css";

/** Canvas size in pixels that every phone supports. */
const MOST_PIXELS = 16_000_000;

/** One page. Rendered when it is close to the viewport, and released when it is far from it. */
export function PdfPage({
  document: pdf,
  number,
  scale,
  turn,
  likely,
  onFailed,
}: {
  document: PDFDocumentProxy;
  number: number;
  /** CSS pixels per pixel of the page's own size. */
  scale: number;
  turn: number;
  /** The first page's size, until this one's is known. */
  likely: { width: number; height: number };
  onFailed: () => void;
}) {
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const [own, setOwn] = useState<{ width: number; height: number } | null>(null);
  const failed = useRef(onFailed);
  failed.current = onFailed;

  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.closest("section"),
      rootMargin: "100% 0px",
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const [shown, texts] = [canvas.current, text.current];
    if (!isNear || !shown || !texts) return;
    let stop = () => {};
    let isGone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (isGone) return;
      const { width, height } = page.getViewport({ scale: 1 });
      setOwn({ width, height });
      const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height * scale * scale)));
      const viewport = page.getViewport({ scale: scale * sharp, rotation: (page.rotate + turn) % 360 });
      // Drawn off screen, so that the page does not flash white during a redraw.
      const fresh = document.createElement("canvas");
      fresh.width = Math.floor(viewport.width);
      fresh.height = Math.floor(viewport.height);
      const task = page.render({ canvas: fresh, viewport });
      stop = () => task.cancel();
      await task.promise;
      shown.width = fresh.width;
      shown.height = fresh.height;
      shown.getContext("2d")?.drawImage(fresh, 0, 0);
      setDrawn(true);
      texts.replaceChildren();
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: texts,
        viewport: page.getViewport({ scale, rotation: (page.rotate + turn) % 360 }),
      });
      stop = () => layer.cancel();
      await layer.render();
    };
    draw().catch((error: unknown) => {
      if (!isGone && !(error instanceof RenderingCancelledException)) failed.current();
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [pdf, number, scale, turn, isNear]);

  const { width, height } = own ?? likely;
  const [across, down] = turn % 180 === 0 ? [width, height] : [height, width];
  return (
    <div
      ref={sheet}
      data-page={number}
      data-drawn={isDrawn || undefined}
      className="relative scroll-mt-3 bg-white inset-ring-1 inset-ring-line"
      style={{ width: across * scale, height: down * scale }}
    >
      {/* An invisible text layer over the page, for screen readers and copying. */}
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <div ref={text} className="pdf-text" style={{ "--total-scale-factor": scale } as React.CSSProperties} />
    </div>
  );
}
