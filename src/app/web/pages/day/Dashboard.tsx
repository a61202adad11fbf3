import { useNavigate, useRouter } from "@tanstack/react-router";
import { ChartColumn, Plus, Share2, Users } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { type DialogActions, useDialogActions } from "#app/web/pages/dialogs/use-dialogs.ts";
import {
  AddPatientDialog,
  ConsultsBoard,
  fetchAll,
  NotInQueue,
  PatientTable,
  SetupStepsList,
  TaskWidget,
} from "#app/web/pages/lazy-parts.ts";
import type { PlainPath } from "#app/web/pages/shell/navigation.tsx";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { type SetupSteps, setupSteps } from "#features/clinics/contract.ts";
import { todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { useWaitingCount } from "#features/referrals/web/use-waiting-count.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { DashboardFigures } from "#features/reports/web/DashboardFigures.tsx";
import { seenWords } from "#features/reports/web/SeenToday.tsx";
import { queueGroupOf } from "#features/visits/queue-groups.ts";
import { dayFigures } from "#features/visits/web/day-figures.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useProgressiveParts } from "#web/data/use-progressive-parts.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard, SkeletonFigures, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { WhenInSight } from "#web/ui/frame/WhenInSight.tsx";

fetchAll(ConsultsBoard, NotInQueue, TaskWidget);

/** To add a patient, or to a page. */
const quickActions: readonly { label: string; icon: ReactNode; to?: PlainPath }[] = [
  { label: "Add Patient", icon: <Plus /> },
  { label: "Patients", icon: <Users />, to: "/patients" },
  { label: "Shared with Me", icon: <Share2 />, to: "/shared" },
  { label: "Reports", icon: <ChartColumn />, to: "/reports" },
];

const columns = "grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem] print:grid-cols-1";

/** A doctor's first screen: the figures, what the owner of a new clinic sets up, today's queue, tasks, the newest patients. */
export function Dashboard() {
  const dialogs = useDialogActions();
  const router = useRouter();
  const navigate = useNavigate();
  const shared = useWaitingCount();
  const [actionsIn, setActionsIn] = useState<HTMLElement | null>(null);
  const fetchPage = (to: PlainPath) => void router.preloadRoute({ to });
  // Renders the first screen first: on a phone the rest is below the fold.
  const isWhole = useProgressiveParts(1).shown === 1;
  const { isKnown, pending } = useFirstAnswers();
  return (
    <>
      <PageTitle
        note={<DayLine isKnown={isKnown} />}
        // As high as the queue's buttons, which come with it.
        actions={<div ref={setActionsIn} className="flex min-h-control flex-wrap gap-2 max-md:min-h-touch" />}
      >
        Dashboard
      </PageTitle>
      {isKnown ? (
        <Suspense fallback={pending}>
          <div className="grid gap-5">
            <DashboardFigures />
            <div className={columns}>
              <div className="grid min-w-0 gap-5">
                <FirstSteps dialogs={dialogs} />
                <ConsultsBoard part={{ title: "Today's Consultations", actionsIn }} />
              </div>
              <div className="grid gap-5" data-print="no">
                <Section title="Quick Actions" flush>
                  <ul className="grid grid-cols-2">
                    {quickActions.map(({ label, icon, to }) => (
                      <QuickAction
                        key={label}
                        icon={icon}
                        count={to === "/shared" ? shared : undefined}
                        onPress={() => (to ? void navigate({ to }) : dialogs.show("add"))}
                        onIntent={() => (to ? fetchPage(to) : AddPatientDialog.preload())}
                      >
                        {label}
                      </QuickAction>
                    ))}
                  </ul>
                </Section>
                <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                  {isWhole && <TaskWidget onAll={() => void navigate({ to: "/tasks" })} />}
                </Suspense>
              </div>
            </div>
            <Section
              title="Patients"
              flush
              actions={
                <Button
                  variant="link"
                  size="sm"
                  onPointerEnter={() => fetchPage("/patients")}
                  onClick={() => void navigate({ to: "/patients" })}
                >
                  <AllPatients />
                </Button>
              }
            >
              <RecentPatients onOpen={(id) => dialogs.openRecord(id)} />
            </Section>
          </div>
        </Suspense>
      ) : (
        pending
      )}
    </>
  );
}

/**
 * What is above the fold has variable heights, so it is rendered at once, with the title's line and buttons, and no part
 * moves another. Others have a fixed height while they load.
 */
function useFirstAnswers(): { isKnown: boolean; pending: ReactNode } {
  const steps = useSetupSteps();
  const awaited = [
    useCall(dashboardFigures, {}),
    ...(steps ? [steps] : []),
    useCall(todaysConsultations, todayOnScreen),
    useCall(listPlaces, {}),
  ];
  const sheet = "rounded-md border border-line bg-surface";
  const pending = (
    <Waiting
      label="Loading the dashboard"
      onRetry={() => {
        for (const { isPending, refetch } of awaited) if (isPending) void refetch();
      }}
      skeleton={
        <div className="grid gap-5">
          <div className={sheet}>
            <SkeletonFigures slim />
          </div>
          <div className={columns}>
            <div className={sheet}>
              <div className="min-h-13 border-b border-line" />
              <SkeletonRows rows={4} tall />
            </div>
            <div className="max-md:hidden">
              <SkeletonCard />
            </div>
          </div>
        </div>
      }
    />
  );
  return { isKnown: !awaited.some(({ isPending }) => isPending), pending };
}

const settingsTab: Partial<Record<keyof SetupSteps, string>> = {
  hasHours: "front-desk",
  hasPrices: "billing",
  hasLogo: "branding",
  hasImport: "import",
};

/** Undefined for whom they are not shown. */
function useSetupSteps() {
  const may = useCan()(setupSteps);
  const steps = useCall(setupSteps, {}, { enabled: may });
  return may ? steps : undefined;
}

/** Until a new clinic is set up. Its code loads only then. */
function FirstSteps({ dialogs }: { dialogs: DialogActions }) {
  const steps = useSetupSteps()?.data;
  const today = useCall(todaysConsultations, todayOnScreen).data;
  const navigate = useNavigate();
  if (!steps?.isShown) return null;
  // Then Call Next is the filled button.
  const isAnyoneWaiting = today?.some(({ queue }) => queue && queueGroupOf(queue) === "waiting") ?? false;
  return (
    <SetupStepsList
      steps={steps}
      isFilled={!isAnyoneWaiting}
      onStep={(step) => {
        if (step === "hasPatients") dialogs.show("add");
        else if (step === "hasStaff") void navigate({ to: "/staff" });
        else if (step === "hasSecondFactor") void navigate({ to: "/security" });
        else void navigate({ to: "/settings", search: { settings: settingsTab[step] ?? "general" } });
      }}
    />
  );
}

/** A clinic without patients does not load the table. */
function RecentPatients({ onOpen }: { onOpen: (id: number) => void }) {
  const { data, isPending } = useCall(dashboardFigures, {});
  const none = <Empty icon={<Users />} title="No recent patients" why="A patient you add appears here." />;
  if (isPending) return <Waiting skeleton={<SkeletonCard />} />;
  if (data?.totalPatients === 0) return none;
  return (
    <WhenInSight>
      <PatientTable onOpen={onOpen} empty={none} />
    </WhenInSight>
  );
}

function AllPatients() {
  const total = useCall(dashboardFigures, {}).data?.totalPatients;
  return total ? `View all ${formatCount(total)}` : "View all";
}

/** "Friday, November 20, 2026 · 9 consultations today, 3 waiting, 1 with doctor, 14 seen, ₱12,400 collected" */
function DayLine({ isKnown }: { isKnown: boolean }) {
  const today = useToday();
  const now = useNow();
  const items = useCall(todaysConsultations, todayOnScreen).data;
  const figures = useCall(dashboardFigures, {}).data;
  const day = isKnown && items && dayFigures(items, figures?.seenToday ?? null, now);
  return (
    <>
      {formatWeekday(today)}, {formatLongDay(today)}
      {day && (
        // A line of its own on phones.
        <span className="max-md:block">
          <span className="max-md:hidden"> · </span>
          {[
            `${day.total} ${day.total === 1 ? "consultation" : "consultations"} today`,
            ...day.words,
            ...(figures ? seenWords({ ...figures, seenToday: day.seen }) : []),
          ].join(", ")}
        </span>
      )}
    </>
  );
}

function QuickAction({
  icon,
  count = 0,
  onPress,
  onIntent,
  children,
}: {
  icon: ReactNode;
  count?: number | undefined;
  onPress: () => void;
  onIntent: () => void;
  children: ReactNode;
}) {
  return (
    <li className="grid border-line even:border-l nth-[n+3]:border-t">
      <button
        type="button"
        onClick={onPress}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className="flex min-h-11 items-center gap-2.5 px-4 py-2 text-left font-medium hover:bg-paper focus-visible:-outline-offset-2"
      >
        <span className="text-brand-text">{icon}</span>
        {children}
        {count > 0 && <Count value={count} className="ml-auto" />}
      </button>
    </li>
  );
}
