import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import type { Patient } from "#features/patients/contract.ts";
import { prescriptionSheet } from "#shared/prescription/sheet.ts";
import { useSettled } from "#web/hooks/use-settled.ts";
import { redrawMs } from "#web/printing/BesidePreview.tsx";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { PrescriptionSheetPreview } from "./PrescriptionSheetPreview.tsx";
import {
  isWhole,
  type PrescriptionForm,
  type SheetSurroundings,
  sheetInputOf,
  type TypedPrescription,
} from "./prescription-form.ts";
import { SheetFindings } from "./SheetFindings.tsx";
import { useLetterhead } from "./use-letterhead.ts";

type Page = {
  patient: Patient;
  today: string;
  /** Of the saved record, while nothing was changed since. */
  prescriptionId: number | null;
};

/** The form mutates its values; a copy can be compared and drawn later. */
const copied = (typed: TypedPrescription): TypedPrescription => structuredClone(typed);

/** The printed page of the form's current values, updated while typing, with its warnings. */
export function LivePreview({ form, ...page }: { form: PrescriptionForm } & Page) {
  const typed = useWatch({ control: form.control, compute: copied });
  const drawn = useSettled(typed, redrawMs);
  const clinic = useLetterhead();
  if (!clinic)
    return (
      <Waiting skeleton={<SkeletonBar className="aspect-[148/210] w-full" />} label="Loading the preview" />
    );
  return <Drawn typed={drawn} {...page} clinic={clinic} />;
}

function Drawn({
  typed,
  patient,
  today,
  prescriptionId,
  clinic,
}: { typed: TypedPrescription } & SheetSurroundings) {
  const { sheet, warnings } = useMemo(() => {
    const input = sheetInputOf(typed, { clinic, patient, today, prescriptionId });
    // A medicine that is still being typed lacks most fields: it gets no warnings yet.
    const whole = { ...input, medications: input.medications.filter(isWhole) };
    return { sheet: prescriptionSheet(input), warnings: prescriptionSheet(whole).warnings };
  }, [typed, clinic, patient, today, prescriptionId]);
  return (
    <div className="grid gap-3">
      <SheetFindings problems={sheet.problems} warnings={warnings} />
      <PrescriptionSheetPreview sheet={sheet} />
    </div>
  );
}
