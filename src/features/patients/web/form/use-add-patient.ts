import { useState } from "react";
import { recordVitals } from "#features/consultations/contract.ts";
import { addPatient, type Patient, type PatientDraft } from "#features/patients/contract.ts";
import { hasVitalSigns, NO_VITAL_SIGNS, type VitalSigns } from "#shared/vital-signs.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import type { Draft } from "#web/drafts/use-draft.ts";
import { applyServerFields } from "#web/forms/form.ts";
import { notify } from "#web/ui/notify.ts";
import { useFieldNames } from "../record/use-field-names.ts";
import { changedByName } from "./custom-field-values.ts";
import type { PatientForm } from "./patient-form.ts";
import { useCustomFields } from "./use-custom-fields.ts";

/**
 * Registers a patient, then the vital signs if any were entered. When only the second call fails, the patient
 * is not registered again: what is left to send are the signs.
 */
export function useAddPatient(
  form: PatientForm,
  onAdded: (patient: Patient) => void,
  {
    draft: kept,
    registered,
    setRegistered,
  }: {
    draft: Draft;
    /** The patient whose vital signs are still to be saved. */
    registered: Patient | null;
    setRegistered: (patient: Patient | null) => void;
  },
) {
  const [free, setFree] = useState<string | null>(null);
  const { used } = useCustomFields();
  const inFormNames = useFieldNames();
  const add = useEndpointMutation(addPatient, {
    done: null,
    failed: { title: "Error", fallback: "Failed to add patient" },
    act: kept.act,
  });
  const record = useEndpointMutation(recordVitals, {
    done: null,
    failed: { title: "Error", fallback: "Failed to record vital signs" },
  });

  /** The patient, or the names of the fields that the server refused. */
  const register = async (draft: PatientDraft): Promise<Patient | string[]> =>
    add.mutateAsync({ body: draft }).catch(async (failure: unknown) => {
      if (!isApiError(failure)) throw failure;
      const error = await inFormNames(failure);
      applyServerFields(form, error);
      const { suggestion, message = "" } = error.body;
      if (!suggestion) return Object.keys(error.fields);
      setFree(suggestion);
      form.setError("admissionNo", { type: "server", message }, { shouldFocus: true });
      return ["admissionNo"];
    });

  /** Resolves with the names of the fields that the server refused; none when all is saved or no field is at fault. */
  const save = async (typed: PatientDraft, vitalSigns: VitalSigns = NO_VITAL_SIGNS): Promise<string[]> => {
    const draft = { ...typed, customFields: changedByName(used, typed.customFields) };
    const hasAny = hasVitalSigns(vitalSigns);
    const patient = registered ?? (await register(draft));
    if (Array.isArray(patient)) return patient;
    setFree(null);
    if (hasAny) {
      setRegistered(patient);
      const isRecorded = await record
        .mutateAsync({
          params: { id: String(patient.id) },
          body: { vitalSigns, chiefComplaint: draft.chiefComplaint ?? null },
        })
        .then(
          () => true,
          () => false,
        );
      if (!isRecorded) return [];
    }
    notify({
      title: hasAny ? "Patient added successfully with vital signs recorded" : "Patient added successfully",
      description: patient.patientName,
    });
    setRegistered(null);
    kept.forget();
    onAdded(patient);
    return [];
  };

  return {
    save,
    isSaving: add.isPending || record.isPending,
    /** A free admission number, after a clash. */
    free,
    forgetFree: () => setFree(null),
    registered,
  };
}
