import { addConsultation } from "#features/consultations/contract.ts";
import { pendingAssessment } from "#features/consultations/rules.ts";
import { checklistText, symptoms } from "#shared/clinical/present-illness.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { PatientFormDialog } from "#web/clinical/PatientFormDialog.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { YesNo } from "#web/ui/inputs/YesNo.tsx";
import { ChecklistForm, emptyChecklist } from "./checklist-form.ts";

/** Filled in before the doctor sees the patient: the complaint, and a Yes or No for each of five symptoms. */
export function HistoryChecklistDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const unfilled = useUnfilledQuestion();
  const { form, errors, dialog } = useFormDialog(addConsultation, ChecklistForm, {
    defaultValues: emptyChecklist,
    draft: { form: "history-checklist", record: patientId },
    check: ({ chiefComplaint }) => unfilled.mayGoOn([{ label: "Chief complaint", text: chiefComplaint }]),
    request: ({ chiefComplaint, symptoms: answered }) => ({
      body: {
        patientId,
        chiefComplaint,
        historyOfPresentIllness: checklistText(answered),
        ...pendingAssessment,
        consultationType: "General",
      },
    }),
    done: "Consultation record added successfully",
    // The error catalog calls it quick consultation.
    failed: "Failed to add consultation",
    onClose,
  });
  const answers = form.watch("symptoms");

  return (
    <PatientFormDialog
      {...dialog}
      patient={patient}
      title="Consultation History Checklist"
      save="Consultation History Checklist"
      busyLabel="Saving..."
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
