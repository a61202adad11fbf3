import { Navigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { homeOf } from "#web/home-of-role.ts";
import { useCurrentUser } from "#web/session.tsx";
import { AdminLoginScreen, StaffLoginScreen, TokenLoginScreen } from "./SignInScreens.tsx";
import { useEntering } from "./use-entering.ts";

/** Who is signed in already goes on. While that is being asked, the form stands there. */
function Unless({ title, children }: { title: string; children: ReactNode }) {
  const user = useCurrentUser().data;
  useEffect(() => {
    document.title = `${title} - Klinika`;
  }, [title]);
  return user ? <Navigate to={homeOf(user.role)} replace /> : children;
}

export function TokenLoginPage() {
  return (
    <Unless title="Login">
      <TokenLoginScreen onEntered={useEntering()} />
    </Unless>
  );
}

export function AdminLoginPage() {
  return (
    <Unless title="Admin Login">
      <AdminLoginScreen onEntered={useEntering()} />
    </Unless>
  );
}

export function StaffLoginPage() {
  return (
    <Unless title="Staff Access">
      <StaffLoginScreen onEntered={useEntering()} />
    </Unless>
  );
}
