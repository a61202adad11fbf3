import * as z from "zod/mini";
import { FavouriteDraft } from "#features/prescriptions/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

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
  const { errors, isDirty, isSubmitting } = form.formState;
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
    <FormDialog
      {...{ isDirty, title, onClose }}
      description={holds}
      isSending={isSubmitting}
      size="sm"
      compact
      onSubmit={(event) => {
        // The dialog is inside the prescription's form, which must not be submitted.
        event.stopPropagation();
        void submit(event);
      }}
      save="Save"
    >
      <Field label="Name" required error={errors.name?.message}>
        <TextInput {...form.register("name")} autoComplete="off" maxLength={100} />
      </Field>
    </FormDialog>
  );
}
