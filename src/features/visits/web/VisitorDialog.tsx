import type { ReactNode } from "react";
import { addVisitor, changeVisitor, type Visitor, VisitorDraft } from "#features/visits/contract.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

type Props = {
  /** Before the fields. */
  children?: ReactNode;
  onClose: () => void;
} & ({ visitor: Visitor } | { visitor?: undefined; placeId: number | undefined; name: string });

/** Puts somebody who is not a patient on today's list, or corrects the name or the reason. */
export function VisitorDialog({ children, onClose, ...of }: Props) {
  const { visitor } = of;
  const { form, errors, dialog } = useFormDialog<
    typeof addVisitor | typeof changeVisitor,
    typeof VisitorDraft
  >(visitor ? changeVisitor : addVisitor, VisitorDraft, {
    defaultValues: visitor
      ? { name: visitor.name, reason: visitor.reason ?? "" }
      : { name: of.name, reason: "" },
    request: ({ name, reason = null }) =>
      visitor
        ? { params: { id: String(visitor.id) }, body: { name, reason } }
        : { body: { name, reason, ...(of.placeId !== undefined && { placeId: of.placeId }) } },
    done: ({ name }) => ({ title: visitor ? "Visitor saved" : "Visitor added", description: name }),
    failed: visitor ? "Failed to save the visitor" : "Failed to add the visitor",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={visitor ? "Name or reason" : "Add Walk-in"}
      {...(visitor
        ? { description: visitor.name }
        : { description: "Not a patient: gets no number and no record." })}
      size="sm"
      compact
      save={visitor ? "Save" : "Add Visitor"}
    >
      {children}
      <Field label="Name" required error={errors.name?.message}>
        <TextInput maxLength={255} autoComplete="off" data-autofocus="" {...form.register("name")} />
      </Field>
      <Field
        label="Reason"
        optional
        hint="From where and what for, like Drug representative, Unilab"
        error={errors.reason?.message}
      >
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </FormDialog>
  );
}
