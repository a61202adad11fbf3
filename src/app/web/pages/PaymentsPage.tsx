import { dayCount } from "#features/billing/contract.ts";
import { AccessRestricted } from "#web/clinical/AccessRestricted.tsx";
import { PaymentsBoard } from "./PaymentsBoard.tsx";
import { ClinicPage } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

export const PaymentsPage = () => (
  <ClinicPage
    path="/payments"
    needs={dayCount}
    restricted={
      <>
        <PageTitle>Payments</PageTitle>
        <AccessRestricted why="You don't have permission to take payments." />
      </>
    }
  >
    {() => <PaymentsBoard />}
  </ClinicPage>
);
