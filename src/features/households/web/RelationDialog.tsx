import type { FormEvent } from "react";
import * as z from "zod/mini";
import { changeRelation } from "#features/households/contract.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const Form = z.object({ relation: optionalLine(60) });

/** A patient's role in the household. */
export function RelationDialog({
  patientId,
  relation,
  onClose,
}: {
  patientId: number;
  relation: string | null;
  onClose: () => void;
}) {
  const form = useZodForm(Form, { defaultValues: { relation: relation ?? "" } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mayClose, closing, question } = useDiscardQuestion(isDirty);
  const change = useEndpointMutation(changeRelation, {
    done: () => "Relation saved",
    failed: { title: "Error", fallback: "Failed to save the relation" },
  });
  const save = async (body: z.output<typeof Form>) => {
    try {
      await change.mutateAsync({ params: { id: String(patientId) }, body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Relation in the Household"
      size="sm"
      mayClose={() => !isSubmitting && mayClose()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={closing(onClose)} isSending={isSubmitting} save="Save" />}
    >
      <Field label="Relation" hint="Mother, child, grandfather" optional error={errors.relation?.message}>
        <TextInput maxLength={60} autoComplete="off" {...form.register("relation")} />
      </Field>
      {question}
    </Dialog>
  );
}
