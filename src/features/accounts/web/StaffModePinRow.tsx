import { IdCard } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { removeStaffModePin, setStaffModePin } from "#features/accounts/security-contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { CodeInput } from "./CodeInput.tsx";
import { rowIcon, SecurityRow } from "./SecurityRow.tsx";

/** The owner's PIN for leaving staff mode. */
export function StaffModePinRow({ since }: { since: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useEndpointMutation(removeStaffModePin, {
    done: "Staff mode PIN removed",
    failed: { title: "Error", fallback: "Failed to remove the PIN" },
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

const Typed = z.object({ pin: z.string().check(z.regex(/^\d{6}$/, "Enter six digits")) });

function PinDialog({ onClose }: { onClose: () => void }) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async (body) => {
      try {
        await call(setStaffModePin, { body });
      } catch (error) {
        if (!isApiError(error) || !error.fields.pin)
          showFailure(error, { title: "Error", fallback: "Failed to save the PIN" });
        throw error;
      }
      notify({ kind: "success", title: "Staff mode PIN saved" });
      void invalidateChangedBy(setStaffModePin);
      onClose();
    },
  });
  return (
    <Dialog
      open
      compact
      size="sm"
      onClose={onClose}
      closeOutside={false}
      title="Staff mode PIN"
      description="Choose six digits that your staff do not know."
    >
      <form {...form} className="grid gap-4">
        <Field label="PIN" error={problems.pin}>
          <CodeInput {...field("pin")} autoComplete="off" readOnly={isSending} data-autofocus="" />
        </Field>
        <Button type="submit" variant="primary" block busy={isSending} busyLabel="Saving…">
          Save PIN
        </Button>
      </form>
    </Dialog>
  );
}
