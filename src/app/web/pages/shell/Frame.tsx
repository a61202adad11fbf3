import { CatchBoundary, Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { type OpenDialog, useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { useWaitingCount } from "#features/referrals/web/use-waiting-count.ts";
import { useOpenTasks } from "#features/tasks/web/use-open-tasks.ts";
import { useWaitingPatients } from "#features/visits/web/use-waiting-patients.ts";
import { recordAt } from "#shared/record-address.ts";
import { AccessRestricted } from "#web/clinical/AccessRestricted.tsx";
import { whenIdle } from "#web/data/first-answers.ts";
import { useCan } from "#web/data/session.tsx";
import { roleNames, staffDashboardName } from "#web/home-of-role.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { savesData } from "#web/saves-data.ts";
import { cx } from "#web/ui/cx.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { BottomBar } from "#web/ui/frame/BottomBar.tsx";
import { Sidebar } from "#web/ui/frame/Sidebar.tsx";
import { TopBar } from "#web/ui/frame/TopBar.tsx";
import { useMedia } from "#web/ui/use-media.ts";
import { AddPatientDialog } from "../lazy-parts.ts";
import { ClinicDialogs, PatientRecord } from "../preload.ts";
import { ClinicMark } from "./ClinicMark.tsx";
import { CrashDialog, CrashNote } from "./CrashPage.tsx";
import { FrameHeader } from "./FrameHeader.tsx";
import { headingOf, isFor, isPage, menuOf, type PagePath, pageAt } from "./navigation.tsx";
import { useOpenRecord } from "./open-record.ts";
import { PageTitle } from "./PageTitle.tsx";
import { useFold } from "./use-fold.ts";
import { Palette, useKeyboard } from "./use-keyboard.tsx";
import { useTabTitle } from "./use-tab-title.ts";
import { Redirect, WithUser } from "./WithUser.tsx";

/** Separate, since the owner has another. */
export const StaffHeader = lazyPart(() => import("./StaffHeader.tsx"), "StaffHeader");
const ConfirmEmailNote = lazyPart(
  () => import("#features/accounts/web/ConfirmEmailNote.tsx"),
  "ConfirmEmailNote",
);
const LoginPage = lazyPart(() => import("../sign-in/SignInRoutes.tsx"), "LoginPage");
const MoreSheet = lazyPart(() => import("./MoreSheet.tsx"), "MoreSheet");

// The URL's page is loaded while the current user is being fetched.
if (recordAt(location.pathname)) PatientRecord.preload();
if (new URLSearchParams(location.search).has("open")) ClinicDialogs.preload();

/** ms of idling after which the remaining screens are loaded. */
const preloadAfter = 10_000;

/** Every page of a signed-in user: the menu is the role's, whatever the page. */
export function FramedPage({ children = <Outlet /> }: { children?: ReactNode }) {
  const { path, shown } = usePagePaths();
  return (
    <WithUser
      allowed={pageAt(path).for}
      otherwise={path === "/dashboard" ? <LoginPage /> : <Redirect to="/dashboard" />}
    >
      {(user) => (
        <Frame user={user} path={path} shown={shown}>
          {children}
        </Frame>
      )}
    </WithUser>
  );
}

/** The page of the URL as soon as it is asked for, so that the menu responds, and the one that is still shown. */
function usePagePaths(): { path: PagePath; shown: PagePath } {
  const { pathname } = useLocation();
  const requested = useRouter().getMatchedRoutes(pathname)[0].at(-1)?.fullPath ?? "";
  const shown = useMatches({ select: (matches) => matches.at(-1)?.fullPath }) ?? "";
  if (!isPage(shown)) throw new Error(`${shown} is no page of the frame.`);
  return { path: isPage(requested) ? requested : shown, shown };
}

/** Sidebar and header around a page; on phones a bar at the bottom. */
function Frame({
  user,
  path,
  shown,
  children,
}: {
  user: CurrentUser;
  path: PagePath;
  shown: PagePath;
  children: ReactNode;
}) {
  const dialogs = useDialogs();
  const router = useRouter();
  const page = pageAt(path);
  const current = page.within ?? path;
  const title = headingOf(path, user.role);
  const can = useCan();
  const isPhone = useMedia("screen and (max-width: 767.98px)");
  const [isFolded, fold] = useFold();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const isDrawn = useUnderDialog(dialogs.open);
  const record = useOpenRecord();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const isStaff = staffDashboardName(user.role) !== null;
  // Users who may not see the list get the form on the list's page.
  const mayAdd = can(addPatient) && (can(listPatients) || !/^.(patients|archive)/.test(path));
  const { groups, foot, more } = menuOf(user, can, useCounts());
  const onNavigate = (href: string) => router.history.push(href);

  const isOfClinic = user.role !== "admin";
  useEffect(() => {
    if (!isOfClinic || savesData()) return;
    const timer = setTimeout(() => {
      Palette.preload();
      void import("#app/web/pages/day/preload-the-day.ts").then(
        ({ preloadTheDay }) => preloadTheDay(),
        () => undefined,
      );
    }, preloadAfter);
    return () => clearTimeout(timer);
  }, [isOfClinic]);

  // Measured for sticky headers and for dialogs that fill the work area.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const width = isPhone ? "0px" : isFolded ? "var(--sidebar-folded)" : "var(--sidebar)";
    const frame = {
      "--frame-left": width,
      "--frame-top": "calc(var(--stuck-header) + var(--bar-top, 0px))",
      "--frame-bottom": isPhone ? "calc(var(--stuck-bar) + env(safe-area-inset-bottom))" : "var(--stuck-bar)",
    };
    for (const [name, value] of Object.entries(frame)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(frame)) style.removeProperty(name);
    };
  }, [isPhone, isFolded]);

  const keyboard = useKeyboard({
    user,
    dialogs,
    pages: [...groups.flat(), ...foot, ...more],
    mayAdd,
    onNavigate,
    onSearch: (search) =>
      onNavigate(
        user.role === "admin"
          ? `/admin/clinics?search=${encodeURIComponent(search)}`
          : `/patients${search && `?q=${encodeURIComponent(search)}`}`,
      ),
  });
  const header = {
    user,
    name,
    title,
    hasTitleOnDesk: page.isTitledInHeader ?? false,
    isPhone,
    dialogs,
    record,
    onFind: () => keyboard.show("palette"),
    onShortcuts: () => keyboard.show("shortcuts"),
  };
  const add = () => dialogs.show("add");
  // The phone's menu has entries for what a desk opens from a page.
  const currentOnPhone = more.some(({ id }) => id === path) ? path : current;
  const [onBar, offBar] = [groups.flat().slice(0, 3), [...groups.flat().slice(3), ...foot, ...more]];
  return (
    <div className="min-h-dvh md:pl-(--frame-left) print:pl-0!">
      <TabTitle key={path}>{title}</TabTitle>
      <a
        href="#main"
        className="sr-only z-menu rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <div
        className={cx(
          "fixed bottom-0 left-0 z-header max-md:hidden print:hidden",
          isStaff ? "top-(--frame-top)" : "top-(--bar-top,0px)",
        )}
      >
        <Sidebar
          head={
            isStaff
              ? undefined
              : {
                  name: user.clinic?.name ?? "Klinika",
                  caption: roleNames[user.role],
                  mark: <ClinicMark clinic={user.clinic} />,
                }
          }
          add={
            mayAdd
              ? {
                  label: "Add Patient",
                  onPress: add,
                  onIntent: AddPatientDialog.preload,
                  isHidden: page.hasNoAdd ?? false,
                }
              : undefined
          }
          groups={groups}
          footItems={foot}
          current={current}
          onNavigate={onNavigate}
          folded={isFolded}
          {...(fold && { onFold: fold })}
        />
      </div>
      {isStaff ? (
        <Suspense fallback={<TopBar onBrand start={null} end={null} />}>
          <StaffHeader {...header} isHome={path === "/staff-dashboard"} />
        </Suspense>
      ) : (
        <FrameHeader {...header} />
      )}
      <main id="main" tabIndex={-1} className="mx-auto px-gutter pt-5 pb-24 outline-none md:pt-6 print:p-0">
        {user.role === "owner" && user.emailConfirmed === false && (
          <Suspense fallback={null}>
            <ConfirmEmailNote email={user.email} />
          </Suspense>
        )}
        <CatchBoundary getResetKey={() => shown} errorComponent={CrashNote}>
          {isDrawn && isFor(pageAt(shown).for, user) ? (
            <Permitted path={shown}>{children}</Permitted>
          ) : (
            <Waiting skeleton={<SkeletonCard />} />
          )}
        </CatchBoundary>
      </main>
      {isPhone && !record && (
        <BottomBar
          className="fixed inset-x-0 bottom-0 z-bar low:static"
          items={[
            ...onBar.map(({ short, ...item }) => ({ ...item, label: short })),
            { id: "more", label: "More", icon: <MenuIcon />, onPress: () => setMoreOpen(true) },
          ]}
          current={offBar.some(({ id }) => id === currentOnPhone) ? "more" : currentOnPhone}
          onNavigate={onNavigate}
          {...(mayAdd && !page.hasNoAdd && { plus: { label: "Add Patient", onPress: add } })}
        />
      )}
      <CatchBoundary getResetKey={() => JSON.stringify(dialogs.open)} errorComponent={CrashDialog}>
        <Suspense fallback={null}>
          {isMoreOpen && (
            <MoreSheet
              open
              onClose={() => setMoreOpen(false)}
              user={user}
              name={name}
              items={offBar}
              current={currentOnPhone}
              onNavigate={onNavigate}
            />
          )}
          {dialogs.open.length > 0 && <ClinicDialogs dialogs={dialogs} />}
        </Suspense>
      </CatchBoundary>
      {keyboard.layer}
    </div>
  );
}

/** The page, or why the user may not see it. */
function Permitted({ path, children }: { path: PagePath; children: ReactNode }) {
  const { needs, restricted, isTitledInHeader } = pageAt(path);
  const can = useCan();
  if (!needs || can(needs)) return children;
  return (
    <>
      <PageTitle isHidden={isTitledInHeader}>{headingOf(path)}</PageTitle>
      <AccessRestricted why={restricted} />
    </>
  );
}

/** What waits for somebody. */
const useCounts = () => ({
  "/consults": useWaitingPatients(),
  "/tasks": useOpenTasks().total,
  "/shared": useWaitingCount(),
});

/** Before the page, which may have a title of its own. */
function TabTitle({ children }: { children: string }) {
  useTabTitle(children);
  return null;
}

/** A link may open a dialog over a page: the dialog renders first, the page afterwards. */
function useUnderDialog([first]: readonly OpenDialog[]): boolean {
  const [isDrawn, setDrawn] = useState(!first);
  useEffect(() => {
    if (!isDrawn) void whenIdle().then(() => startTransition(() => setDrawn(true)));
  }, [isDrawn]);
  if (!isDrawn && !first) setDrawn(true);
  return isDrawn;
}
