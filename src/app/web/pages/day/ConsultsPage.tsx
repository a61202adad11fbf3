import { ConsultsBoard } from "#app/web/pages/lazy-parts.ts";
import { ClinicShell } from "#app/web/pages/shell/ClinicShell.tsx";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { AccessRestricted } from "#features/patients/web/record/AccessRestricted.tsx";
import { IfCan } from "#web/data/session.tsx";

ConsultsBoard.preload();

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
