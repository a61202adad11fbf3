import { type ComponentType, StrictMode } from "react";
import type { Root } from "react-dom/client";
import { whenRefused } from "./api.ts";
import { homeOf } from "./home-of-role.ts";
import { AuthPage } from "./pages/AuthPage.tsx";
import { SignInFrame } from "./pages/SignInFrame.tsx";
import {
  AdminLoginScreen,
  type Entered,
  StaffLoginScreen,
  TokenLoginScreen,
} from "./pages/SignInScreens.tsx";
import { setSessionState } from "./session-state.ts";
import { carryToast, storeSignIn, takeSuspension } from "./storage-keys.ts";
import { readSuspension, suspend } from "./suspension.ts";

const screens: Record<string, ComponentType<{ onEntered: Entered }>> = {
  "/dashboard": AuthPage,
  "/token-login": TokenLoginScreen,
  "/admin-login": AdminLoginScreen,
  "/staff-login": StaffLoginScreen,
};

/**
 * The sign-in pages by themselves, for who is surely not signed in: without the router and the data layer, which
 * are fetched meanwhile. Any other address is the application's.
 */
export async function startSignIn(root: Root): Promise<void> {
  const Screen = screens[location.pathname.replace(/(?<=.)\/+$/, "")];
  if (!Screen) {
    const { startApp } = await import("./start-app.tsx");
    return startApp(root);
  }
  const kept = takeSuspension();
  if (kept) setSessionState({ suspension: readSuspension(kept) });
  whenRefused(({ body }) => {
    if (body.suspended) suspend(readSuspension(body.clinic));
  });
  const enter: Entered = async ({ token, user }, welcome, to = homeOf(user.role)) => {
    storeSignIn(user.email, token);
    setSessionState({ suspension: null });
    carryToast(welcome);
    const { startApp } = await import("./start-app.tsx");
    history.replaceState(null, "", to);
    startApp(root);
  };
  root.render(
    <StrictMode>
      <SignInFrame>
        <Screen onEntered={enter} />
      </SignInFrame>
    </StrictMode>,
  );
}
