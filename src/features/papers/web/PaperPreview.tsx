import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { drawPaper } from "#shared/clinic-paper/draw-paper.ts";
import { type PaperSheet, sheetProblem } from "#shared/clinic-paper/sheet.ts";
import { useSettled } from "#web/hooks/use-settled.ts";
import { redrawMs } from "#web/printing/BesidePreview.tsx";
import { SheetPreview } from "#web/printing/SheetPreview.tsx";
import type { Drawable } from "#web/printing/sheet-svg.ts";
import {
  type ChosenTemplate,
  type PaperFormReturn,
  type PaperSurroundings,
  sheetOfForm,
  type TypedPaper,
} from "./paper-form.ts";

/** The printed page of a sheet. */
export function PaperSheetPreview({ sheet }: { sheet: PaperSheet }) {
  const drawable = useMemo(
    (): Drawable => ({ sheet, draw: (paper, pen) => drawPaper(sheet, { paper, pen }) }),
    [sheet],
  );
  return <SheetPreview drawable={drawable} label={sheet.title || "Paper"} />;
}

const copied = (typed: TypedPaper): TypedPaper => structuredClone(typed);

/** The printed page of the form's current values, updated while typing. */
export function PaperPreview({
  form,
  chosen,
  around,
}: {
  form: PaperFormReturn;
  chosen: ChosenTemplate;
  around: PaperSurroundings;
}) {
  const typed = useSettled(useWatch({ control: form.control, compute: copied }), redrawMs);
  const sheet = useMemo(() => sheetOfForm(typed, chosen, around), [typed, chosen, around]);
  const problem = sheetProblem(sheet);
  return (
    <div className="grid gap-3">
      {problem !== null && <p className="text-sm text-ink-2">{problem}</p>}
      <PaperSheetPreview sheet={sheet} />
    </div>
  );
}
