import { useNavigate, useRouter } from "@tanstack/react-router";
import { ChartColumn, ChevronRight, Plus, Share2, Users } from "lucide-react";
import { type ReactNode, Suspense } from "react";
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
import type { PagePath } from "#app/web/pages/shell/navigation.tsx";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { type SetupSteps, setupSteps } from "#features/clinics/contract.ts";
import { todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { DashboardFigures } from "#features/reports/web/DashboardFigures.tsx";
import { seenWords } from "#features/reports/web/SeenToday.tsx";
import { dayFigures } from "#features/visits/web/day-figures.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useProgressiveParts } from "#web/data/use-progressive-parts.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard, SkeletonFigures, SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { WhenInSight } from "#web/ui/frame/WhenInSight.tsx";
import { usePhone } from "#web/ui/use-media.ts";

fetchAll(ConsultsBoard, NotInQueue, TaskWidget);

/** To add a patient, or to a page. */
const quickActions: readonly { label: string; icon: ReactNode; to?: PagePath }[] = [
  { label: "Add Patient", icon: <Plus /> },
  { label: "Patients", icon: <Users />, to: "/patients" },
  { label: "Shared with Me", icon: <Share2 />, to: "/shared" },
  { label: "Reports", icon: <ChartColumn />, to: "/reports" },
];

/** The owner's first screen: the figures, today's queue, tasks, the newest patients. */
export function Dashboard() {
  const dialogs = useDialogActions();
  const router = useRouter();
  const navigate = useNavigate();
  const fetchPage = (to: PagePath) => void router.preloadRoute({ to });
  // Renders the first screen first: on a phone the rest is below the fold.
  const isWhole = useProgressiveParts(1).shown === 1;
  const phone = usePhone();
  return (
    <>
      <PageTitle note={<DayLine />}>Dashboard</PageTitle>
      <OnceKnown>
        <FirstSteps dialogs={dialogs} />
        {!phone && <DashboardFigures />}
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem] print:grid-cols-1">
          <div className="min-w-0">
            <ConsultsBoard title="Today's Consultations" />
          </div>
          {phone && <DashboardFigures />}
          <div className="grid gap-5" data-print="no">
            <Section title="Quick Actions" flush>
              <ul className="max-xl:grid max-xl:grid-cols-2">
                {quickActions.map(({ label, icon, to }) => (
                  <QuickAction
                    key={label}
                    icon={icon}
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
          <RecentPatients onOpen={(id) => dialogs.show("details", id)} />
        </Section>
      </OnceKnown>
    </>
  );
}

/**
 * The setup list and the day's list have variable heights: what is above the fold is rendered together with both, so
 * that neither moves it. Others have a fixed height while they load.
 */
function OnceKnown({ children }: { children: ReactNode }) {
  const phone = usePhone();
  const awaited = [useCall(setupSteps, {}), useCall(todaysConsultations, todayOnScreen)];
  if (!awaited.some(({ isPending }) => isPending)) return <div className="grid gap-5">{children}</div>;
  const sheet = "rounded-md border border-line bg-surface";
  return (
    <Waiting
      label="Loading the dashboard"
      onRetry={() => {
        for (const { isPending, refetch } of awaited) if (isPending) void refetch();
      }}
      skeleton={
        <div className="grid gap-5">
          {!phone && (
            <div className={sheet}>
              <SkeletonFigures noted />
            </div>
          )}
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
            <div className={sheet}>
              <div className="min-h-13 border-b border-line" />
              <SkeletonRows rows={4} tall />
            </div>
            {!phone && <SkeletonCard />}
          </div>
        </div>
      }
    />
  );
}

const settingsTab: Partial<Record<keyof SetupSteps, string>> = {
  hasHours: "front-desk",
  hasPrices: "billing",
  hasLogo: "branding",
  hasImport: "import",
};

/** Until a new clinic is set up. Its code loads only then. */
function FirstSteps({ dialogs }: { dialogs: DialogActions }) {
  const phone = usePhone();
  const steps = useCall(setupSteps, {}).data;
  const navigate = useNavigate();
  if (!steps?.isShown) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: phone ? 336 : 224 }} />}>
      <SetupStepsList
        steps={steps}
        onStep={(step) => {
          if (step === "hasPatients") dialogs.show("add");
          else if (step === "hasStaff") void navigate({ to: "/staff" });
          else if (step === "hasSecondFactor") void navigate({ to: "/security" });
          else void navigate({ to: "/settings", search: { settings: settingsTab[step] ?? "general" } });
        }}
      />
    </Suspense>
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
function DayLine() {
  const today = useToday();
  const now = useNow();
  const items = useCall(todaysConsultations, todayOnScreen).data;
  const figures = useCall(dashboardFigures, {}).data;
  const day = items && dayFigures(items, figures?.seenToday ?? null, now);
  return (
    <>
      {formatWeekday(today)}, {formatLongDay(today)}
      {/* A line of its own on phones, left free until it is known, so that nothing below moves. */}
      <span className="max-md:block max-md:min-h-15">
        {day && (
          <>
            <span className="max-md:hidden"> · </span>
            {[
              `${day.total} ${day.total === 1 ? "consultation" : "consultations"} today`,
              ...day.words,
              ...(figures ? seenWords({ ...figures, seenToday: day.seen }) : []),
            ].join(", ")}
          </>
        )}
      </span>
    </>
  );
}

function QuickAction({
  icon,
  onPress,
  onIntent,
  children,
}: {
  icon: ReactNode;
  onPress: () => void;
  onIntent: () => void;
  children: ReactNode;
}) {
  return (
    <li className="border-line max-xl:even:border-l max-xl:nth-[n+3]:border-t xl:not-first:border-t">
      <button
        type="button"
        onClick={onPress}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className="flex min-h-10 w-full items-center gap-2.5 px-4 py-2 text-left font-medium hover:bg-paper focus-visible:-outline-offset-2 max-md:min-h-touch"
      >
        <span className="text-brand-text">{icon}</span>
        {children}
        <ChevronRight className="ml-auto text-ink-3" />
      </button>
    </li>
  );
}
