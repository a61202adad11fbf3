import type { FormEvent } from "react";
import { type Patient, PatientDraft } from "#features/patients/contract.ts";
import { noTypedVitalSigns } from "#web/clinical/vital-signs-form.ts";
import { useZodForm } from "#web/form.ts";
import { useNextAdmissionNumber } from "./AdmissionNoField.tsx";
import { FirstVitals, type FirstVitalsForm } from "./FirstVitalSigns.tsx";
import { blankPatient, type PatientForm } from "./patient-form.ts";
import { useAddPatient } from "./use-add-patient.ts";

/** The single form: its defaults, its vital signs, and what saving it does. */
export function useSingleForm(onAdded: (patient: Patient) => void) {
  const form: PatientForm = useZodForm(PatientDraft, {
    defaultValues: { ...blankPatient, sex: "M", admissionStatus: "Outpatient" },
  });
  useNextAdmissionNumber(form);
  const vitals: FirstVitalsForm = useZodForm(FirstVitals, {
    defaultValues: { vitalSigns: noTypedVitalSigns },
  });
  const { save, ...adding } = useAddPatient(form, onAdded);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    // Both parts say what is wrong at once; the patient's first.
    void vitals.trigger();
    void form.handleSubmit((draft) => vitals.handleSubmit(({ vitalSigns }) => save(draft, vitalSigns))())(
      event,
    );
  };
  return {
    form,
    vitals,
    submit,
    ...adding,
    isDirty: form.formState.isDirty || vitals.formState.isDirty,
  };
}
