import { listAppointments } from "#features/appointments/contract.ts";
import { AccessRestricted } from "#web/clinical/AccessRestricted.tsx";
import { CalendarBoard } from "./CalendarBoard.tsx";
import { ClinicPage } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";

export const CalendarPage = () => (
  <ClinicPage
    path="/calendar"
    needs={listAppointments}
    restricted={
      <>
        <PageTitle>Calendar</PageTitle>
        <AccessRestricted />
      </>
    }
  >
    {(dialogs) => <CalendarBoard dialogs={dialogs} />}
  </ClinicPage>
);
