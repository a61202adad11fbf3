import { checklistText, symptoms } from "#shared/clinical/present-illness.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { PatientFormDialog } from "#web/clinical/PatientFormDialog.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { YesNo } from "#web/ui/inputs/YesNo.tsx";
import { useAddChecklist } from "../use-record-visit.ts";
import { ChecklistForm, emptyChecklist, pendingAssessment } from "./checklist-form.ts";

/** Filled in before the doctor sees the patient: the complaint, and a Yes or No for each of five symptoms. */
export function HistoryChecklistDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const form = useZodForm(ChecklistForm, { defaultValues: emptyChecklist });
  const draft = useDraft(form, { form: "history-checklist", record: patientId });
  const send = useAddChecklist(draft.act);
  const { errors, isDirty } = form.formState;
  const unfilled = useUnfilledQuestion();
  const answers = form.watch("symptoms");

  const save = form.handleSubmit(async ({ chiefComplaint, symptoms: answered }) => {
    if (!(await unfilled.mayGoOn([{ label: "Chief complaint", text: chiefComplaint }]))) return;
    try {
      await send.mutateAsync({
        body: {
          patientId,
          chiefComplaint,
          historyOfPresentIllness: checklistText(answered),
          ...pendingAssessment,
          consultationType: "General",
        },
      });
      draft.forget();
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
      applyServerFields(form, error);
    }
  });

  return (
    <PatientFormDialog
      patient={patient}
      title="Consultation History Checklist"
      isDirty={isDirty}
      draft={draft}
      isSending={send.isPending}
      save="Consultation History Checklist"
      busyLabel="Saving..."
      onSubmit={(event) => void save(event)}
      onClose={onClose}
    >
      {() => (
        <>
          <Field label="Chief complaint" required error={errors.chiefComplaint?.message}>
            <ClinicalTextArea rows={3} {...form.register("chiefComplaint")} />
          </Field>
          <ul className="divide-y divide-line border-y border-line">
            {symptoms.map(({ flag, label, checklistAsks }) => (
              <li key={flag} className="grid gap-x-6 gap-y-1 py-2.5 md:grid-cols-2 md:items-start">
                <YesNo
                  label={label}
                  value={answers[flag].present}
                  onChange={(present) =>
                    form.setValue(`symptoms.${flag}.present`, present, { shouldDirty: true })
                  }
                />
                {answers[flag].present && (
                  <Field label={checklistAsks} optional error={errors.symptoms?.[flag]?.detail?.message}>
                    <TextInput {...form.register(`symptoms.${flag}.detail`)} />
                  </Field>
                )}
              </li>
            ))}
          </ul>
          {unfilled.question}
        </>
      )}
    </PatientFormDialog>
  );
}
