import { createRootRoute, createRoute, createRouter, type RouteComponent } from "@tanstack/react-router";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { readPageSearch } from "#web/page-search.ts";
import { DashboardPage } from "./pages/day/DashboardPage.tsx";
import { RootPage } from "./pages/RootPage.tsx";
import { CrashPage } from "./pages/shell/CrashPage.tsx";
import { LoadingPage } from "./pages/shell/LoadingPage.tsx";

const root = createRootRoute({ component: RootPage, validateSearch: readPageSearch });

const page = <const At extends ScreenPath>(path: At, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const signIn = () => import("./pages/sign-in/SignInRoutes.tsx");
const patients = () => import("./pages/PatientsPage.tsx");
const settings = lazyPart(() => import("./pages/settings/SettingsPage.tsx"), "SettingsPage");

/** One page at four URLs: it stays mounted when the tab changes, and keeps the focus. */
const adminConsole = createRoute({
  getParentRoute: () => root,
  id: "console",
  component: lazyPart(() => import("./pages/AdminPage.tsx"), "AdminPage"),
});
const consolePage = <const At extends ScreenPath>(path: At) =>
  createRoute({ getParentRoute: () => adminConsole, path });

// The landing page and the simplified one have entries of their own.
const routeTree = root.addChildren([
  page("/token-login", lazyPart(signIn, "TokenLoginPage")),
  page("/admin-login", lazyPart(signIn, "AdminLoginPage")),
  page("/staff-login", lazyPart(signIn, "StaffLoginPage")),
  page("/dashboard", DashboardPage),
  page("/patients", lazyPart(patients, "PatientsPage")),
  page("/archive", lazyPart(patients, "ArchivePage")),
  page(
    "/consults",
    lazyPart(() => import("./pages/day/ConsultsPage.tsx"), "ConsultsPage"),
  ),
  page(
    "/calendar",
    lazyPart(() => import("./pages/CalendarPage.tsx"), "CalendarPage"),
  ),
  page(
    "/reports",
    lazyPart(() => import("./pages/ReportsPage.tsx"), "ReportsPage"),
  ),
  page(
    "/payments",
    lazyPart(() => import("./pages/PaymentsPage.tsx"), "PaymentsPage"),
  ),
  page("/settings", settings),
  page("/clinic-settings", settings),
  page(
    "/staff-dashboard",
    lazyPart(() => import("./pages/day/StaffDashboardPage.tsx"), "StaffDashboardPage"),
  ),
  page(
    "/privacy",
    lazyPart(() => import("./pages/public/PrivacyPage.tsx"), "PrivacyPage"),
  ),
  page(
    "/change-password",
    lazyPart(() => import("./pages/sign-in/ChangePasswordPage.tsx"), "ChangePasswordPage"),
  ),
  page(
    "/security",
    lazyPart(() => import("./pages/settings/SecurityPage.tsx"), "SecurityPage"),
  ),
  page(
    "/set-up-second-factor",
    lazyPart(() => import("./pages/sign-in/SetUpSecondFactorPage.tsx"), "SetUpSecondFactorPage"),
  ),
  page(
    "/reset-password",
    lazyPart(() => import("./pages/sign-in/ResetPasswordScreen.tsx"), "ResetPasswordScreen"),
  ),
  page(
    "/confirm-email",
    lazyPart(() => import("./pages/sign-in/ConfirmEmailScreen.tsx"), "ConfirmEmailScreen"),
  ),
  page(
    "/stop-reminders",
    lazyPart(() => import("./pages/public/StopRemindersScreen.tsx"), "StopRemindersScreen"),
  ),
  adminConsole.addChildren([
    consolePage("/admin"),
    consolePage("/admin/clinics"),
    consolePage("/admin/users"),
    consolePage("/admin/reports"),
  ]),
]);

export const newRouter = () =>
  createRouter({
    routeTree,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(readPageSearch(search)) as [string, string][],
      ).toString();
      return text ? `?${text}` : "";
    },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: lazyPart(() => import("./pages/public/NotFoundPage.tsx"), "NotFoundPage"),
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
  interface HistoryState {
    /** A dialog was opened from this page, so that closing it may go back. */
    isPushed?: boolean;
  }
}
