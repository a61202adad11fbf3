import type { FormEvent } from "react";
import { categoryLists, type FileCategory } from "#features/files/contract.ts";
import { editPatient, type Patient, Patient as PatientRecord } from "#features/patients/contract.ts";
import { MedicalFileDrop } from "#web/clinical/MedicalFileDrop.tsx";
import { useMedicalResults } from "#web/clinical/use-medical-results.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { categoryNames } from "./file-words.ts";

/** Uploads files of one category and attaches them to the patient. */
export function AddFilesDialog({
  patient,
  category,
  onClose,
}: {
  patient: Patient;
  category: FileCategory;
  onClose: () => void;
}) {
  const results = useMedicalResults();
  const attach = useEndpointMutation(editPatient, {
    done: { title: "Success", description: "Patient updated successfully" },
    failed: null,
  });
  const attachTo = (record: Patient) =>
    attach.mutateAsync({
      params: { id: String(record.id) },
      body: results.lists(record),
      ifMatch: record.version,
    });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (!(await results.isReady())) return;
    if (!results.lists(patient)[categoryLists[category]]) return onClose();
    try {
      await attachTo(patient).catch((error: unknown) => {
        // The patient was changed meanwhile: the files are added to the current lists.
        const current =
          isApiError(error) && error.status === 412 ? PatientRecord.safeParse(error.body.current) : null;
        if (!current?.success) throw error;
        return attachTo(current.data);
      });
      onClose();
    } catch (error) {
      showFailure(error, { title: "Error", fallback: "Failed to update patient" });
    }
  };

  return (
    <FormDialog
      isDirty={results.isDirty}
      isSending={attach.isPending}
      isWaiting={results.isWaiting}
      title={`Add Files - ${categoryNames[category]}`}
      save="Save Files"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <MedicalFileDrop
        category={category}
        label={categoryNames[category]}
        value={results.sent[category]}
        onChange={(files) => results.changed(category, files)}
        onPending={(sending, failed) => results.pending(category, sending, failed)}
      />
    </FormDialog>
  );
}
