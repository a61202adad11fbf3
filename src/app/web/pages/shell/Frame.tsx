import { CatchBoundary } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react";
import type { Dialogs, OpenDialog } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { whenIdle } from "#web/data/first-answers.ts";
import { useCan } from "#web/data/session.tsx";
import { roleNames, staffDashboardName } from "#web/home-of-role.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { savesData } from "#web/saves-data.ts";
import { cx } from "#web/ui/cx.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { BottomBar } from "#web/ui/frame/BottomBar.tsx";
import type { NavItem } from "#web/ui/frame/nav-item.ts";
import { Sidebar } from "#web/ui/frame/Sidebar.tsx";
import { TopBar } from "#web/ui/frame/TopBar.tsx";
import { useMedia } from "#web/ui/use-media.ts";
import { AddPatientDialog } from "../lazy-parts.ts";
import { ClinicDialogs, preloadRecord } from "../preload.ts";
import { ClinicMark } from "./ClinicMark.tsx";
import { CrashDialog, CrashNote } from "./CrashPage.tsx";
import { FrameHeader } from "./FrameHeader.tsx";
import { type FrameItem, ownerPages } from "./navigation.tsx";
import { useFold } from "./use-fold.ts";
import { Palette, useKeyboard } from "./use-keyboard.tsx";

/** Separate, since the owner has another. */
export const StaffHeader = lazyPart(() => import("./StaffHeader.tsx"), "StaffHeader");
const ConfirmEmailNote = lazyPart(
  () => import("#features/accounts/web/ConfirmEmailNote.tsx"),
  "ConfirmEmailNote",
);
const MoreSheet = lazyPart(() => import("./MoreSheet.tsx"), "MoreSheet");

// The URL's page is loaded while the current user is being fetched.
const opened = new URLSearchParams(location.search).get("open");
if (opened === "details") preloadRecord();
else if (opened) ClinicDialogs.preload();

type FrameProps = {
  user: CurrentUser;
  items: readonly FrameItem[];
  /** Settings, at the foot of the sidebar and in the More sheet. */
  footItems?: readonly NavItem[];
  /** Entries of the More sheet that the sidebar does not show. */
  moreItems?: readonly NavItem[];
  current: string;
  /** In the phone's header, and the browser's tab. */
  title: string;
  /** In the browser's tab, where several pages share the title. */
  tabTitle?: string;
  dialogs: Dialogs;
  onNavigate: (href: string) => void;
  onSearch: (search: string) => void;
  /** The page has its own Add Patient. */
  hasOwnAdd?: boolean;
  /** The header shows the title on phones; on desktops too; or not at all, when the page's heading shows it. */
  headerTitle?: "desk" | null;
  /** The first page of staff: phones show the user's name, and Logout. */
  isStaffHome?: boolean;
  /** No Add Patient on this page. */
  hasNoAdd?: boolean;
  children: ReactNode;
};

/** ms of idling after which the remaining screens are loaded. */
const preloadAfter = 10_000;

/** Sidebar and header around a clinic's page; on phones a bar at the bottom. */
export function Frame(props: FrameProps) {
  const {
    user,
    items,
    footItems = [],
    moreItems = [],
    current,
    title,
    dialogs,
    onNavigate,
    onSearch,
    children,
  } = props;
  const can = useCan();
  const isPhone = useMedia("screen and (max-width: 767.98px)");
  const [isFolded, fold] = useFold();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const { isDrawn, isCovered } = useUnderDialog(dialogs.open);
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const isStaff = staffDashboardName(user.role) !== null;
  // Users who may not see the list get the form on the list's page.
  const mayAdd = can(addPatient) && (can(listPatients) || !props.hasOwnAdd);

  const tabTitle = props.tabTitle ?? title;
  useEffect(() => {
    document.title = `${tabTitle} - Klinika`;
  }, [tabTitle]);

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
    pages: user.role === "owner" ? ownerPages : [...items, ...moreItems, ...footItems],
    mayAdd,
    onNavigate,
    onSearch,
  });
  const header = {
    user,
    name,
    title: props.headerTitle === null ? null : title,
    hasTitleOnDesk: props.headerTitle === "desk",
    isPhone,
    dialogs,
    onFind: () => keyboard.show("palette"),
    onShortcuts: () => keyboard.show("shortcuts"),
  };
  const add = () => dialogs.show("add");
  const onBar = items.filter(({ isOffBar }) => !isOffBar).slice(0, 3);
  const offBar = [...items.filter((item) => !onBar.includes(item)), ...moreItems, ...footItems];
  const barItems = onBar.map(({ short, ...item }) => ({ ...item, label: short ?? item.label }));
  return (
    <div className="min-h-dvh md:pl-(--frame-left) print:pl-0!">
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
                  isHidden: props.hasNoAdd ?? false,
                }
              : undefined
          }
          groups={[items]}
          footItems={footItems}
          current={current}
          onNavigate={onNavigate}
          folded={isFolded}
          {...(fold && { onFold: fold })}
        />
      </div>
      {isStaff ? (
        <Suspense fallback={<TopBar onBrand start={null} end={null} />}>
          <StaffHeader {...header} isHome={props.isStaffHome ?? false} />
        </Suspense>
      ) : (
        <FrameHeader {...header} />
      )}
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          "mx-auto px-gutter pt-5 pb-24 outline-none md:pt-6 print:p-0",
          isCovered && "invisible print:visible",
        )}
      >
        {user.role === "owner" && user.emailConfirmed === false && (
          <Suspense fallback={null}>
            <ConfirmEmailNote email={user.email} />
          </Suspense>
        )}
        <CatchBoundary getResetKey={() => current} errorComponent={CrashNote}>
          {isDrawn ? children : <Waiting skeleton={<SkeletonCard />} />}
        </CatchBoundary>
      </main>
      {isPhone && (
        <BottomBar
          className="fixed inset-x-0 bottom-0 z-bar low:static"
          items={[
            ...barItems,
            { id: "more", label: "More", icon: <MenuIcon />, onPress: () => setMoreOpen(true) },
          ]}
          current={offBar.some(({ id }) => id === current) ? "more" : current}
          onNavigate={onNavigate}
          {...(mayAdd && !props.hasNoAdd && { plus: { label: "Add Patient", onPress: add } })}
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
              current={current}
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

/**
 * A link may open a dialog over a page: the dialog renders first, the page afterwards. A page covered by a record is
 * not painted until the record closes.
 */
function useUnderDialog([first]: readonly OpenDialog[]): { isDrawn: boolean; isCovered: boolean } {
  const [isDrawn, setDrawn] = useState(!first);
  const [isCovered, setCovered] = useState(first?.name === "details");
  useEffect(() => {
    if (!isDrawn) void whenIdle().then(() => startTransition(() => setDrawn(true)));
  }, [isDrawn]);
  if (!isDrawn && !first) setDrawn(true);
  if (isCovered && first?.name !== "details") setCovered(false);
  return { isDrawn, isCovered };
}
