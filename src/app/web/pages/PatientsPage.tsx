import { listPatients } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { PatientsBoard } from "./lazy-parts.ts";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { WithUser } from "./shell/WithUser.tsx";

// Rendered after a record that is open above it.
if (!location.search.includes("open=")) PatientsBoard.preload();

/** Patient Management: the list, and New Consultation in the header. */
export function PatientsPage({ view = "active" }: { view?: "active" | "archived" }) {
  const can = useCan();
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell
          user={user}
          path={view === "archived" ? "/archive" : "/patients"}
          // Users who may not see the archive get the form instead.
          hasOwnAdd={view === "active" || !can(listPatients)}
        >
          {(dialogs) => <PatientsBoard dialogs={dialogs} view={view} />}
        </ClinicShell>
      )}
    </WithUser>
  );
}

export const ArchivePage = () => <PatientsPage view="archived" />;
