import { useNavigate } from "@tanstack/react-router";
import { listPatients } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { PatientsScreen } from "./lazy-parts.ts";
import { MergeButton } from "./MergeButton.tsx";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { WithUser } from "./shell/WithUser.tsx";

// Rendered after a record that is open above it.
if (!location.search.includes("open=")) PatientsScreen.preload();

/** Patient Management: the list, and New Consultation in the header. */
export function PatientsPage({ view = "active" }: { view?: "active" | "archived" }) {
  const can = useCan();
  const navigate = useNavigate();
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell
          user={user}
          path={view === "archived" ? "/archive" : "/patients"}
          // Users who may not see the archive get the form instead.
          hasOwnAdd={view === "active" || !can(listPatients)}
        >
          {(dialogs) => (
            <PatientsScreen
              initialView={view}
              onOpenPatient={(id) => dialogs.show("details", id)}
              onConsultations={(id) => dialogs.show("history", id)}
              onAddPatient={() => dialogs.show("add")}
              onPrescribe={(id) => dialogs.show("prescription", id)}
              onEdit={(id) => dialogs.show("edit", id)}
              besides={
                <MergeButton
                  onPress={() => void navigate({ to: "/dashboard", search: { section: "merge" } })}
                />
              }
            />
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}

export const ArchivePage = () => <PatientsPage view="archived" />;
