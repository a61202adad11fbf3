import { type FormEvent, useMemo } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { useMedicalResults } from "#web/clinical/use-medical-results.ts";
import { noTypedVitalSigns } from "#web/clinical/vital-signs-form.ts";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useNextAdmissionNumber } from "./AdmissionNoField.tsx";
import { keyedValues } from "./custom-field-values.ts";
import { FirstVitals, type FirstVitalsForm } from "./FirstVitalSigns.tsx";
import { blankPatient, type PatientForm, singleDraft } from "./patient-form.ts";
import { useAddPatient } from "./use-add-patient.ts";
import { useCustomFields } from "./use-custom-fields.ts";

/** The single form: its defaults, its vital signs, and what saving it does. */
export function useSingleForm(onAdded: (patient: Patient) => void) {
  const { used } = useCustomFields();
  const form: PatientForm = useZodForm(
    useMemo(() => singleDraft(used), [used]),
    {
      defaultValues: {
        ...blankPatient,
        sex: "M",
        admissionStatus: "Outpatient",
        customFields: keyedValues(used),
      },
    },
  );
  useNextAdmissionNumber(form);
  const vitals: FirstVitalsForm = useZodForm(FirstVitals, {
    defaultValues: { vitalSigns: noTypedVitalSigns },
  });
  const results = useMedicalResults();
  const draft = useDraft([form, vitals], {
    form: "add-patient",
    also: { files: results.kept },
    isDirty: results.isDirty,
    onRestored: (kept, _, keptAt) => results.takeUp((kept as { files?: unknown }).files, keptAt),
  });
  const { save, ...adding } = useAddPatient(form, onAdded, draft);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    // Shows the errors of both parts together; those of the patient come first.
    void vitals.trigger();
    const send = form.handleSubmit((draft) =>
      vitals.handleSubmit(({ vitalSigns }) => save({ ...draft, ...results.lists() }, vitalSigns))(),
    );
    // What is typed while files are on their way is saved with them.
    void form.handleSubmit(() =>
      vitals.handleSubmit(async () => {
        if (await results.isReady()) await send();
      })(),
    )(event);
  };
  return {
    form,
    vitals,
    results,
    submit,
    draft,
    ...adding,
    isDirty: form.formState.isDirty || vitals.formState.isDirty || results.isDirty,
  };
}
