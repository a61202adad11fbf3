import { type ReactNode, useState } from "react";
import { useOnPaper } from "#web/printing/print-whole.ts";
import { Button } from "../Button.tsx";

/** Renders a long list in parts, so that the first rows are visible early; prints it completely. */
export function useParts<Row>(
  rows: readonly Row[],
  part: number,
): { shown: readonly Row[]; more: ReactNode } {
  const isPrinting = useOnPaper();
  const [drawn, setDrawn] = useState(part);
  const shown = isPrinting ? rows : rows.slice(0, drawn);
  const rest = rows.length - shown.length;
  const more = rest > 0 && (
    <div className="border-t border-line p-3" data-print="no">
      <Button block onClick={() => setDrawn(drawn + part)}>
        {`Show ${Math.min(part, rest)} more`}
      </Button>
    </div>
  );
  return { shown, more };
}
