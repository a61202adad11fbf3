import { listAppointments } from "#features/appointments/contract.ts";
import { AccessRestricted } from "#features/patients/web/record/AccessRestricted.tsx";
import { IfCan } from "#web/data/session.tsx";
import { CalendarBoard } from "./CalendarBoard.tsx";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { WithUser } from "./shell/WithUser.tsx";

export function CalendarPage() {
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/calendar" hasPrimary>
          {(dialogs) => (
            <IfCan
              do={listAppointments}
              otherwise={
                <>
                  <PageTitle>Calendar</PageTitle>
                  <AccessRestricted />
                </>
              }
            >
              <CalendarBoard dialogs={dialogs} />
            </IfCan>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}
