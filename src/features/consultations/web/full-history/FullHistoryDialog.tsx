import { Check } from "lucide-react";
import { useState } from "react";
import {
  type FullHistory,
  type FullHistoryField,
  fullHistoryFields,
  fullHistoryLabels,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { mayFinish } from "#features/consultations/rules.ts";
import { formatClock, formatInstant } from "#shared/formats/dates.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { IfCan, useCurrentUser } from "#web/data/session.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { showRefusal, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { MarkInErrorLine } from "../EntryMark.tsx";
import { WrittenMeanwhile } from "../WrittenMeanwhile.tsx";
import { FullHistoryForm, typedFrom, unsavedFields } from "./full-history-form.ts";
import { useAutosavedHistory } from "./use-autosaved-history.ts";

const rowsOf: Partial<Record<FullHistoryField, number>> = { historyOfPresentIllness: 4, managementPlan: 4 };

/**
 * The patient's full history while it is written: saved as a draft a second after each pause, finalized by the
 * doctor.
 */
export function FullHistoryDialog({
  patientId,
  opened,
  listed,
  onClose,
}: {
  patientId: number;
  /** The open draft; null begins one. */
  opened: FullHistory | null;
  /** The listed ones, which say whether this one is confidential. */
  listed: readonly FullHistory[];
  onClose: () => void;
}) {
  const { data: patient } = usePatient(patientId);
  const user = useCurrentUser().data;
  const form = useZodForm(FullHistoryForm, { defaultValues: typedFrom(opened) });
  const saved = useAutosavedHistory(form, patientId, opened);
  // Unsaved text, in case the browser closes.
  const draft = useDraft(form, { form: "full-history", record: patientId });
  const unfilled = useUnfilledQuestion();
  const [isConfirming, setConfirming] = useState(false);
  const [isFinishing, setFinishing] = useState(false);
  const stored = listed.find(({ id }) => id === saved.record?.id);
  const isFinished = saved.record?.status === "finished";
  const typed = form.watch();
  const hasUnsaved = !isFinished && Object.keys(unsavedFields(typed, saved.record)).length > 0;
  const { mayClose, question } = useDiscardQuestion(
    hasUnsaved,
    "Your last changes could not be saved. They will be lost if you close this.",
    draft.forget,
  );
  // Saves before closing, and asks only if that fails.
  const mayLeave = async () => isFinished || (await saved.saveNow()) || mayClose();
  const leave = () => void mayLeave().then((isYes) => isYes && onClose());

  const finish = async () => {
    setConfirming(false);
    if (!form.getValues("chiefComplaint").trim()) {
      form.setError("chiefComplaint", { message: "Chief complaint is required" }, { shouldFocus: true });
      return;
    }
    setFinishing(true);
    try {
      if (!(await saved.finish())) return;
      notify({ kind: "success", title: "Full history finished" });
      onClose();
    } catch (error) {
      showRefusal(form, error, "Failed to finish the full history");
    } finally {
      setFinishing(false);
    }
  };

  const askToFinish = async () => {
    const texts = fullHistoryFields.map((field) => ({
      label: fullHistoryLabels[field],
      text: form.getValues(field),
    }));
    if (await unfilled.mayGoOn(texts)) setConfirming(true);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={mayLeave}
      closeOutside={false}
      title="Full History"
      size="lg"
      patient={patient && <DialogPatient patient={patient} />}
      footNote={<SaveState saved={saved} hasUnsaved={hasUnsaved} />}
      foot={
        <>
          <Button onClick={leave}>Close</Button>
          {user && mayFinish(user, saved.record) && (
            <IfCan do={writeFullHistory}>
              <Button
                variant="primary"
                busy={isFinishing}
                busyLabel="Finishing…"
                disabled={saved.conflicts.length > 0}
                onClick={() => void askToFinish()}
              >
                Finish
              </Button>
            </IfCan>
          )}
        </>
      }
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
        <DraftOffer draft={draft} />
        {isFinished && saved.record && (
          <NoteBox tone="warn" role="alert" title="This full history was finished meanwhile.">
            {saved.record.doctorName} finished it{" "}
            {formatInstant(saved.record.finishedAt ?? saved.record.updatedAt)}. What is typed here beyond it
            is not saved: copy it, and begin another one.
          </NoteBox>
        )}
        {saved.conflicts.length > 0 && saved.record && !isFinished && (
          <WrittenMeanwhile conflicts={saved.conflicts} record={saved.record} onChosen={saved.resolve} />
        )}
        {fullHistoryFields.map((field) => (
          <Field
            key={field}
            label={fullHistoryLabels[field]}
            required={field === "chiefComplaint"}
            error={form.formState.errors[field]?.message}
          >
            <ClinicalTextArea rows={rowsOf[field] ?? 2} {...form.register(field)} />
          </Field>
        ))}
        {stored && (
          <>
            <ConfidentialLine patientId={patientId} entry="fullHistory" of={stored} />
            <MarkInErrorLine patientId={patientId} entry="fullHistory" of={stored} onMarked={onClose} />
          </>
        )}
      </form>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void finish()}
        title="Finish this full history?"
        description="It will carry your name and can't be changed afterwards."
        confirmLabel="Finish"
      />
      {unfilled.question}
      {question}
    </Dialog>
  );
}

/** At the left of the footer: whether the text is saved. */
function SaveState({
  saved,
  hasUnsaved,
}: {
  saved: ReturnType<typeof useAutosavedHistory>;
  hasUnsaved: boolean;
}) {
  const { record, isSaving, failure, conflicts } = saved;
  if (record?.status === "finished") return null;
  if (conflicts.length > 0) return <span>Not saved: choose which version to keep</span>;
  if (failure && hasUnsaved)
    return (
      <span role="alert" className="flex flex-wrap items-center gap-2">
        <FieldError>{`Not saved. ${failure}`}</FieldError>
        <Button variant="link" size="sm" onClick={() => void saved.saveNow()}>
          Try Again
        </Button>
      </span>
    );
  if (isSaving) return <span>Saving…</span>;
  if (!record) return <span>Saved as a draft while you type</span>;
  return (
    <>
      <Check />
      <span className="tabular-nums">Saved {formatClock(record.updatedAt)}</span>
    </>
  );
}
