import * as z from "zod/mini";
import { changeRelation } from "#features/households/contract.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

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
  const { form, errors, dialog } = useFormDialog(changeRelation, Form, {
    defaultValues: { relation: relation ?? "" },
    request: (body) => ({ params: { id: String(patientId) }, body }),
    done: "Relation saved",
    failed: "Failed to save the relation",
    onClose,
  });
  return (
    <FormDialog {...dialog} title="Relation in the Household" size="sm" save="Save">
      <Field label="Relation" hint="Mother, child, grandfather" optional error={errors.relation?.message}>
        <TextInput maxLength={60} autoComplete="off" {...form.register("relation")} />
      </Field>
    </FormDialog>
  );
}
