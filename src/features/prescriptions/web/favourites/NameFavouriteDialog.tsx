import type { FormEvent } from "react";
import * as z from "zod/mini";
import { FavouriteDraft } from "#features/prescriptions/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Button } from "#web/ui/Button.tsx";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const Named = z.object({ name: FavouriteDraft.shape.name });

/** Asks for the name of a favorite. */
export function NameFavouriteDialog({
  title,
  name,
  holds,
  save,
  onClose,
}: {
  title: string;
  name: string;
  /** Its medicines, in words. */
  holds: string;
  /** Shows its own toasts; its errors are shown under the field. */
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useZodForm(Named, { defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name: chosen }) => {
    try {
      await save(chosen);
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
      applyServerFields(form, error);
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={holds}
      size="sm"
      compact
      onSubmit={(event: FormEvent) => {
        // The dialog is inside the prescription's form, which must not be submitted.
        event.stopPropagation();
        void submit(event as never);
      }}
      foot={
        <>
          <CancelButton onCancel={onClose} isSending={isSubmitting} />
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <Field label="Name" required error={errors.name?.message}>
        <TextInput {...form.register("name")} autoComplete="off" maxLength={100} />
      </Field>
    </Dialog>
  );
}
