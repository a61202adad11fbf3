import * as z from "zod/mini";
import { changePermissions, type StaffAccount, StaffDraft } from "#features/staff/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { PermissionChoice } from "./PermissionChoice.tsx";

const PermissionForm = z.pick(StaffDraft, { permissions: true });

/** The rights of one account, effective from the next request on. */
export function EditPermissionsDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(changePermissions, PermissionForm, {
    defaultValues: { permissions: account.permissions },
    request: (body) => ({ params: { id: String(account.id) }, body }),
    done: "Permissions Updated",
    failed: "Failed to update permissions",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title="Edit Permissions"
      description={<span className="wrap-anywhere">{fullName(account)}</span>}
      save="Save Permissions"
    >
      <PermissionChoice field={form.register("permissions")} error={errors.permissions?.message} />
    </FormDialog>
  );
}
