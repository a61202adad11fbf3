import { ClinicShell } from "./ClinicShell.tsx";
import { PatientsScreen } from "./lazy-parts.ts";
import { WithUser } from "./WithUser.tsx";

/** Patient Management: the list, and New Consultation in the header. */
export function PatientsPage({ view = "active" }: { view?: "active" | "archived" }) {
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell
          user={user}
          path={view === "archived" ? "/archive" : "/patients"}
          hasOwnAdd={view === "active"}
        >
          {(dialogs) => (
            <PatientsScreen
              initialView={view}
              onOpenPatient={(id) => dialogs.show("details", id)}
              onAddPatient={() => dialogs.show("add")}
              onPrescribe={(id) => dialogs.show("prescription", id)}
              onEdit={(id) => dialogs.show("edit", id)}
            />
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}

export const ArchivePage = () => <PatientsPage view="archived" />;
