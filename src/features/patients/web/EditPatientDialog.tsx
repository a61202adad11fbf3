import { type FormEvent, useState } from "react";
import {
  editPatient,
  onePatient,
  type Patient,
  type PatientChanges,
  Patient as PatientRecord,
} from "#features/patients/contract.ts";
import { isApiError } from "#web/api-error.ts";
import { useCall, useSend } from "#web/calls.ts";
import { applyServerFields, useZodForm } from "#web/form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { notify } from "#web/ui/notify.ts";
import { PatientHeader } from "#web/ui/PatientHeader.tsx";
import { SkeletonCard } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { useDiscardQuestion } from "#web/use-discard-question.tsx";
import { useToday } from "#web/use-today.ts";
import { ChangedMeanwhile } from "./ChangedMeanwhile.tsx";
import { EditPatientFields } from "./EditPatientFields.tsx";
import { FormProblems, InSight } from "./FormNotes.tsx";
import { EditDraft, type PatientField, type PatientForm, valuesOf } from "./patient-form.ts";
import { compareVersions, type Versions } from "./patient-versions.ts";
import { ageSex } from "./patient-words.ts";
import { patientAnswers } from "./use-patient-acts.ts";

/** Edits a patient, field by field: what was not touched is not sent. */
export function EditPatientDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useCall(onePatient, { params: { id: String(patientId) } });
  if (data) return <EditForm stored={data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Edit Patient" size="lg">
      {error ? (
        <ErrorState
          title={error.status === 404 ? "Patient not found" : "Failed to load patient"}
          why={error.shown("The server did not answer.")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Waiting skeleton={<SkeletonCard />} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function EditForm({ stored, onClose }: { stored: Patient; onClose: () => void }) {
  const today = useToday();
  const [base, setBase] = useState(stored);
  const [versions, setVersions] = useState<Versions | null>(null);
  const [free, setFree] = useState<string | null>(null);
  const form: PatientForm = useZodForm(EditDraft, { defaultValues: valuesOf(stored) });
  const { dirtyFields, isDirty } = form.formState;
  const { mayClose, closing, question } = useDiscardQuestion(isDirty);
  const update = useSend(editPatient, {
    refreshes: patientAnswers,
    done: { title: "Success", description: "Patient updated successfully" },
    failed: null,
  });

  const failed = (error: unknown) => {
    if (!isApiError(error)) throw error;
    if (error.status === 412) {
      const current = PatientRecord.safeParse(error.body.current);
      if (current.success) {
        setVersions(compareVersions(form, base, current.data));
        setBase(current.data);
        return;
      }
    }
    if (error.status === 401 || error.body.suspended) return;
    applyServerFields(form, error);
    setFree(error.body.suggestion ?? null);
    notify({ kind: "error", title: "Error", description: error.shown("Failed to update patient") });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit(async (draft) => {
      const touched = Object.keys(dirtyFields).filter((name) => dirtyFields[name as PatientField]);
      const body = Object.fromEntries(
        touched.map((name) => [name, draft[name as PatientField] ?? null]),
      ) as PatientChanges;
      if (touched.length === 0) return onClose();
      await update
        .mutateAsync({ params: { id: String(base.id) }, body, ifMatch: base.version })
        .then(onClose, failed);
    })(event);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !update.isPending && mayClose()}
      title={`Edit Patient - ${base.admissionNo}`}
      size="lg"
      onSubmit={submit}
      patient={
        <PatientHeader
          place="dialog"
          name={base.patientName}
          ageSex={ageSex(base, today)}
          admissionNumber={base.admissionNo}
          allergies={base.allergies}
        />
      }
      foot={
        <>
          <Button onClick={closing(onClose)} disabled={update.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={update.isPending}
            busyLabel="Saving…"
            className="max-md:flex-1"
          >
            Update Patient
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {versions && (
          <InSight key={versions.changedAt}>
            <ChangedMeanwhile form={form} versions={versions} />
          </InSight>
        )}
        <FormProblems form={form} />
        <EditPatientFields form={form} stored={base} free={free} onTaken={() => setFree(null)} />
      </div>
      {question}
    </Dialog>
  );
}
