import * as z from "zod/mini";
import { type PlatformClinic, RELEASED_FOR, releaseClinic } from "#features/platform/contract.ts";
import { requiredLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const Reason = z.object({ reason: requiredLine("Say why it is released", 500) });

/** Lets the owner of a locked-out clinic download its export. */
export function ReleaseClinicDialog({
  clinic: { id, name },
  onClose,
}: {
  clinic: Pick<PlatformClinic, "id" | "name">;
  onClose: () => void;
}) {
  const form = useZodForm(Reason, { defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const release = useEndpointMutation(releaseClinic, {
    done: `The data of ${name} is released for ${RELEASED_FOR} days`,
    failed: null,
  });
  const save = form.handleSubmit(async (body) => {
    try {
      await release.mutateAsync({ params: { id: String(id) }, body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "Failed to release the data" });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Release the clinic's data?"
      description={`For ${RELEASED_FOR} days the owner of ${name} can sign in and download the clinic's export, and nothing else. You do not see it. The reason is noted in the clinic's record history.`}
      size="sm"
      compact
      onSubmit={(event) => {
        event.stopPropagation();
        void save(event);
      }}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} busyLabel="Releasing…" save="Release" />}
    >
      <Field label="Reason" required error={errors.reason?.message}>
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </Dialog>
  );
}
