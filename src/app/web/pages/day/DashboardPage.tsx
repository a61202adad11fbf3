import { useEffect } from "react";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import { useAfterSignIn } from "#app/web/pages/sign-in/use-after-sign-in.ts";
import { Workspace } from "#app/web/pages/Workspace.tsx";
import { lazyPart } from "#web/lazy-part.ts";

const AuthPage = lazyPart(() => import("#app/web/pages/sign-in/AuthPage.tsx"), "AuthPage");

/** Chooses by role: no user sees the sign-in page, the owner the workspace, everyone else is redirected. */
export function DashboardPage() {
  return (
    <WithUser allowed={["owner"]} otherwise={<SignIn />}>
      {(user) => <Workspace user={user} />}
    </WithUser>
  );
}

function SignIn() {
  useEffect(() => {
    document.title = "Login - Klinika";
  }, []);
  return <AuthPage onEntered={useAfterSignIn()} />;
}
