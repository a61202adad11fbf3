import { useNavigate, useRouter } from "@tanstack/react-router";
import { memo, Suspense, useCallback, useDeferredValue } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { useWaitingCount } from "#features/referrals/web/use-waiting-count.ts";
import { useOpenTasks } from "#features/tasks/web/use-open-tasks.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { usePageSearch } from "#web/page-search.ts";
import { type DialogActions, useDialogActions, useDialogs } from "./dialogs/use-dialogs.ts";
import {
  AdmissionsReport,
  AnalyticsReport,
  CalendarBoard,
  ConsultsBoard,
  MergeBoard,
  PatientsBoard,
  PaymentsBoard,
  preloadDashboard,
  SharedWithMe,
  TaskManagement,
  UserManagement,
} from "./lazy-parts.ts";
import { PendingPart } from "./PendingPart.tsx";
import { Frame } from "./shell/Frame.tsx";
import {
  headingOf,
  type SectionId,
  sectionFor,
  staffModeItems,
  workspaceFootItems,
  workspaceItems,
  workspaceMoreItems,
} from "./shell/navigation.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

const Dashboard = lazyPart(() => import("./day/Dashboard.tsx"), "Dashboard");
const StaffAccess = lazyPart(() => import("./shell/StaffAccess.tsx"), "StaffAccess");
const ClinicSettings = lazyPart(() => import("./settings/ClinicSettings.tsx"), "ClinicSettings");

// Loads the requested section's code while the current user loads.
if (location.pathname === "/dashboard") {
  const opened = new URLSearchParams(location.search).get("section");
  if (opened === "patients" || opened === "archived") PatientsBoard.preload();
  else {
    Dashboard.preload();
    preloadDashboard();
  }
}

/** The owner's single page. Sections switch without a change of route; the section is in the URL. */
export function Workspace({ user }: { user: CurrentUser }) {
  const search = usePageSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const dialogs = useDialogs();
  const actions = useDialogActions();
  const counts: Partial<Record<string, number | undefined>> = {
    shared: useWaitingCount(),
    tasks: useOpenTasks().total,
  };
  const isOwner = user.role === "owner";
  const section = sectionFor(user, search.section);
  // The frame responds immediately; the section renders deferred and interruptibly.
  const isReached = useDeferredValue(section) === section;
  const goTo = useCallback(
    (id: SectionId, more: Record<string, string> = {}) =>
      void navigate({
        to: "/dashboard",
        search: { ...(id !== "dashboard" && { section: id }), ...more },
      }),
    [navigate],
  );
  const title = headingOf(section);
  const pending = <PendingPart title={title} />;
  return (
    <Frame
      user={user}
      items={(isOwner ? workspaceItems : staffModeItems).map((item) =>
        counts[item.id] ? { ...item, count: counts[item.id] } : item,
      )}
      footItems={workspaceFootItems}
      moreItems={isOwner ? workspaceMoreItems : []}
      current={section === "merge" ? "patients" : section}
      title={title}
      dialogs={dialogs}
      hasOwnAdd={section === "patients" || section === "tasks" || section === "staff"}
      hasNoAdd={section === "settings" || section === "merge"}
      onNavigate={(href) => router.history.push(href)}
      onSearch={(q) => goTo("patients", q ? { q } : {})}
    >
      <Suspense key={section} fallback={pending}>
        {isReached ? <Shown section={section} user={user} dialogs={actions} goTo={goTo} /> : pending}
      </Suspense>
    </Frame>
  );
}

/** The frame's content. Rerenders for another section, not for each dialog above it. */
const Shown = memo(function Shown({
  section,
  user,
  dialogs,
  goTo,
}: {
  section: SectionId;
  user: CurrentUser;
  dialogs: DialogActions;
  goTo: (id: SectionId, more?: Record<string, string>) => void;
}) {
  const navigate = useNavigate();
  return (
    <>
      {section === "dashboard" && <Dashboard dialogs={dialogs} goTo={goTo} />}
      {section === "consults" && <ConsultsBoard dialogs={dialogs} />}
      {section === "tasks" && (
        <>
          <PageTitle>Task Management</PageTitle>
          <TaskManagement />
        </>
      )}
      {section === "shared" && (
        <>
          <PageTitle>Shared with Me</PageTitle>
          <SharedWithMe onOpenPatient={(id) => dialogs.show("details", id)} />
        </>
      )}
      {section === "admissions" && <AdmissionsReport onOpenPatient={(id) => dialogs.show("details", id)} />}
      {section === "calendar" && <CalendarBoard dialogs={dialogs} />}
      {section === "payments" && <PaymentsBoard />}
      {section === "merge" && <MergeBoard dialogs={dialogs} />}
      {section === "reports" && <AnalyticsReport />}
      {section === "staff" && <UserManagement clinicName={user.clinic?.name ?? ""} />}
      {(section === "staff-access" || section === "secretary-access") && (
        <StaffAccess
          user={user}
          of={section === "secretary-access" ? "secretary" : "staff"}
          dialogs={dialogs}
          onBack={() => goTo("dashboard")}
          onPatients={() => goTo("patients")}
          onReports={() => void navigate({ to: "/reports" })}
        />
      )}
      {section === "settings" && <ClinicSettings user={user} onBack={() => goTo("dashboard")} />}
      {(section === "patients" || section === "archived") && (
        <PatientsBoard
          key={section}
          dialogs={dialogs}
          view={section === "archived" ? "archived" : "active"}
        />
      )}
    </>
  );
});
