import { cx } from "../cx.ts";

/** One pale bar; set its width and height by class. */
export function SkeletonBar({ className }: { className?: string | undefined }) {
  return <span className={cx("skeleton", className ?? "h-3 w-full")} />;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const widths = [
  ["w-[72%]", "w-[50%]"],
  ["w-[58%]", "w-[36%]"],
  ["w-[80%]", "w-[58%]"],
] as const;

/** Two-line rows with initials and a badge, 58 px high each; `tall`: on phones as high as rows with their buttons below. */
export function SkeletonRows({
  rows = 3,
  initials = true,
  tall = false,
}: {
  rows?: number;
  initials?: boolean;
  tall?: boolean;
}) {
  return (
    <div aria-hidden="true">
      {upTo(rows).map((index) => {
        const [first, second] = widths[index % widths.length] ?? widths[0];
        return (
          <div
            key={index}
            className={cx(
              "flex min-h-14.5 items-center gap-3 border-t border-line px-4 first:border-t-0",
              tall && "max-md:min-h-34",
            )}
          >
            {initials && <SkeletonBar className="size-9 shrink-0 rounded-[8px_8px_8px_2px]" />}
            <span className="grid flex-1 gap-2">
              <SkeletonBar className={cx("h-3", first)} />
              <SkeletonBar className={cx("h-2.5", second)} />
            </span>
            <SkeletonBar className="h-5.5 w-16" />
          </div>
        );
      })}
    </div>
  );
}

/** The rows of a table whose header is already shown. */
export function SkeletonTable({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <div aria-hidden="true">
      <div className="h-8.5 rounded-t-md border-b border-line-strong bg-sunk" />
      {upTo(rows).map((row) => (
        <div key={row} className="flex h-12 items-center gap-6 border-b border-line px-3 last:border-b-0">
          {upTo(columns).map((column) => (
            <span key={column} className={column === 1 ? "flex-2" : "flex-1"}>
              <SkeletonBar className={cx("h-3", (row + column) % 3 === 0 ? "w-[60%]" : "w-[82%]")} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A card with a title line and three lines of text. */
export function SkeletonCard() {
  return (
    <div aria-hidden="true" className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <SkeletonBar className="h-4 w-[45%]" />
      <SkeletonBar className="h-3 w-[90%]" />
      <SkeletonBar className="h-3 w-[76%]" />
      <SkeletonBar className="h-3 w-[60%]" />
    </div>
  );
}

/** The strip of figures; `noted`: with room for the line below each; `slim`: as above a list. */
export function SkeletonFigures({
  count = 4,
  noted = false,
  slim = false,
}: {
  count?: number;
  noted?: boolean;
  slim?: boolean;
}) {
  return (
    <div aria-hidden="true" className="grid grid-cols-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {upTo(count).map((index) => (
        <div
          key={index}
          className={cx(
            "grid border-line px-4 max-md:odd:border-r max-md:not-nth-[-n+2]:border-t md:border-l md:first:border-l-0",
            slim ? "gap-1 py-2" : "gap-2 py-4 md:px-5",
            noted && "content-start max-md:min-h-24.25 md:min-h-27",
          )}
        >
          <SkeletonBar className="h-3 w-[60%]" />
          <SkeletonBar className={slim ? "h-5 w-[45%]" : "h-7 w-[45%]"} />
        </div>
      ))}
    </div>
  );
}
