import { Lock } from "lucide-react";
import { Suspense } from "react";
import { ConsultsBoard, fetchAll, NotInQueue, OwnTasks, PatientsBoard } from "#app/web/pages/lazy-parts.ts";
import { StaffHeader } from "#app/web/pages/shell/Frame.tsx";
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

/** The day first, then figures, tasks and the patients, according to the account's permissions. */
export function StaffDashboardPage() {
  const can = useCan();
  if (!can(listPatients)) return <Restricted />;
  return (
    <ConsultsBoard dayNote={<SeenToday />}>
      <div className="mt-5 grid gap-5">
        <DashboardFigures brief />
        <Tasks />
        <WhenInSight>
          <PatientsBoard level={2} />
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

const Tasks = () => (
  <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
    <OwnTasks />
  </Suspense>
);
