import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { recordAt } from "#shared/record-address.ts";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { type PageSearch, readPageSearch } from "#web/page-search.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import type { RecordOrigin } from "./pages/dialogs/record-origin.ts";
import { ConsultsBoard } from "./pages/lazy-parts.ts";
import { RootPage } from "./pages/RootPage.tsx";
import { CrashPage } from "./pages/shell/CrashPage.tsx";
import { FramedPage } from "./pages/shell/Frame.tsx";
import { LoadingPage } from "./pages/shell/LoadingPage.tsx";
import { type PlainPath, pathOfSection } from "./pages/shell/navigation.tsx";

const root = createRootRoute({
  component: RootPage,
  validateSearch: readPageSearch,
  // Links of earlier releases.
  beforeLoad: async ({ search: { open, over, top }, search }) => {
    if (![open, over, top].some((name) => name === "details" || name === "results")) return;
    const { movedRecord } = await import("./pages/dialogs/moved-record.ts");
    const moved = movedRecord(search);
    if (moved) throw redirect({ ...moved, replace: true });
  },
});

const parts = {
  signIn: () => import("./pages/sign-in/SignInRoutes.tsx"),
  patients: () => import("./pages/PatientsPage.tsx"),
  access: () => import("./pages/shell/StaffAccess.tsx"),
};
const settings = lazyPart(() => import("./pages/settings/ClinicSettings.tsx"), "ClinicSettings");

const page = <const At extends ScreenPath>(path: At, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Every page of a signed-in user. */
const frame = createRoute({ getParentRoute: () => root, id: "frame", component: FramedPage });
const framed = <const At extends PlainPath>(
  path: At,
  component: RouteComponent,
  /** Where the page is now that an older address of it opens. */
  movedTo?: (search: PageSearch) => { to: PlainPath; search: PageSearch } | null,
) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    component,
    pendingComponent: PendingPage,
    beforeLoad: ({ search }) => {
      const moved = movedTo?.(search);
      if (moved) throw redirect({ ...moved, replace: true });
    },
  });
const PendingPage = () => <Waiting skeleton={<SkeletonCard />} />;

/** One page at four URLs: it stays mounted when the tab changes, and keeps the focus. */
const adminConsole = createRoute({
  getParentRoute: () => frame,
  id: "console",
  component: lazyPart(() => import("./pages/AdminPage.tsx"), "AdminPage"),
});
const consolePage = <const At extends PlainPath>(path: At) =>
  createRoute({ getParentRoute: () => adminConsole, path });

/** A patient's record at each of its tabs: one page, which stays mounted. */
const record = createRoute({
  getParentRoute: () => frame,
  path: "/patients/$id/{-$tab}",
  component: lazyPart(() => import("./pages/record/RecordPage.tsx"), "RecordPage"),
  pendingComponent: PendingPage,
  beforeLoad: ({ location }) => {
    if (!recordAt(location.pathname)) throw notFound();
  },
});

// The landing page and the simplified one have entries of their own.
const routeTree = root.addChildren([
  frame.addChildren([
    framed(
      "/dashboard",
      lazyPart(() => import("./pages/day/Dashboard.tsx"), "Dashboard"),
      ({ section, ...search }) => {
        const to = pathOfSection(section);
        return to && { to, search };
      },
    ),
    framed(
      "/staff-dashboard",
      lazyPart(() => import("./pages/day/StaffDashboardPage.tsx"), "StaffDashboardPage"),
    ),
    framed("/patients", lazyPart(parts.patients, "PatientsPage")),
    record,
    framed("/consults", ConsultsBoard),
    framed(
      "/calendar",
      lazyPart(() => import("./pages/CalendarPage.tsx"), "CalendarPage"),
    ),
    framed(
      "/tasks",
      lazyPart(() => import("./pages/TasksPage.tsx"), "TasksPage"),
    ),
    framed(
      "/shared",
      lazyPart(() => import("./pages/SharedPage.tsx"), "SharedPage"),
    ),
    framed(
      "/admissions",
      lazyPart(() => import("./pages/AdmissionsPage.tsx"), "AdmissionsPage"),
    ),
    framed(
      "/payments",
      lazyPart(() => import("./pages/PaymentsPage.tsx"), "PaymentsPage"),
    ),
    framed(
      "/reports",
      lazyPart(() => import("#features/reports/web/AnalyticsReport.tsx"), "AnalyticsReport"),
      ({ report, ...search }) => (report === "admissions" ? { to: "/admissions", search } : null),
    ),
    framed(
      "/staff",
      lazyPart(() => import("./pages/StaffPage.tsx"), "StaffPage"),
    ),
    framed("/archive", lazyPart(parts.patients, "ArchivePage")),
    framed(
      "/merge",
      lazyPart(() => import("./pages/MergePage.tsx"), "MergePage"),
    ),
    framed("/staff-access", lazyPart(parts.access, "StaffAccessPage")),
    framed("/secretary-access", lazyPart(parts.access, "SecretaryAccessPage")),
    framed(
      "/my-practice",
      lazyPart(() => import("./pages/settings/MyPractice.tsx"), "MyPractice"),
    ),
    framed("/settings", settings),
    framed("/clinic-settings", settings),
    framed(
      "/security",
      lazyPart(() => import("./pages/settings/SecurityPage.tsx"), "SecurityPage"),
    ),
    adminConsole.addChildren([
      consolePage("/admin"),
      consolePage("/admin/clinics"),
      consolePage("/admin/users"),
      consolePage("/admin/reports"),
    ]),
  ]),
  page("/token-login", lazyPart(parts.signIn, "TokenLoginPage")),
  page("/admin-login", lazyPart(parts.signIn, "AdminLoginPage")),
  page("/staff-login", lazyPart(parts.signIn, "StaffLoginPage")),
  page(
    "/privacy",
    lazyPart(() => import("./pages/public/PrivacyPage.tsx"), "PrivacyPage"),
  ),
  page(
    "/change-password",
    lazyPart(() => import("./pages/sign-in/ChangePasswordPage.tsx"), "ChangePasswordPage"),
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
    /** The page from which a record was opened. */
    recordFrom?: RecordOrigin | undefined;
  }
}
