import { useState } from "react";
import { addPatient, type PatientDraft } from "#features/patients/contract.ts";
import { hasVitalSigns, NO_VITAL_SIGNS, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import type { Draft } from "#web/drafts/use-draft.ts";
import { applyServerFields, mayMoveFocus } from "#web/forms/form.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { useFieldNames } from "../record/use-field-names.ts";
import { changedByName } from "./custom-field-values.ts";
import type { FirstVitalsForm } from "./FirstVitalSigns.tsx";
import { noteHospital } from "./last-hospital.ts";
import type { PatientForm } from "./patient-form.ts";
import { useCustomFields } from "./use-custom-fields.ts";
import { useDuplicateCheck } from "./use-duplicate-check.ts";

/** Registers a patient, with the vital signs if any were entered. */
export function useAddPatient(
  form: PatientForm,
  onAdded: (patient: { id: number }) => void,
  draft: Draft,
  vitals?: FirstVitalsForm,
) {
  const [free, setFree] = useState<string | null>(null);
  const { used } = useCustomFields();
  const inFormNames = useFieldNames();
  const check = useDuplicateCheck(form);
  const add = useEndpointMutation(addPatient, {
    done: null,
    failed: { title: "Error", fallback: "Failed to add patient" },
    act: draft.act,
  });

  /**
   * Resolves with the names of the fields that the server refused; none when everything is saved or no field is at
   * fault.
   */
  const save = async (typed: PatientDraft, vitalSigns: VitalSigns = NO_VITAL_SIGNS): Promise<string[]> => {
    const hasAny = hasVitalSigns(vitalSigns);
    const body = {
      ...typed,
      customFields: changedByName(used, typed.customFields),
      ...(hasAny && { vitalSigns }),
      ...check.sent(),
    };
    try {
      const patient = await add.mutateAsync({ body });
      setFree(null);
      notify({
        title: hasAny ? "Patient added successfully with vital signs recorded" : "Patient added successfully",
        description: patient.patientName,
      });
      noteHospital(typed.hospital);
      draft.forget();
      onAdded(patient);
      return [];
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      const answer = check.answerTo(failure);
      if (answer) return answer === "save" ? save(typed, vitalSigns) : ["patientName"];
      const error = await inFormNames(failure);
      const shouldFocus = mayMoveFocus(form);
      applyServerFields(form, error);
      if (vitals) applyServerFields(vitals, error, { mayFocus: shouldFocus });
      const { suggestion, message = "" } = error.body;
      if (!suggestion) return Object.keys(error.fields);
      setFree(suggestion);
      form.setError("admissionNo", { type: "server", message }, { shouldFocus });
      return ["admissionNo"];
    }
  };

  return {
    save,
    isSaving: add.isPending,
    /** A free admission number, after a conflict. */
    free,
    clearFreeNumber: () => setFree(null),
  };
}
