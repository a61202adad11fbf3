import { useMutation } from "@tanstack/react-query";
import { leaveStaffMode } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure } from "#web/data/calls.ts";
import { setSessionState } from "#web/data/session-state.ts";
import { returnToOwner } from "./staff-mode.ts";

/** Leaves staff mode, or opens the dialog for the owner's password. */
export function useSwitchToOwner(leave?: (address: string) => void) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call(leaveStaffMode, { body: {} })).data,
    onSuccess: (answer) => returnToOwner(answer, leave),
    onError: (error) => {
      if (isApiError(error) && error.body.code === "password_required")
        setSessionState({
          ownerMethods: error.body.methods ?? ["password"],
          desk: error.body.desk ?? "owner",
        });
      else showFailure(error, { title: "Error", fallback: "Failed to switch back to the owner" });
    },
  });
  return { switchToOwner: () => mutate(), isSwitching: isPending };
}
