import { useState } from "react";
import {
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  type StaffAccount,
  type TemporaryPassword,
} from "#features/staff/contract.ts";
import { clinicUsers, listTasks } from "#features/tasks/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useCall, useEndpointMutation } from "#web/data/calls.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

/** Of staff or a doctor. */
export type NamedAccount = Pick<StaffAccount, "id" | "firstName" | "lastName">;
type QuestionProps = { account: NamedAccount; onClose: () => void };

export function DeactivateDialog({ account, onClose }: QuestionProps) {
  const deactivate = useEndpointMutation(deactivateStaffAccount, {
    done: "Staff Account Deactivated",
    failed: "Failed to deactivate staff account",
  });
  const [tasksTo, setTasksTo] = useState("");
  return (
    <ConfirmDialog
      open
      danger
      title="Deactivate Staff Account"
      onClose={onClose}
      confirmLabel="Deactivate"
      busyLabel="Deactivating…"
      onConfirm={() =>
        deactivate
          .mutateAsync({ params: { id: String(account.id) }, query: tasksTo ? { tasksTo } : {} })
          .then(onClose, () => undefined)
      }
    >
      <p className="text-pretty">
        <b className="font-strong wrap-anywhere">{fullName(account)}</b> is logged out everywhere at once and
        can no longer log in.
      </p>
      <p className="text-sm text-ink-2">
        What they recorded stays. Adding the same email address again makes the account active.
      </p>
      <TasksOf account={account} to={tasksTo} onChoose={setTasksTo} />
    </ConfirmDialog>
  );
}

/** Who gets the open tasks of an account that is deactivated; nothing where there are none. */
export function TasksOf({
  account,
  to,
  onChoose,
}: {
  account: NamedAccount;
  to: string;
  onChoose: (to: string) => void;
}) {
  const tasks = useCall(listTasks, { query: { status: "Pending" } }).data ?? [];
  const open = tasks.filter(({ assignedToId }) => assignedToId === account.id).length;
  const users = useCall(clinicUsers, {}).data ?? [];
  if (open === 0) return null;
  return (
    <Field label={`Give ${open === 1 ? "the open task" : `the ${open} open tasks`} to`}>
      <Select value={to} onChange={({ target }) => onChoose(target.value)}>
        <option value="">Nobody yet: they stay, marked as inactive</option>
        {users
          .filter(({ id }) => id !== account.id)
          .map((user) => (
            <option key={user.id} value={user.id}>
              {fullName(user)}
            </option>
          ))}
      </Select>
    </Field>
  );
}

export function ResetSecondFactorDialog({ account, onClose }: QuestionProps) {
  const reset = useEndpointMutation(resetStaffSecondFactor, {
    done: "Two-step sign-in reset",
    failed: null,
  });
  const explain = (error: unknown) => {
    if (!isApiError(error) || error.status !== 404)
      return showFailure(error, "Failed to reset two-step sign-in");
    notify({ kind: "info", title: "Nothing to reset", description: "This account has no two-step sign-in." });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      title="Reset two-step sign-in?"
      onClose={onClose}
      confirmLabel="Reset"
      busyLabel="Resetting…"
      onConfirm={() => reset.mutateAsync({ params: { id: String(account.id) } }).then(onClose, explain)}
    >
      <p className="text-pretty">
        For a lost phone: <b className="font-strong wrap-anywhere">{fullName(account)}</b> is logged out
        everywhere, and logs in with the password alone until an authenticator app is set up again.
      </p>
      <p className="text-sm text-ink-2">Confirm that the request really comes from them.</p>
    </ConfirmDialog>
  );
}

export function NewPasswordDialog({
  account,
  onClose,
  onMade,
}: QuestionProps & { onMade: (password: TemporaryPassword) => void }) {
  const renew = useEndpointMutation(renewTemporaryPassword, {
    done: null,
    failed: "Failed to make a temporary password",
  });
  return (
    <ConfirmDialog
      open
      title="New temporary password"
      onClose={onClose}
      confirmLabel="Make New Password"
      onConfirm={() =>
        renew.mutateAsync({ params: { id: String(account.id) } }).then(onMade, () => undefined)
      }
    >
      <p className="text-pretty">
        <b className="font-strong wrap-anywhere">{fullName(account)}</b> is logged out everywhere, and the
        current password stops working.
      </p>
    </ConfirmDialog>
  );
}
