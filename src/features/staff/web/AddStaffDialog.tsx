import * as z from "zod/mini";
import { addStaffAccount, StaffDraft, type TemporaryPassword } from "#features/staff/contract.ts";
import { staffRoles, usualPermissions } from "#shared/permissions.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { roleNames } from "#web/home-of-role.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { PermissionChoice } from "./PermissionChoice.tsx";

const StaffForm = z.extend(StaffDraft, { role: z.enum(staffRoles) });

/** Name and rights of a new account; the server generates its password. */
export function AddStaffDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (password: TemporaryPassword) => void;
}) {
  const { form, errors, dialog } = useFormDialog(addStaffAccount, StaffForm, {
    defaultValues: {
      email: "",
      firstName: "",
      lastName: "",
      role: "secretary",
      permissions: [...usualPermissions.secretary],
    },
    draft: { form: "staff-account" },
    request: (body) => ({ body }),
    done: "Staff Account Created Successfully",
    failed: { title: "Error Creating Staff Account", fallback: "Failed to create staff account" },
    secretLost: {
      title: "Staff Account Created Successfully",
      description: "The temporary password couldn't be shown. Create a new one for this account.",
    },
    onSaved: onAdded,
    onClose,
  });

  return (
    <FormDialog {...dialog} title="Add Staff Member" save="Create Account">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          <TextInput maxLength={100} autoComplete="off" {...form.register("firstName")} />
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          <TextInput maxLength={100} autoComplete="off" {...form.register("lastName")} />
        </Field>
      </div>
      <Field
        label="Email"
        required
        error={errors.email?.message}
        hint="Using an inactive account's email reactivates it."
      >
        <TextInput
          type="email"
          inputMode="email"
          maxLength={255}
          autoComplete="off"
          {...form.register("email")}
        />
      </Field>
      <RadioGroup
        inline
        label="Role"
        defaultValue="secretary"
        options={staffRoles.map((role) => ({ value: role, label: roleNames[role] }))}
        error={errors.role?.message}
        {...form.register("role", {
          // Rights that were chosen by hand stay.
          onChange: () => {
            if (!form.getFieldState("permissions").isDirty)
              form.resetField("permissions", {
                defaultValue: [...usualPermissions[form.getValues("role")]],
              });
          },
        })}
      />
      <PermissionChoice field={form.register("permissions")} error={errors.permissions?.message} />
    </FormDialog>
  );
}
