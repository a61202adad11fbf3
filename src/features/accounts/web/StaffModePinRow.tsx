import { IdCard } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { StaffModePin } from "#features/accounts/contract.ts";
import { removeStaffModePin, setStaffModePin } from "#features/accounts/security-contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { call } from "#web/data/api.ts";
import { showFailure, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { AccountFormDialog } from "./AccountFormDialog.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { rowIcon, SecurityRow } from "./SecurityRow.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** The owner's PIN for leaving staff mode. */
export function StaffModePinRow({ since }: { since: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useEndpointMutation(removeStaffModePin, {
    done: "Staff mode PIN removed",
    failed: "Failed to remove the PIN",
  });
  return (
    <>
      <SecurityRow
        icon={<IdCard {...rowIcon} />}
        title="Staff mode PIN"
        note={
          since === null
            ? "Six digits to leave staff mode with, instead of your password."
            : `Six digits, asked when you leave staff mode. Set ${formatDay(manilaDay(new Date(since)))}`
        }
      >
        {since !== null && (
          <Button
            variant="ghost"
            aria-label="Remove the staff mode PIN"
            busy={remove.isPending}
            busyLabel="Removing…"
            onClick={() => remove.mutate({})}
          >
            Remove
          </Button>
        )}
        <Button
          aria-label={since === null ? undefined : "Change the staff mode PIN"}
          onClick={() => setOpen(true)}
        >
          {since === null ? "Set PIN" : "Change"}
        </Button>
      </SecurityRow>
      {isOpen && <PinDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const Typed = z.object({ pin: StaffModePin });

function PinDialog({ onClose }: { onClose: () => void }) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const { field, problems, ...form } = useAccountForm(Typed, {
    send: async (body) => {
      await call(setStaffModePin, { body });
      notify({ kind: "success", title: "Staff mode PIN saved" });
      void invalidateChangedBy(setStaffModePin);
      onClose();
    },
    failed: "Failed to save the PIN",
    show: showFailure,
  });
  return (
    <AccountFormDialog
      {...form}
      onClose={onClose}
      title="Staff mode PIN"
      description="Choose six digits that your staff do not know."
      save="Save PIN"
      busyLabel="Saving…"
    >
      <Field label="PIN" error={problems.pin}>
        <CodeInput {...field("pin")} autoComplete="off" readOnly={form.isSending} data-autofocus="" />
      </Field>
    </AccountFormDialog>
  );
}
