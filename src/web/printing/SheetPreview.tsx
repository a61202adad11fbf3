import { useEffect, useMemo, useState } from "react";
import { type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import { PaperSizeSelect } from "./PaperSizeSelect.tsx";
import { usePaperSize } from "./paper-size-choice.ts";
import {
  type Drawable,
  FONT_WEIGHTS,
  fontArrived,
  pagesOrProblem,
  type SheetPage,
  sheetDrawer,
} from "./sheet-svg.ts";

/** The printed page, rendered by the layout that also makes the PDF. Memoize `drawable`. */
export function SheetPreview({ drawable, label }: { drawable: Drawable; label: string }) {
  const [draw, setDraw] = useState(sheetDrawer);
  useEffect(() => {
    let isShown = true;
    void fontArrived().then((isLate) => isLate && isShown && setDraw(sheetDrawer));
    return () => {
      isShown = false;
    };
  }, []);
  const paper = usePaperSize();
  const { pages, problem } = useMemo(() => pagesOrProblem(draw, drawable, paper), [draw, drawable, paper]);
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
        <PaperSizeSelect paper={paper} />
        {problem === null && (
          <span className="tabular-nums">{pages.length === 1 ? "Page 1 of 1" : `${pages.length} pages`}</span>
        )}
      </div>
      {problem !== null && <p className="text-sm text-ink-2">{problem}</p>}
      {pages.map((page, index) => (
        <PageSheet
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          key={index}
          page={page}
          paper={paper}
          label={`${label}, page ${index + 1} of ${pages.length}`}
        />
      ))}
    </div>
  );
}

/** Black on white, whatever the clinic's colors: it is paper. */
function PageSheet({
  page: { texts, rules, paths },
  paper,
  label,
}: {
  page: SheetPage;
  paper: PaperSize;
  label: string;
}) {
  const [width, height] = SIZE_IN_POINTS[paper];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no element for it
    <svg
      role="group"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full bg-white shadow-sheet select-text"
    >
      {rules.map(({ x, y, to, weight, color, isDashed }) => (
        <line
          key={`${y} ${x}`}
          x1={x}
          x2={to}
          y1={y}
          y2={y}
          stroke={color}
          strokeWidth={weight}
          {...(isDashed && { strokeDasharray: "2.5 2" })}
        />
      ))}
      {paths.map(({ shape, x, y, size }) => (
        <path
          key={`${y} ${x}`}
          d={shape}
          transform={`translate(${x} ${y}) scale(${size / 20})`}
          fill="none"
          stroke="black"
          strokeWidth={1.9}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {texts.map(({ text, x, y, size, color, font }) => (
        <text
          key={`${y} ${x}`}
          x={x}
          y={y}
          fontSize={size}
          fill={color}
          fontWeight={FONT_WEIGHTS[font]}
          className="whitespace-pre"
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
