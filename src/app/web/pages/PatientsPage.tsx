import { listPatients } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { PatientsBoard } from "./lazy-parts.ts";
import { ClinicPage } from "./shell/ClinicShell.tsx";

// Rendered after a record that is open above it.
if (!location.search.includes("open=")) PatientsBoard.preload();

/** Patient Management: the list, and New Consultation in the header. */
export function PatientsPage({ view = "active" }: { view?: "active" | "archived" }) {
  const can = useCan();
  return (
    <ClinicPage
      path={view === "archived" ? "/archive" : "/patients"}
      // Users who may not see the archive get the form instead.
      hasOwnAdd={view === "active" || !can(listPatients)}
    >
      {(dialogs) => <PatientsBoard dialogs={dialogs} view={view} />}
    </ClinicPage>
  );
}

export const ArchivePage = () => <PatientsPage view="archived" />;
