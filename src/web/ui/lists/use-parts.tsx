import { type ReactNode, useState } from "react";
import { Button } from "../Button.tsx";
import { usePrinting } from "../use-media.ts";

/** A long list is drawn in parts, so that the first of it stands at once; on paper it is whole. */
export function useParts<Row>(
  rows: readonly Row[],
  part: number,
): { shown: readonly Row[]; more: ReactNode } {
  const isPrinting = usePrinting();
  const [drawn, setDrawn] = useState(part);
  const shown = isPrinting ? rows : rows.slice(0, drawn);
  const rest = rows.length - shown.length;
  const more = rest > 0 && (
    <div className="border-t border-line p-3">
      <Button block onClick={() => setDrawn(drawn + part)}>
        {`Show ${Math.min(part, rest)} more`}
      </Button>
    </div>
  );
  return { shown, more };
}
