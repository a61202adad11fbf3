import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isDoctor } from "#shared/permissions.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { enterStaffMode } from "../shell/staff-mode.ts";
import { useTabTitle } from "../shell/use-tab-title.ts";
import { AuthPage } from "./AuthPage.tsx";
import { AdminLoginScreen, StaffLoginScreen, TokenLoginScreen } from "./SignInScreens.tsx";
import { useAfterSignIn } from "./use-after-sign-in.ts";

/** Redirects users who are signed in. While that loads, the form is shown. */
function Unless({
  title,
  staysForDoctors = false,
  children,
}: {
  title: string;
  staysForDoctors?: boolean;
  children: ReactNode;
}) {
  const user = useCurrentUser().data;
  useTabTitle(title);
  const goesOn = user && !(staysForDoctors && isDoctor(user.role));
  return goesOn ? <Navigate to={homeOf(user.role, user.isStaffMode)} replace /> : children;
}

/** At /dashboard without a user. */
export function LoginPage() {
  useTabTitle("Login");
  return <AuthPage onEntered={useAfterSignIn()} />;
}

export function TokenLoginPage() {
  return (
    <Unless title="Login">
      <TokenLoginScreen onEntered={useAfterSignIn()} />
    </Unless>
  );
}

export function AdminLoginPage() {
  return (
    <Unless title="Admin Login">
      <AdminLoginScreen onEntered={useAfterSignIn()} />
    </Unless>
  );
}

/** Also a doctor's way into staff mode; in staff mode the workspace has the panel. */
export function StaffLoginPage() {
  const user = useCurrentUser().data;
  const enter = useAfterSignIn();
  return (
    <Unless title="Staff Access" staysForDoctors>
      <StaffLoginScreen
        onEntered={user && isDoctor(user.role) ? (answer) => enterStaffMode(answer) : enter}
      />
    </Unless>
  );
}
