import { lazy } from "react";
import { AuthPage } from "./AuthPage.tsx";
import { useEntering } from "./use-entering.ts";
import { WithUser } from "./WithUser.tsx";

const Workspace = lazy(() => import("./Workspace.tsx").then((module) => ({ default: module.Workspace })));

/** Chooses by role: no user sees the auth page, the owner the workspace, everyone else is sent to their own. */
export function DashboardPage() {
  return (
    <WithUser allowed={["owner"]} otherwise={<SignIn />}>
      {(user) => <Workspace user={user} />}
    </WithUser>
  );
}

function SignIn() {
  const enter = useEntering();
  return <AuthPage onEntered={enter} />;
}
