import * as z from "zod/mini";
import { latestVitals } from "#features/consultations/contract.ts";
import { isApiError } from "#web/api-error.ts";
import { useCall } from "#web/calls.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { VitalSignsFields } from "#web/clinical/VitalSignsFields.tsx";
import { hasTypedVitalSigns, noTypedVitalSigns, VitalSignsForm } from "#web/clinical/vital-signs-form.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/form.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { FieldError } from "#web/ui/Field.tsx";
import { FormFoot } from "#web/ui/FormFoot.tsx";
import { useDiscardQuestion } from "#web/use-discard-question.tsx";
import { monthsOf } from "./months-of.ts";
import { useRecordVitals } from "./use-record-visit.ts";

const Form = z.object({ vitalSigns: VitalSignsForm });

export function RecordVitalsDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId);
  const params = { id: String(patientId) };
  const earlier = useCall(latestVitals, { params });
  const form = useZodForm(Form, { defaultValues: { vitalSigns: noTypedVitalSigns } });
  const draft = useDraft(form, { form: "vital-signs", record: patientId });
  const send = useRecordVitals(draft.act);
  const { errors, isDirty } = form.formState;
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  const typed = form.watch("vitalSigns");

  const save = form.handleSubmit(async ({ vitalSigns }) => {
    if (!hasTypedVitalSigns(form.getValues("vitalSigns"))) {
      form.setError("root", { message: "Enter at least one vital sign" });
      form.setFocus("vitalSigns.bloodPressure");
      return;
    }
    try {
      await send.mutateAsync({ params, body: { vitalSigns } });
      draft.forget();
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title="Record Vital Signs"
      size="lg"
      patient={patient.data && <DialogPatient patient={patient.data} />}
      onSubmit={(event) => void save(event)}
      mayClose={() => !send.isPending && mayClose()}
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={send.isPending}
          busyLabel="Saving..."
          disabled={!patient.data}
          save="Record Vital Signs"
        />
      }
    >
      {patient.data ? (
        <div className="grid gap-4">
          <DraftOffer draft={draft} />
          <VitalSignsFields
            register={(sign) => form.register(`vitalSigns.${sign}`)}
            errors={errors.vitalSigns}
            values={typed}
            ageInMonths={monthsOf(patient.data)}
            earlier={earlier.data}
          />
          {errors.root?.message && (
            <div role="alert">
              <FieldError>{errors.root.message}</FieldError>
            </div>
          )}
        </div>
      ) : (
        <PatientPending patient={patient} />
      )}
      {question}
    </Dialog>
  );
}
