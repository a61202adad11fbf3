import { useWatch } from "react-hook-form";
import type { Patient } from "#features/patients/contract.ts";
import { prescriptionSheet } from "#shared/prescription/sheet.ts";
import { SkeletonBar } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { PrescriptionSheetPreview } from "./PrescriptionSheetPreview.tsx";
import { type PrescriptionForm, sheetInputOf } from "./prescription-form.ts";
import { SheetFindings } from "./SheetFindings.tsx";
import { useSheetSurroundings } from "./use-sheet-surroundings.ts";

/** The printed page of what stands in the form, drawn anew with every letter, and what to look at in it. */
export function LivePreview({
  form,
  patient,
  today,
  prescriptionId,
}: {
  form: PrescriptionForm;
  patient: Patient;
  today: string;
  /** Of the saved record, while nothing was changed since. */
  prescriptionId: number | null;
}) {
  useWatch({ control: form.control });
  const around = useSheetSurroundings(patient.id);
  if (!around)
    return (
      <Waiting skeleton={<SkeletonBar className="aspect-[148/210] w-full" />} label="Loading the preview" />
    );
  const sheet = prescriptionSheet(
    sheetInputOf(form.getValues(), { ...around, patient, today, prescriptionId }),
  );
  return (
    <div className="grid gap-3">
      <SheetFindings sheet={sheet} />
      <PrescriptionSheetPreview sheet={sheet} />
    </div>
  );
}
