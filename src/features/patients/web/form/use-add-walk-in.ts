import type { PatientDraft } from "#features/patients/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { addVisit, type Visit } from "#features/visits/contract.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { ApiError, isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import type { Draft } from "#web/drafts/use-draft.ts";
import { applyServerFields } from "#web/forms/form.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { useFieldNames } from "../record/use-field-names.ts";
import { changedByName } from "./custom-field-values.ts";
import type { PatientForm } from "./patient-form.ts";
import type { QueueEntry, QueueEntryForm } from "./queue-entry.ts";
import { useCustomFields } from "./use-custom-fields.ts";
import { useDuplicateCheck } from "./use-duplicate-check.ts";

/** Registers an outpatient and puts the patient in today's queue. */
export function useAddWalkIn({
  form,
  entry,
  draft,
  onAdded,
  appointmentId,
}: {
  form: PatientForm;
  entry: QueueEntryForm;
  draft: Draft;
  onAdded: (patient: { id: number }) => void;
  appointmentId: number | undefined;
}) {
  const { used } = useCustomFields();
  const inFormNames = useFieldNames();
  const check = useDuplicateCheck(form);
  const add = useEndpointMutation(addWalkIn, {
    done: null,
    failed: { title: "Error", fallback: "Failed to add patient" },
    act: draft.act,
  });
  const queueKnown = useEndpointMutation(addVisit, {
    done: null,
    failed: { title: "Not added again", fallback: "Failed to add the patient to the queue" },
    invalidatesOnError: true,
  });
  /** Somebody who is registered already gets the number instead. Who is in the queue keeps the one that they have. */
  const use = async (patientId: number, { priority, placeId, practitionerId }: QueueEntry): Promise<void> => {
    const reason = form.getValues("chiefComplaint")?.trim();
    const body = {
      patientId,
      ...(reason && { reason }),
      ...(priority && { priority }),
      ...(placeId && { placeId: Number(placeId) }),
      ...(practitionerId && { practitionerId: Number(practitionerId) }),
      ...(appointmentId && { appointmentId }),
    };
    try {
      const visit = (await queueKnown.mutateAsync({ body })) as Visit;
      notify({
        kind: "success",
        title: "Added to the queue",
        description: `${visit.patientName} is number ${queueNumber(visit)} in the queue.`,
      });
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      if (failure.body.code === "invalid") applyServerFields(entry, failure);
      if (failure.body.code !== "taken") return;
    }
    draft.forget();
    onAdded({ id: patientId });
  };
  const save = async (
    typed: PatientDraft,
    { priority, placeId, practitionerId }: QueueEntry,
  ): Promise<void> => {
    const { patientName, sex, birthday, age, contactNumber, address, chiefComplaint } = typed;
    const body = {
      patientName,
      sex,
      birthday,
      age,
      contactNumber,
      address,
      reason: chiefComplaint,
      customFields: changedByName(used, typed.customFields),
      ...(priority && { priority }),
      ...(placeId && { placeId: Number(placeId) }),
      ...(practitionerId && { practitionerId: Number(practitionerId) }),
      ...(appointmentId && { appointmentId }),
      ...check.sent(),
    };
    try {
      const visit = await add.mutateAsync({ body });
      notify({
        title: "Patient added successfully",
        description: `${visit.patientName} is number ${queueNumber(visit)} in the queue.`,
      });
      draft.forget();
      onAdded({ id: visit.patientId });
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      const answer = check.answerTo(failure);
      if (answer === "save") return save(typed, { priority, placeId, practitionerId });
      if (answer === "ask") return;
      applyServerFields(entry, failure);
      applyServerFields(form, complaintForReason(await inFormNames(failure)));
    }
  };
  return { save, use, isSaving: add.isPending || queueKnown.isPending };
}

/** The visit's reason is typed as the chief complaint. */
function complaintForReason(error: ApiError): ApiError {
  const { reason, ...others } = error.fields;
  if (reason === undefined) return error;
  return new ApiError(
    error.status,
    { ...error.body, fields: { ...others, chiefComplaint: reason } },
    error.message,
  );
}
