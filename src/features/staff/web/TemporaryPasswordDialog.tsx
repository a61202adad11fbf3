import { TEMPORARY_HOURS, type TemporaryPassword } from "#features/staff/contract.ts";
import { ShownOnceDialog } from "#web/ShownOnceDialog.tsx";

/** Shows a temporary password, which happens once. */
export const TemporaryPasswordDialog = ({
  of: { tempPassword, firstName, lastName },
  at,
  onClose,
}: {
  of: TemporaryPassword;
  /** The address of the page to log in at. */
  at: "/staff-login" | "/dashboard";
  onClose: () => void;
}) => (
  <ShownOnceDialog
    title="Temporary password"
    about={
      <>
        <b className="font-strong wrap-anywhere">
          {firstName} {lastName}
        </b>{" "}
        logs in at <b className="font-strong wrap-anywhere select-all">{`${location.origin}${at}`}</b> with
        their email and this password once, then sets their own. It expires in {TEMPORARY_HOURS} hours.
      </>
    }
    secret={tempPassword}
    ifLost="You won't be able to see it again. If it's lost, create a new one."
    onClose={onClose}
  />
);
