import { type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";

/** A text whose first three lines are shown, and all of it on demand and on paper. */
export function LongText({ text, children = text }: { text: string; children?: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > 200 || text.split("\n").length > 3;
  return (
    <>
      <p className={cx("whitespace-pre-line", isLong && !isWhole && "line-clamp-3 print:line-clamp-none")}>
        {children}
      </p>
      {isLong && (
        <Button variant="link" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show more"}
        </Button>
      )}
    </>
  );
}
