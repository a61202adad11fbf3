import { type FormEvent, useRef, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import type { PrescriptionDraft } from "#features/prescriptions/contract.ts";
import { isApiError, isQuestion } from "#web/data/api-error.ts";
import type { AttemptRef } from "#web/data/calls.ts";
import { applyServerFields, mayMoveFocus } from "#web/forms/form.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { openForPrinting } from "#web/printing/show-for-printing.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { hasRequiredFields, type PrescriptionForm, type TypedPrescription } from "./prescription-form.ts";
import { useOneRecord } from "./use-one-record.ts";

type PrescriptionAction = "save" | "print" | "download";

/** Save, Print and Download PDF: one at a time, and the same content is saved once. */
export function usePrescriptionActions(
  form: PrescriptionForm,
  patientId: number,
  openMedicine: (index: number) => void,
  lastAct: AttemptRef,
) {
  const record = useOneRecord(patientId, lastAct);
  const [doing, setDoing] = useState<PrescriptionAction | null>(null);
  const isBusy = useRef(false);
  const [pending, setPending] = useState<{ act: PrescriptionAction; question: string } | null>(null);
  /** Another day than today, which the user wants to keep. */
  const confirmedDate = useRef<string | null>(null);

  const refuse = (act: PrescriptionAction) => (errors: FieldErrors<TypedPrescription>) => {
    const wrong = errors.medications?.findIndex?.(Boolean) ?? -1;
    if (wrong >= 0) openMedicine(wrong);
    notify({
      kind: "error",
      title: "Error",
      description: hasRequiredFields(form.getValues())
        ? "Please check the highlighted fields"
        : `Please fill in all required fields before ${act === "print" ? "printing" : "saving"}`,
    });
  };

  const carryOut = async (
    act: PrescriptionAction,
    typed: PrescriptionDraft,
    place: ReturnType<typeof openForPrinting> | null,
  ) => {
    setDoing(act);
    const isDateConfirmed =
      typed.prescriptionDate != null && typed.prescriptionDate === confirmedDate.current;
    const draft = isDateConfirmed ? { ...typed, isDateConfirmed } : typed;
    try {
      if (act === "save") {
        await record.save(draft);
      } else {
        const { file, name } = await record.makePdf(draft);
        if (place) place.show(file, name);
        else {
          saveFile(file, name);
          notify({ kind: "success", title: "Prescription generated and downloaded successfully" });
        }
      }
      // From here on "changed" means changed since it was saved.
      form.reset(form.getValues(), { keepValues: true });
    } catch (error) {
      place?.giveUp();
      if (!isApiError(error)) throw error;
      if (isQuestion(error)) {
        setPending({ act, question: error.shown() });
        return;
      }
      const medicine = Object.keys(error.fields).flatMap(
        (name) => /^medications\.(\d+)/.exec(name)?.[1] ?? [],
      )[0];
      if (medicine !== undefined && mayMoveFocus(form)) openMedicine(Number(medicine));
      applyServerFields(form, error);
    } finally {
      setDoing(null);
    }
  };

  const press = (act: PrescriptionAction) => async (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy.current) return;
    if (act === "save" && record.saved && !form.formState.isDirty) {
      notify({ kind: "info", title: "Already saved" });
      return;
    }
    isBusy.current = true;
    // Opened in the click handler, and only when there will be something to show.
    const place = act === "print" && hasRequiredFields(form.getValues()) ? openForPrinting() : null;
    try {
      await form.handleSubmit(
        (draft) => carryOut(act, draft, place),
        (errors) => {
          place?.giveUp();
          refuse(act)(errors);
        },
      )();
    } finally {
      isBusy.current = false;
    }
  };

  const dateQuestion = pending && (
    <ConfirmDialog
      open
      onClose={() => setPending(null)}
      title="Keep this date?"
      description={pending.question}
      cancelLabel="Change the Date"
      confirmLabel="Keep the Date"
      onConfirm={() => {
        confirmedDate.current = form.getValues("prescriptionDate") ?? null;
        setPending(null);
        return press(pending.act)();
      }}
    />
  );

  return {
    dateQuestion,
    saved: record.saved,
    beginAnew: record.beginAnew,
    doing,
    save: (event?: FormEvent) => void press("save")(event),
    print: () => void press("print")(),
    download: () => void press("download")(),
  };
}
