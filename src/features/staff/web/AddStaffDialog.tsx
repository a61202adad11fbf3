import type { FormEvent } from "react";
import * as z from "zod/mini";
import { addStaffAccount, StaffDraft, staffRoles, type TemporaryPassword } from "#features/staff/contract.ts";
import { usualPermissions } from "#shared/permissions.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { roleNames } from "#web/home-of-role.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
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
  const form = useZodForm(StaffForm, {
    defaultValues: {
      email: "",
      firstName: "",
      lastName: "",
      role: "secretary",
      permissions: [...usualPermissions.secretary],
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, { form: "staff-account" });
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  const add = useEndpointMutation(addStaffAccount, {
    done: "Staff Account Created Successfully",
    failed: null,
    act: draft.act,
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit(async (body) => {
      try {
        const password = await add.mutateAsync({ body });
        draft.forget();
        onAdded(password);
      } catch (error) {
        if (isApiError(error)) applyServerFields(form, error);
        if (isApiError(error) && error.body.code === "already_done") {
          // The first response, with the password, was lost.
          draft.forget();
          onClose();
          notify({
            kind: "warning",
            title: "Staff Account Created Successfully",
            description: "The temporary password couldn't be shown. Create a new one for this account.",
          });
          return;
        }
        showFailure(error, {
          title: "Error Creating Staff Account",
          fallback: "Failed to create staff account",
        });
      }
    })(event);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && mayClose()}
      title="Add Staff Member"
      onSubmit={submit}
      foot={<FormFoot onCancel={closing(onClose)} isSending={isSubmitting} save="Create Account" />}
    >
      <div className="grid gap-4">
        <DraftOffer draft={draft} />
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
      </div>
      {question}
    </Dialog>
  );
}
