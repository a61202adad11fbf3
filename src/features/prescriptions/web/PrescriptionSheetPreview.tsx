import { memo, useMemo } from "react";
import { drawSheet } from "#shared/prescription/draw-sheet.ts";
import type { Sheet } from "#shared/prescription/sheet.ts";
import { SheetPreview } from "#web/printing/SheetPreview.tsx";
import type { Drawable } from "#web/printing/sheet-svg.ts";

/** The printed page of a prescription. */
export const PrescriptionSheetPreview = memo(function PrescriptionSheetPreview({ sheet }: { sheet: Sheet }) {
  const drawable = useMemo(
    (): Drawable => ({ sheet, draw: (paper, pen) => drawSheet(sheet, paper, pen) }),
    [sheet],
  );
  return <SheetPreview drawable={drawable} label="Prescription" />;
});
