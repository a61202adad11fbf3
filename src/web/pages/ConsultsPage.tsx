import { todaysConsultations } from "#features/consultations/contract.ts";
import { AccessRestricted } from "#features/patients/web/record/AccessRestricted.tsx";
import { IfCan } from "#web/data/session.tsx";
import { TodaysConsultations } from "./lazy-parts.ts";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { WithUser } from "./shell/WithUser.tsx";

export function ConsultsPage() {
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/consults">
          {(dialogs) => (
            <>
              <PageTitle>Today's Consultations</PageTitle>
              <IfCan do={todaysConsultations} otherwise={<AccessRestricted />}>
                <TodaysConsultations
                  onView={(id) => dialogs.show("details", id)}
                  onEdit={(id) => dialogs.show("edit", id)}
                />
              </IfCan>
            </>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}
