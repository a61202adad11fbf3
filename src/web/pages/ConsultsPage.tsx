import { ClinicShell } from "./ClinicShell.tsx";
import { TodaysConsultations } from "./lazy-parts.ts";
import { PageTitle } from "./PageTitle.tsx";
import { WithUser } from "./WithUser.tsx";

export function ConsultsPage() {
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/consults">
          {(dialogs) => (
            <>
              <PageTitle>Today's Consultations</PageTitle>
              <TodaysConsultations
                onView={(id) => dialogs.show("details", id)}
                onEdit={(id) => dialogs.show("edit", id)}
              />
            </>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}
