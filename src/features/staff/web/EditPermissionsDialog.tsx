import type { FormEvent } from "react";
import * as z from "zod/mini";
import { changePermissions, type StaffAccount, StaffDraft } from "#features/staff/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { PermissionChoice } from "./PermissionChoice.tsx";
import { fullName } from "./staff-words.ts";

const PermissionForm = z.pick(StaffDraft, { permissions: true });

/** The rights of one account, effective from the next request on. */
export function EditPermissionsDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const form = useZodForm(PermissionForm, { defaultValues: { permissions: account.permissions } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mayClose, closing, question } = useDiscardQuestion(isDirty);
  const change = useEndpointMutation(changePermissions, {
    done: "Permissions Updated",
    failed: { title: "Error", fallback: "Failed to update permissions" },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit((body) =>
      change.mutateAsync({ params: { id: String(account.id) }, body }).then(onClose, () => undefined),
    )(event);
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      mayClose={() => !isSubmitting && mayClose()}
      title="Edit Permissions"
      description={<span className="wrap-anywhere">{fullName(account)}</span>}
      onSubmit={submit}
      foot={<FormFoot onCancel={closing(onClose)} isSending={isSubmitting} save="Save Permissions" />}
    >
      <PermissionChoice field={form.register("permissions")} error={errors.permissions?.message} />
      {question}
    </Dialog>
  );
}
