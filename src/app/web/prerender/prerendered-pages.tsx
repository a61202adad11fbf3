import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { PrivacyText } from "#app/web/pages/public/PrivacyText.tsx";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { LandingPage } from "../pages/landing/LandingPage.tsx";
import { LoadingPage } from "../pages/shell/LoadingPage.tsx";
import { AuthPage } from "../pages/sign-in/AuthPage.tsx";
import { AdminLoginScreen, StaffLoginScreen, TokenLoginScreen } from "../pages/sign-in/SignInScreens.tsx";

const nothing = () => undefined;

const pages: Partial<Record<ScreenPath, { title: string; page: ReactElement }>> = {
  "/": { title: "Patient records for private clinics - Klinika", page: <LandingPage /> },
  "/dashboard": { title: "Login - Klinika", page: <AuthPage onEntered={nothing} /> },
  "/token-login": { title: "Login - Klinika", page: <TokenLoginScreen onEntered={nothing} /> },
  "/admin-login": { title: "Admin Login - Klinika", page: <AdminLoginScreen onEntered={nothing} /> },
  "/staff-login": { title: "Staff Access - Klinika", page: <StaffLoginScreen onEntered={nothing} /> },
  "/privacy": { title: "Privacy - Klinika", page: <PrivacyText /> },
};

/** The pages that are rendered into their HTML at build time, so that they paint before any code runs. */
export const renderPages = (): { path: string; title: string; html: string }[] =>
  Object.entries(pages).map(([path, { title, page }]) => ({ path, title, html: renderToString(page) }));

/** What a signed-in user sees until the code has loaded. The application shows the same while it loads the user. */
export const renderLoading = (): string => renderToString(<LoadingPage />);
