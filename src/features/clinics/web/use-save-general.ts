import { saveProfile } from "#features/accounts/security-contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { showRefusal } from "#web/forms/form.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import {
  clinicFields,
  doctorFields,
  type GeneralField,
  type GeneralForm,
  typedClinic,
  typedDoctor,
} from "./general-form.ts";

/** Saves the changes of the clinic, then of the doctor. What is not saved yet stays typed. */
export function useSaveGeneral(form: GeneralForm): () => Promise<void> {
  const { dirtyFields } = form.formState;
  const saveClinic = useEndpointMutation(saveClinicSettings, { done: null, failed: null });
  const saveDoctor = useEndpointMutation(saveProfile, { done: null, failed: null });

  /** The stored values become the form's baseline; a field that changed meanwhile keeps its value. */
  const settle = (stored: Partial<Record<GeneralField, string>>, sent: Record<GeneralField, unknown>) => {
    for (const [name, value] of Object.entries(stored) as [GeneralField, string][])
      if (form.getValues(name) === sent[name]) form.resetField(name, { defaultValue: value });
  };

  return form.handleSubmit(async (draft) => {
    const sent = form.getValues();
    const changed = <Name extends GeneralField>(names: readonly Name[]) =>
      Object.fromEntries(names.filter((name) => dirtyFields[name]).map((name) => [name, draft[name]]));
    const [clinic, doctor] = [changed(clinicFields), changed(doctorFields)];
    const [hasClinic, hasDoctor] = [clinic, doctor].map((part) => Object.keys(part).length > 0);
    if (!hasClinic && !hasDoctor) {
      notify({ kind: "info", title: "No changes to save" });
      return;
    }
    try {
      if (hasClinic) settle(typedClinic(await saveClinic.mutateAsync({ body: clinic })), sent);
      if (hasDoctor) settle(typedDoctor(await saveDoctor.mutateAsync({ body: doctor })), sent);
      notify({ kind: "success", title: "Settings Updated" });
    } catch (error) {
      showRefusal(form, error, "Failed to update clinic settings");
    }
  });
}
