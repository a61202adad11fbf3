import { lazy, useEffect } from "react";
import { useAfterSignIn } from "./use-entering.ts";
import { WithUser } from "./WithUser.tsx";
import { Workspace } from "./Workspace.tsx";

const AuthPage = lazy(() => import("./AuthPage.tsx").then((module) => ({ default: module.AuthPage })));

/** Chooses by role: no user sees the auth page, the owner the workspace, everyone else is sent to their own. */
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
