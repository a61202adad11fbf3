import { createRootRoute, createRoute, createRouter, type RouteComponent } from "@tanstack/react-router";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { lazyPart } from "./lazy-part.ts";
import { DashboardPage } from "./pages/DashboardPage.tsx";
import { NotFoundPage } from "./pages/NotFoundPage.tsx";
import { RootPage } from "./pages/RootPage.tsx";
import { CrashPage } from "./pages/shell/CrashPage.tsx";
import { LoadingPage } from "./pages/shell/LoadingPage.tsx";

const root = createRootRoute({ component: RootPage });

const signIn = () => import("./pages/sign-in/SignInRoutes.tsx");
const settings = lazyPart(() => import("./pages/SettingsPage.tsx"), "SettingsPage");

/** One page at four addresses: it stays when the tab changes, and with it the focus. */
const consolePaths = ["/admin", "/admin/clinics", "/admin/users", "/admin/reports"] as const;
const consolePage = lazyPart(() => import("./pages/AdminPage.tsx"), "AdminPage");

const pages = {
  "/token-login": lazyPart(signIn, "TokenLoginPage"),
  "/admin-login": lazyPart(signIn, "AdminLoginPage"),
  "/staff-login": lazyPart(signIn, "StaffLoginPage"),
  "/dashboard": DashboardPage,
  "/patients": lazyPart(() => import("./pages/PatientsPage.tsx"), "PatientsPage"),
  "/archive": lazyPart(() => import("./pages/PatientsPage.tsx"), "ArchivePage"),
  "/consults": lazyPart(() => import("./pages/ConsultsPage.tsx"), "ConsultsPage"),
  "/reports": lazyPart(() => import("./pages/ReportsPage.tsx"), "ReportsPage"),
  "/settings": settings,
  "/clinic-settings": settings,
  "/staff-dashboard": lazyPart(() => import("./pages/StaffDashboardPage.tsx"), "StaffDashboardPage"),
  "/privacy": lazyPart(() => import("./pages/PrivacyPage.tsx"), "PrivacyPage"),
  "/change-password": lazyPart(() => import("./pages/sign-in/ChangePasswordPage.tsx"), "ChangePasswordPage"),
  "/security": lazyPart(() => import("./pages/SecurityPage.tsx"), "SecurityPage"),
  "/set-up-second-factor": lazyPart(
    () => import("./pages/sign-in/SetUpSecondFactorPage.tsx"),
    "SetUpSecondFactorPage",
  ),
  "/reset-password": lazyPart(() => import("./pages/sign-in/ResetPasswordScreen.tsx"), "ResetPasswordScreen"),
  "/confirm-email": lazyPart(() => import("./pages/sign-in/ConfirmEmailScreen.tsx"), "ConfirmEmailScreen"),
  // The landing page and the simplified one have entries of their own.
} satisfies Record<Exclude<ScreenPath, "/" | "/simplified" | (typeof consolePaths)[number]>, RouteComponent>;

/** Every page of the application. The search of an address is plain text: `?section=patients&q=dela+cruz`. */
export function newRouter() {
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const adminConsole = createRoute({ getParentRoute: () => root, id: "console", component: consolePage });
  adminConsole.addChildren(
    consolePaths.map((path) => createRoute({ getParentRoute: () => adminConsole, path })),
  );
  return createRouter({
    routeTree: root.addChildren([...routes, adminConsole]),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) =>
          value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
        ),
      ).toString();
      return text ? `?${text}` : "";
    },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A dialog was opened from this page, so that closing it may go back. */
    isPushed?: boolean;
  }
}
