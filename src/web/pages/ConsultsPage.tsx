import { Suspense } from "react";
import { listAppointments } from "#features/appointments/contract.ts";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { AccessRestricted } from "#features/patients/web/record/AccessRestricted.tsx";
import { listPlaces } from "#features/places/contract.ts";
import { listVisits, unfinishedVisits } from "#features/visits/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { ConsultsBoard } from "./lazy-parts.ts";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { WithUser } from "./shell/WithUser.tsx";

const title = "Today's Consultations";

export function ConsultsPage() {
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/consults" hasPrimary>
          {(dialogs) => (
            <IfCan
              do={todaysConsultations}
              otherwise={
                <>
                  <PageTitle>{title}</PageTitle>
                  <AccessRestricted />
                </>
              }
            >
              <EarlyReads />
              <Suspense
                fallback={
                  <>
                    <PageTitle>{title}</PageTitle>
                    <Waiting skeleton={<SkeletonCard />} />
                  </>
                }
              >
                <ConsultsBoard dialogs={dialogs} />
              </Suspense>
            </IfCan>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}

/** What the queue waits for is read while its code loads. */
function EarlyReads() {
  const today = useToday();
  useCall(listPlaces, {});
  useCall(listVisits, { query: {} });
  useCall(unfinishedVisits, {});
  useCall(listAppointments, { query: { from: today, to: today } });
  return null;
}
