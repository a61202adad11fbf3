import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { enter, mustSetUpSecondFactor } from "#web/data/session.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import type { AfterSignIn } from "./SignInScreens.tsx";

/** After a right password: keeps the sign-in, reads the user, says so, and leads to the user's own page. */
export function useAfterSignIn(): AfterSignIn {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (answer, welcome, to = homeOf(answer.user.role)) => {
    const user = await enter(queries, answer);
    // A suspended clinic's modal stands over the page by now.
    if (!user) return;
    notify({ kind: "success", ...welcome });
    const isWaiting = mustSetUpSecondFactor(user);
    await navigate({
      to: !user.passwordChanged ? "/change-password" : isWaiting ? "/set-up-second-factor" : to,
    });
  };
}
