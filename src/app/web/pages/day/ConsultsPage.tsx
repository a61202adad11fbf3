import { ConsultsBoard } from "#app/web/pages/lazy-parts.ts";
import { ClinicPage } from "#app/web/pages/shell/ClinicShell.tsx";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { AccessRestricted } from "#web/clinical/AccessRestricted.tsx";

ConsultsBoard.preload();

export const ConsultsPage = () => (
  <ClinicPage
    path="/consults"
    needs={todaysConsultations}
    restricted={
      <>
        <PageTitle>Today's Consultations</PageTitle>
        <AccessRestricted />
      </>
    }
  >
    {(dialogs) => <ConsultsBoard dialogs={dialogs} />}
  </ClinicPage>
);
