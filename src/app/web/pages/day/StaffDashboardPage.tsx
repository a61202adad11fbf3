import { useLocation } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { ConsultsBoard, fetchAll, NotInQueue, OwnTasks, PatientsBoard } from "#app/web/pages/lazy-parts.ts";
import { ClinicShell } from "#app/web/pages/shell/ClinicShell.tsx";
import { StaffHeader } from "#app/web/pages/shell/Frame.tsx";
import { ownTasksId } from "#app/web/pages/shell/notification-link.ts";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { DashboardFigures } from "#features/reports/web/DashboardFigures.tsx";
import { SeenToday } from "#features/reports/web/SeenToday.tsx";
import { useCan } from "#web/data/session.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { WhenInSight } from "#web/ui/frame/WhenInSight.tsx";

fetchAll(StaffHeader, ConsultsBoard, NotInQueue);

export function StaffDashboardPage() {
  return <WithUser allowed={["staff", "secretary"]}>{(user) => <StaffDashboard user={user} />}</WithUser>;
}

/** The day first, then figures, tasks and the patients, according to the account's permissions. */
function StaffDashboard({ user }: { user: CurrentUser }) {
  const can = useCan();
  return (
    <ClinicShell user={user} path="/staff-dashboard" hasOwnAdd={can(listPatients)}>
      {(dialogs) => (can(listPatients) ? <Day dialogs={dialogs} /> : <Restricted />)}
    </ClinicShell>
  );
}

function Day({ dialogs }: { dialogs: Dialogs }) {
  return (
    <ConsultsBoard dialogs={dialogs} dayNote={<SeenToday />}>
      <div className="mt-5 grid gap-5">
        <DashboardFigures brief />
        <Tasks />
        <WhenInSight>
          <PatientsBoard dialogs={dialogs} level={2} />
        </WhenInSight>
      </div>
    </ConsultsBoard>
  );
}

function Restricted() {
  const can = useCan();
  return (
    <div className="grid gap-5">
      <section className="rounded-md border border-line bg-surface">
        <Empty
          level={1}
          icon={<Lock />}
          title="Access Restricted"
          why="You don't have sufficient permissions to access this dashboard. Please contact your administrator if you believe this is an error."
          {...(can(addPatient) && {
            action: (
              <a href="/patients" className={buttonClass({})}>
                Add Patient
              </a>
            ),
          })}
        />
      </section>
      <Tasks />
    </div>
  );
}

/** The user's own tasks. Their notifications link here, past the day. */
function Tasks() {
  return (
    <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
      <ScrolledTo id={ownTasksId}>
        <OwnTasks />
      </ScrolledTo>
    </Suspense>
  );
}

/** Scrolled to by the URL's hash, also when it is rendered after the page, and when it is opened again. */
function ScrolledTo({ id, children }: { id: string; children: ReactNode }) {
  const linked = useLocation({ select: ({ hash, state }) => (hash === id ? (state.key ?? "") : null) });
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (linked !== null) target.current?.scrollIntoView();
  }, [linked]);
  return (
    <div ref={target} id={id} className="scroll-mt-[calc(var(--frame-top)+1rem)]">
      {children}
    </div>
  );
}
