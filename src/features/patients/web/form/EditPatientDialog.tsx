import { type FormEvent, useMemo, useState } from "react";
import {
  editPatient,
  type Patient,
  type PatientChanges,
  Patient as PatientRecord,
} from "#features/patients/contract.ts";
import type { FormField } from "#features/patients/patient-fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { useMedicalResults } from "#web/clinical/use-medical-results.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { useFieldNames } from "../record/use-field-names.ts";
import { ChangedMeanwhile, ChangedWithoutView } from "./ChangedMeanwhile.tsx";
import { WhenFieldsAreKnown } from "./CustomFieldInputs.tsx";
import { changedByName } from "./custom-field-values.ts";
import { EditPatientFields } from "./EditPatientFields.tsx";
import { FormProblems, InSight } from "./FormNotes.tsx";
import { editDraft, type PatientForm, valuesOf } from "./patient-form.ts";
import { compareVersions, type Versions } from "./patient-versions.ts";
import { useCustomFields } from "./use-custom-fields.ts";

/** Edits a patient; only changed fields are sent. */
export function EditPatientDialog({
  patientId,
  ...rest
}: {
  patientId: number;
  /** The field where typing begins; the first one by default. */
  startAt?: "birthday";
  onClose: () => void;
}) {
  const query = usePatient(patientId);
  const { data } = query;
  if (data)
    return (
      <WhenFieldsAreKnown>
        <EditForm stored={data} {...rest} />
      </WhenFieldsAreKnown>
    );
  return (
    <Dialog open onClose={rest.onClose} title="Edit Patient" size="lg">
      <QueryPending
        query={query}
        title={query.error?.status === 404 ? "Patient not found" : "Failed to load patient"}
        skeleton={<SkeletonCard />}
      />
    </Dialog>
  );
}

function EditForm({
  stored,
  startAt,
  onClose,
}: {
  stored: Patient;
  startAt?: "birthday";
  onClose: () => void;
}) {
  const [base, setBase] = useState(stored);
  const [versions, setVersions] = useState<Versions | null>(null);
  const [isUnseen, setUnseen] = useState(false);
  const [free, setFree] = useState<string | null>(null);
  const { used } = useCustomFields();
  const inFormNames = useFieldNames();
  const form: PatientForm = useZodForm(
    useMemo(() => editDraft(used, base), [used, base]),
    {
      defaultValues: valuesOf(stored, used),
    },
  );
  const results = useMedicalResults();
  const { isDirty } = form.formState;
  const draft = useDraft(form, {
    form: "edit-patient",
    record: stored.id,
    also: { base, files: results.draft },
    isDirty: results.isDirty,
    // Merges a draft of an older version with the newer one, as after a 412.
    onRestored: (also, [typed], storedAt) => {
      const { base: stored, files } = also as { base?: unknown; files?: unknown };
      results.takeUp(files, storedAt);
      const typedOn = PatientRecord.safeParse(stored).data;
      if (!typedOn || typedOn.version === base.version) return;
      form.reset({ ...valuesOf(typedOn, used), ...typed });
      setVersions(compareVersions(form, used, typedOn, base));
    },
  });
  const update = useEndpointMutation(editPatient, {
    done: { title: "Success", description: "Patient updated successfully" },
    failed: null,
  });

  const failed = async (failure: unknown) => {
    if (!isApiError(failure)) throw failure;
    const error = await inFormNames(failure);
    if (error.status === 412) {
      const current = PatientRecord.safeParse(error.body.current);
      if (current.success) {
        setVersions(compareVersions(form, used, base, current.data));
        setBase(current.data);
        return;
      }
      setUnseen(true);
      return;
    }
    if (error.status === 401 || error.body.suspended) return;
    applyServerFields(form, error);
    setFree(error.body.suggestion ?? null);
    notify({ kind: "error", title: "Error", description: error.shown("Failed to update patient") });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    // What is typed while files are uploading is saved with them.
    void form.handleSubmit(async () => {
      if (await results.isReady()) await save();
    })(event);
  };

  const save = form.handleSubmit(async (entered) => {
    const { dirtyFields } = form.formState;
    const touched = Object.keys(dirtyFields).filter(
      (name) => name !== "customFields" && dirtyFields[name as FormField],
    );
    const customFields = changedByName(used, entered.customFields, base.customFields);
    const body = {
      ...Object.fromEntries(touched.map((name) => [name, entered[name as FormField] ?? null])),
      ...(Object.keys(customFields).length > 0 && { customFields }),
      ...results.lists(base),
    } as PatientChanges;
    if (Object.keys(body).length === 0) return onClose();
    await update.mutateAsync({ params: { id: String(base.id) }, body, ifMatch: base.version }).then(() => {
      draft.forget();
      onClose();
    }, failed);
  });

  return (
    <FormDialog
      isDirty={isDirty || results.isDirty}
      isSending={update.isPending}
      isWaiting={results.isWaiting}
      draft={draft}
      hasOwnOffer
      title={`Edit Patient - ${base.admissionNo}`}
      size="lg"
      patient={<DialogPatient patient={base} />}
      save="Update Patient"
      className="grid gap-6"
      onSubmit={submit}
      onClose={onClose}
    >
      {versions && (
        <InSight key={versions.changedAt}>
          <ChangedMeanwhile form={form} versions={versions} />
        </InSight>
      )}
      {isUnseen && (
        <InSight>
          <ChangedWithoutView />
        </InSight>
      )}
      <DraftOffer draft={draft} />
      <FormProblems form={form} />
      <EditPatientFields
        form={form}
        results={results}
        stored={base}
        startAt={startAt}
        free={free}
        onTaken={() => setFree(null)}
      />
    </FormDialog>
  );
}
