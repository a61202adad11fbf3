import { useMemo } from "react";
import { encode } from "uqr";
import type { ClinicPaper } from "#features/papers/contract.ts";
import { drawPaper, proofAt } from "#shared/clinic-paper/draw-paper.ts";
import { drawQrCells } from "#shared/draw-qr.ts";
import { SheetPreview } from "#web/printing/SheetPreview.tsx";
import type { Drawable } from "#web/printing/sheet-svg.ts";
import { publicHost } from "#web/public-host.ts";

/** A saved paper as it is printed, with its code. */
export function SavedPaperPreview({ paper: { sheet, code } }: { paper: ClinicPaper }) {
  const drawable = useMemo((): Drawable => {
    const proof = proofAt(`${location.protocol}//${publicHost()}`, code);
    return {
      sheet,
      draw: (paper, pen) =>
        drawPaper(sheet, {
          paper,
          pen,
          proof,
          drawQr: (on, text, square) => drawQrCells(on, encode(text, { ecc: "M", border: 0 }).data, square),
        }),
    };
  }, [sheet, code]);
  return <SheetPreview drawable={drawable} label={sheet.title} />;
}
