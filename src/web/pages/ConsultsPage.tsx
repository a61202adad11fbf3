import { todaysConsultations } from "#features/consultations/contract.ts";
import { AccessRestricted } from "#features/patients/web/record/AccessRestricted.tsx";
import { IfCan } from "#web/data/session.tsx";
import { ConsultsBoard } from "./lazy-parts.ts";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { WithUser } from "./shell/WithUser.tsx";

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
                  <PageTitle>Today's Consultations</PageTitle>
                  <AccessRestricted />
                </>
              }
            >
              <ConsultsBoard dialogs={dialogs} />
            </IfCan>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}
