import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { lastByDate, patientPrescriptions, toRepeat } from "#features/prescriptions/contract.ts";
import { shortDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { isBlankMedicine, type PrescriptionForm, repeated } from "./prescription-form.ts";

/** The patient's last prescription that was not withdrawn, and a button that fills the form from it. */
export function useRepeatLast(
  form: PrescriptionForm,
  patientId: number,
  { today, hasSaved }: { today: string; hasSaved: boolean },
  onRepeated: () => void,
) {
  const { data, refetch } = useCall(patientPrescriptions, {
    params: { id: String(patientId) },
    query: toRepeat,
  });
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch]);
  const newest = lastByDate(data);
  const [earlier, setEarlier] = useState(newest);
  // A prescription saved from this form is already in it.
  if (!hasSaved && newest?.id !== earlier?.id) setEarlier(newest);

  const fill = (content: ReturnType<typeof repeated>) => {
    // Renders the rows now, so that one of them can be focused.
    flushSync(() => {
      form.setValue("medications", content.medications, { shouldDirty: true });
      form.setValue("diagnosis", content.diagnosis, { shouldDirty: true });
      form.setValue("additionalInstructions", content.additionalInstructions, { shouldDirty: true });
      form.setValue("isConfidential", content.isConfidential, { shouldDirty: true });
      form.clearErrors();
    });
    onRepeated();
  };
  const repeat = (prescription: Prescription) => {
    const { medications, diagnosis, additionalInstructions, isConfidential } = structuredClone(
      form.getValues(),
    );
    const typed = {
      medications,
      diagnosis: diagnosis ?? "",
      additionalInstructions: additionalInstructions ?? "",
      isConfidential: isConfidential ?? false,
    };
    fill(repeated(prescription));
    if (!typed.diagnosis && !typed.additionalInstructions && medications.every(isBlankMedicine)) return;
    notify({
      kind: "info",
      title: `Repeated the prescription of ${shortDay(prescription.prescriptionDate, today)}`,
      description: "Your draft was replaced.",
      undo: () => fill(typed),
    });
  };

  useFormKey("repeat", () => {
    if (earlier) repeat(earlier);
  });

  return {
    earlier,
    button: earlier && {
      label: `Repeat last, ${shortDay(earlier.prescriptionDate, today)}`,
      press: () => repeat(earlier),
    },
  };
}
