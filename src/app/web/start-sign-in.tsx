import "./styles/public.css";
import { type ComponentType, StrictMode, Suspense } from "react";
import type { Root } from "react-dom/client";
import { screenPaths } from "#shared/screen-paths.ts";
import { whenRefused } from "#web/data/api.ts";
import { setSessionState } from "#web/data/session-state.ts";
import { homeOf } from "#web/home-of-role.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { carryToast, storeSignIn } from "#web/storage-keys.ts";
import { readSuspension, showStoredSuspension, suspend } from "#web/suspension.ts";
import { useReplacePrerendered } from "./pages/shell/use-replace-prerendered.ts";
import { AuthPage } from "./pages/sign-in/AuthPage.tsx";
import { SignInFrame } from "./pages/sign-in/SignInFrame.tsx";
import {
  AdminLoginScreen,
  type AfterSignIn,
  StaffLoginScreen,
  TokenLoginScreen,
} from "./pages/sign-in/SignInScreens.tsx";

const PrivacyText = lazyPart(() => import("./pages/public/PrivacyText.tsx"), "PrivacyText");
const ResetPasswordScreen = lazyPart(
  () => import("./pages/sign-in/ResetPasswordScreen.tsx"),
  "ResetPasswordScreen",
);
const ConfirmEmailScreen = lazyPart(
  () => import("./pages/sign-in/ConfirmEmailScreen.tsx"),
  "ConfirmEmailScreen",
);
const StopRemindersScreen = lazyPart(
  () => import("./pages/public/StopRemindersScreen.tsx"),
  "StopRemindersScreen",
);
const NotFoundPage = lazyPart(() => import("./pages/public/NotFoundPage.tsx"), "NotFoundPage");

const screens: Record<string, ComponentType<{ onEntered: AfterSignIn }>> = {
  "/dashboard": AuthPage,
  "/token-login": TokenLoginScreen,
  "/admin-login": AdminLoginScreen,
  "/staff-login": StaffLoginScreen,
  "/privacy": PrivacyText,
  "/reset-password": ResetPasswordScreen,
  "/confirm-email": ConfirmEmailScreen,
  "/stop-reminders": StopRemindersScreen,
};

/**
 * What a signed-out user gets at a URL: its page, the sign-in page instead of one that needs a user, or Page Not
 * Found.
 */
function screenAt(path: string): ComponentType<{ onEntered: AfterSignIn }> {
  const own = screens[path];
  if (own) return own;
  // A record is reached from the list.
  const page = path.replace(/^\/patients\/.*/, "/patients");
  if (!(screenPaths as readonly string[]).includes(page)) return NotFoundPage;
  history.replaceState(null, "", "/dashboard");
  document.title = "Login - Klinika";
  return AuthPage;
}

/**
 * The pages for a browser that is certainly signed out: without the router and the data layer, which load meanwhile.
 */
export function startSignIn(root: Root): void {
  const Screen = screenAt(location.pathname.replace(/(?<=.)\/+$/, ""));
  showStoredSuspension();
  whenRefused(({ body }) => {
    if (body.suspended) suspend(readSuspension(body.clinic));
  });
  const enter: AfterSignIn = async ({ token, user }, welcome, to = homeOf(user.role)) => {
    storeSignIn(user.email, token);
    setSessionState({ suspension: null });
    carryToast(welcome);
    const { startApp } = await import("./application.ts");
    history.replaceState(null, "", to);
    startApp(root);
  };
  root.render(
    <StrictMode>
      <SignInFrame>
        <Suspense fallback={null}>
          <Screen onEntered={enter} />
          <TakeOver />
        </Suspense>
      </SignInFrame>
    </StrictMode>,
  );
}

/** Not before the screen has loaded: until then the prerendered page stays. */
function TakeOver() {
  useReplacePrerendered(true);
  return null;
}
