import type { ReactNode } from "react";
import * as z from "zod/mini";
import { requiredLine } from "#shared/formats/fields.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { showRefusal, useZodForm } from "./form.ts";

/** Asks for a required reason before something is voided, withdrawn, marked or released. */
export function ReasonDialog({
  title,
  description,
  hint,
  missing,
  save,
  busyLabel,
  fallback,
  onSave,
  onClose,
}: {
  title: string;
  description: ReactNode;
  /** Examples of a reason. */
  hint?: string | undefined;
  /** The error without a reason. */
  missing: string;
  /** The label of the button. */
  save: string;
  busyLabel?: string | undefined;
  /** The error if it fails without a message. */
  fallback: string;
  onSave: (body: { reason: string }) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useZodForm(z.object({ reason: requiredLine(missing, 500) }), {
    defaultValues: { reason: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await onSave(body);
      onClose();
    } catch (error) {
      showRefusal(form, error, fallback);
    }
  });
  return (
    <FormDialog
      {...{ isDirty, title, description, save, busyLabel, onClose }}
      isSending={isSubmitting}
      size="sm"
      compact
      onSubmit={(event) => {
        // It may be opened over a form.
        event.stopPropagation();
        void submit(event);
      }}
    >
      <Field label="Reason" hint={hint} required error={errors.reason?.message}>
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </FormDialog>
  );
}
