import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { enter, mustSetUpSecondFactor } from "#web/data/session.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import type { AfterSignIn } from "./SignInScreens.tsx";

/** After a right password: stores the sign-in, loads the user, shows the toast, and opens the user's page. */
export function useAfterSignIn(): AfterSignIn {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (answer, welcome, to = homeOf(answer.user.role)) => {
    const user = await enter(queries, answer);
    // A suspended clinic's modal is already shown.
    if (!user) return;
    notify({ kind: "success", ...welcome });
    const isWaiting = mustSetUpSecondFactor(user);
    await navigate({
      to: !user.passwordChanged ? "/change-password" : isWaiting ? "/set-up-second-factor" : to,
    });
  };
}
